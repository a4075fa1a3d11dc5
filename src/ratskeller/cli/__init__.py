"""The command ``ratskeller``: what holds for all its commands. Errors are one line on stderr and exit code 2."""

import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper

from ratskeller.words import _, best_language, use_language

USER_ERROR = 2
STOPPED = 130
"""What a shell reports for a program that Ctrl-C has ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code.

    Args:
        arguments: of the command line; those of this process if left out.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stdin else "backslashreplace")
    with use_language(best_language(wanted_languages(os.environ))):
        try:
            code = _run(sys.argv[1:] if arguments is None else list(arguments))
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever was reading has seen enough; what is still buffered must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        except OSError as error:
            if error.filename is None:
                code = complain(_("The output cannot be written: {reason}.", reason=error.strerror))
            else:
                code = complain(_("{file} cannot be used: {reason}.", file=error.filename, reason=error.strerror))
        if code == STOPPED:
            sys.stderr.write(("\n" if sys.stderr.isatty() else "") + _("Stopped.") + "\n")
            sys.stderr.flush()
            # Threads may be in the middle of compiled code, which nothing can interrupt.
            os._exit(STOPPED)
    return code


def wanted_languages(environment: Mapping[str, str]) -> list[str]:
    """The languages that the environment asks for, best first, as gettext reads it."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    codes = [name.partition(".")[0].partition("@")[0] for name in wanted]
    return [] if codes[-1] in ("C", "POSIX") else [code for code in codes if code]


def complain(sentence: str) -> int:
    """Say what is wrong, in one line; return the exit code."""
    sys.stderr.write(_("Error: {sentence}", sentence=one_line(sentence)) + "\n")
    return USER_ERROR


def one_line(text: str) -> str:
    """The text with whatever cannot be printed in one line made visible."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def _run(arguments: list[str]) -> int:
    """Let Typer find and run the command; turn what went wrong into a sentence."""
    import typer

    from ratskeller.cli.commands import build
    from ratskeller.cli.values import Complaint

    try:
        code = build().main(arguments, "ratskeller", standalone_mode=False)
    except Complaint as error:
        return complain(str(error))
    except typer.TyperException as error:
        return complain(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return STOPPED
    return code if isinstance(code, int) else 0


def _usage(error: Exception) -> str:
    """A sentence for a command line that Typer could not read. It has own classes for this, but they are not public."""
    option = getattr(error, "option_name", "")
    parameter = getattr(error, "param", None)
    similar = getattr(error, "possibilities", None)
    match type(error).__name__:
        case "NoSuchOption" if similar:
            return _(
                "There is no option {option}; did you mean {similar}?",
                option=option,
                similar=", ".join(sorted(similar)),
            )
        case "NoSuchOption":
            return _("There is no option {option} here; add --help to see which there are.", option=option)
        case "MissingParameter" if parameter is not None:
            name = (
                (parameter.metavar or parameter.name).upper()
                if not parameter.opts[0].startswith("-")
                else parameter.opts[0]
            )
            return _("{parameter} is missing; add --help to see how it is given.", parameter=name)
        case "BadOptionUsage" if "requires" in str(error):
            return _("{option} needs a value; add --help to see which.", option=option)
    return getattr(error, "format_message", error.__str__)().rstrip()
