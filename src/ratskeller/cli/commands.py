"""The commands. Each imports what it needs when it runs, so that none waits for the others' libraries."""

import json
import secrets
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from ratskeller.cli import values
from ratskeller.cli.values import Complaint
from ratskeller.words import _

if TYPE_CHECKING:
    from rich.table import Table

    from ratskeller.lab.arena import Report as ArenaReport
    from ratskeller.lab.simulate import Report
    from ratskeller.play.position import Position

MOST_GAMES = 1_000_000_000
MOST_ARENA_GAMES = 1_000_000
MOST_THREADS = 256


class Commands(TyperGroup):
    """The commands, which are asked for by their whole name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or say which there are."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise Complaint(
                _(
                    "There is no command {command}; there are {known}.",
                    command=values.shown(args[0]),
                    known=", ".join(self.commands),
                )
            )
        return super().resolve_command(ctx, args)


def build() -> Any:
    """The command line in the language spoken now, ready for ``main``."""
    app = typer.Typer(
        cls=Commands,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )

    game_id = typer.Argument(metavar=_("GAME"), help=_("The game, such as rat-attack."), show_default=False)
    players_option = typer.Option(
        "--players", metavar="N", help=_("How many play; the fewest that can if left out."), show_default=False
    )
    option_option = typer.Option(
        "--option",
        metavar=_("NAME=VALUE"),
        help=_("A setting of the rules, such as rats_to_lose=4; may be given for several of them."),
        show_default=False,
    )
    components_option = typer.Option(
        "--components", metavar=_("FILE"), help=_("Other tiles, boards or cards, as a TOML file."), show_default=False
    )
    json_option = typer.Option("--json", help=_("One line of JSON for other programs."))
    threads_option = typer.Option(
        "--threads", metavar="N", help=_("How many run at once; one a core if left out."), show_default=False
    )

    @app.callback(
        help=_("Board games from their rulebooks: to play, to look at, and to study by the thousand.")
        + "\n\n"
        + _("Without a command, the tables open in your browser: the same as ratskeller serve --open."),
        epilog=_examples(
            ("ratskeller", _("play in the browser")),
            ("ratskeller play rat-attack", _("play here in the terminal, against a bot")),
            ("ratskeller simulate rat-attack --games 10000", _("let bots play ten thousand games")),
            ("ratskeller replay game.json --svg game.svg", _("draw the end of a recorded game")),
        ),
    )
    def everything(
        context: typer.Context,
        version: Annotated[
            bool, typer.Option("--version", is_eager=True, callback=_version, help=_("Print the version and stop."))
        ] = False,
    ) -> None:
        if context.invoked_subcommand is None:
            _serve("127.0.0.1", None, None, "1", open_browser=True)

    @app.command(
        help=_("Open the tables: play in the browser, alone, with friends, or against bots."),
        epilog=_examples(
            ("ratskeller serve --open", _("for yourself, in the browser that opens")),
            ("ratskeller serve --host 0.0.0.0", _("for everybody in your network; prints the address to share")),
            ("ratskeller serve --database postgresql://localhost/tables --workers 4", _("for many")),
        ),
    )
    def serve(
        open_browser: Annotated[
            bool, typer.Option("--open", help=_("Open the browser once the tables answer."))
        ] = False,
        host: Annotated[
            str, typer.Option(metavar=_("ADDRESS"), help=_("Listen there; 0.0.0.0 is the whole network."))
        ] = "127.0.0.1",
        port: Annotated[
            str | None,
            typer.Option(metavar="N", help=_("8000 if left out; the next one if it is taken."), show_default=False),
        ] = None,
        database: Annotated[
            str | None,
            typer.Option(
                metavar=_("PATH_OR_URL"),
                help=_(
                    "Where the tables are kept: a file, or a URL of PostgreSQL; in your data directory if left out."
                ),
                show_default=False,
            ),
        ] = None,
        workers: Annotated[
            str, typer.Option(metavar="N", help=_("Processes that serve; more than one need PostgreSQL."))
        ] = "1",
    ) -> None:
        _serve(host, port, database, workers, open_browser=open_browser)

    @app.command(
        help=_("Play in the terminal, against bots.")
        + "\n\n"
        + _("Type a move, or its beginning to see what completes it; TAB completes, ? explains, Ctrl-D leaves."),
        epilog=_examples(
            ("ratskeller play rat-attack", _("you begin, against casual")),
            ("ratskeller play rat-attack --seat 2 --bots beginner", _("an easier opponent begins")),
            ("ratskeller play rat-attack --seat 1,2", _("two people at one keyboard")),
            ("ratskeller play rat-attack --record game.json", _("keep the game, to replay it later")),
        ),
    )
    def play(
        game: Annotated[str, game_id],
        players: Annotated[str | None, players_option] = None,
        seat: Annotated[
            str, typer.Option(metavar="N,…", help=_("Your seat; several at one keyboard; 0 only watches."))
        ] = "1",
        bots: Annotated[
            str,
            typer.Option(
                metavar=_("BOT,…"),
                help=_(
                    "Who holds the other seats, one for all or one for each; from the weakest: "
                    "beginner, casual, club, expert."
                ),
            ),
        ] = "casual",
        names: Annotated[
            str | None,
            typer.Option(
                metavar=_("NAME,…"), help=_("What the players are called, one for each seat."), show_default=False
            ),
        ] = None,
        option: Annotated[list[str] | None, option_option] = None,
        components: Annotated[str | None, components_option] = None,
        seed: Annotated[
            str | None, typer.Option(metavar="N", help=_("Makes the draws repeatable."), show_default=False)
        ] = None,
        record: Annotated[
            str | None,
            typer.Option(metavar=_("FILE"), help=_("Write the game there, finished or not."), show_default=False),
        ] = None,
    ) -> None:
        _play(game, players, seat, bots, names, option or [], components, seed, record)

    @app.command(
        help=_("Look at a recorded game: what happened, and the position it led to."),
        epilog=_examples(
            ("ratskeller replay game.json", _("the whole game in words, and the board")),
            ("ratskeller replay game.json --at 20 --svg board.svg", _("a picture after 20 moves, draws included")),
            ("ratskeller replay game.json --json", _("the position for other programs")),
        ),
    )
    def replay(
        file: Annotated[str, typer.Argument(metavar=_("FILE"), help=_("A record."), show_default=False)],
        as_json: Annotated[bool, json_option] = False,
        svg: Annotated[
            str | None, typer.Option("--svg", metavar=_("OUT"), help=_("Write a picture there."), show_default=False)
        ] = None,
        at: Annotated[
            str | None,
            typer.Option("--at", metavar="N", help=_("Stop after so many moves, draws included."), show_default=False),
        ] = None,
    ) -> None:
        _replay(file, svg, at, as_json=as_json)

    @app.command(
        help=_("Let bots play many games, and count who wins."),
        epilog=_examples(
            ("ratskeller simulate rat-attack", _("a thousand random games")),
            (
                "ratskeller simulate rat-attack --bots greedy,random --games 400",
                _("greedy in seat 1, random in seat 2"),
            ),
            ("ratskeller simulate rat-attack --option rats_to_lose=4 --seed 7 --json", _("another rule, repeatably")),
        ),
    )
    def simulate(
        game: Annotated[str, game_id],
        players: Annotated[str | None, players_option] = None,
        games: Annotated[str, typer.Option(metavar="N", help=_("How many games."))] = "1000",
        bots: Annotated[
            str, typer.Option(metavar=_("BOT,…"), help=_("Who plays: one for all seats, or one for each."))
        ] = "random",
        seed: Annotated[
            str | None,
            typer.Option(metavar="N", help=_("Makes the games repeatable; chosen if left out."), show_default=False),
        ] = None,
        option: Annotated[list[str] | None, option_option] = None,
        components: Annotated[str | None, components_option] = None,
        threads: Annotated[str | None, threads_option] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        _simulate(game, players, games, bots, seed, option or [], components, threads, as_json=as_json)

    @app.command(
        help=_("Let every bot play against every other, and rate them.")
        + "\n\n"
        + _(
            "Every line-up plays the same deals, each once in every rotation of the seats: all have the same luck. "
            "A line-up is a combination of as many bots as there are seats; of fewer bots, all play, and the seats are "
            "shared out as evenly as possible. A bot that is named twice plays against itself."
        ),
        epilog=_examples(
            ("ratskeller arena rat-attack --bots random,greedy", _("who is better, and by how much")),
            ("ratskeller arena survival --bots greedy,my_bot.py:MyBot", _("your own bot, a class in a file")),
            (
                "ratskeller arena cat-city --bots random,greedy --games 1000 --save a.jsonl",
                _("can be stopped and gone on with"),
            ),
        ),
    )
    def arena(
        game: Annotated[str, game_id],
        bots: Annotated[
            str,
            typer.Option(metavar=_("BOT,BOT,…"), help=_("Who plays, each with its settings."), show_default=False),
        ],
        games: Annotated[
            str,
            typer.Option(metavar="N", help=_("How many each line-up plays; rounded up to full rotations.")),
        ] = "100",
        players: Annotated[str | None, players_option] = None,
        seed: Annotated[
            str | None,
            typer.Option(metavar="N", help=_("Makes the games repeatable; chosen if left out."), show_default=False),
        ] = None,
        option: Annotated[list[str] | None, option_option] = None,
        components: Annotated[str | None, components_option] = None,
        threads: Annotated[str | None, threads_option] = None,
        save: Annotated[
            str | None,
            typer.Option(
                metavar=_("FILE"),
                help=_("Keep finished games there; the same command goes on with them, also with more games."),
                show_default=False,
            ),
        ] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        _arena(game, bots, games, players, seed, option or [], components, threads, save, as_json=as_json)

    @app.command(
        help=_("Count the move sequences of each length: the classic test of a move generator.")
        + "\n\n"
        + _("What chance does counts as a move."),
        epilog=_examples(
            ("ratskeller perft rat-attack --depth 3", _("from the start")),
            ("ratskeller perft rat-attack --from game.json --depth 2", _("from the end of a record")),
        ),
    )
    def perft(
        game: Annotated[str, game_id],
        depth: Annotated[
            str, typer.Option(metavar="N", help=_("The longest sequences, in moves."), show_default=False)
        ],
        players: Annotated[str | None, players_option] = None,
        option: Annotated[list[str] | None, option_option] = None,
        components: Annotated[str | None, components_option] = None,
        from_file: Annotated[
            str | None,
            typer.Option("--from", metavar=_("FILE"), help=_("Begin at the end of this record."), show_default=False),
        ] = None,
        threads: Annotated[str | None, threads_option] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        _perft(game, depth, players, option or [], components, from_file, threads, as_json=as_json)

    return typer.main.get_command(app)


def _examples(*examples: tuple[str, str]) -> str:
    lines = (line for command, meaning in examples for line in (f"  {command}", f"      {meaning}"))
    return "\n".join(["\b", _("Examples:"), *lines])


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("ratskeller")
        except PackageNotFoundError:
            number = _("(not installed)")
        sys.stdout.write(f"ratskeller {number}\n")
        raise typer.Exit


def _serve(host: str, port: str | None, database: str | None, workers: str, *, open_browser: bool) -> None:
    port_number = values.whole_or_none("--port", port, 0, 65535)
    worker_count = values.whole("--workers", workers, 1, 64)
    from ratskeller.web.serve import serve

    try:
        serve(host, port_number, database, worker_count, open_browser)
    except ValueError as error:
        raise Complaint(str(error)) from None


def _start(
    game: str,
    players: str | None,
    option: list[str],
    components: str | None,
    names: list[str] | None = None,
    seed: int | None = None,
) -> "Position":
    """The position before the first event of the game that the command line describes."""
    from ratskeller.cli.progress import patiently
    from ratskeller.games.declare import BadOption

    count = values.whole_or_none("--players", players, 1, values.MOST_SEED)
    settings = values.options(option)
    try:
        played = values.game(game, components)
        return patiently(lambda: played.start(count, settings, names, seed))
    except BadOption as error:
        raise Complaint(str(error)) from None


def _play(
    game: str,
    players: str | None,
    seat: str,
    bots: str,
    names: str | None,
    option: list[str],
    components: str | None,
    seed: str | None,
    record: str | None,
) -> None:
    from ratskeller.games.declare import BadOption

    chosen = values.whole_or_none("--seed", seed, 0, values.MOST_SEED)
    start = _start(game, players, option, components, None if names is None else names.split(","), chosen)
    mine = [values.whole("--seat", number, 0, start.players) for number in seat.split(",")]
    import numpy as np

    from ratskeller.bots import seated
    from ratskeller.bots.ready import make_ready
    from ratskeller.cli.progress import patiently
    from ratskeller.cli.terminal import Terminal

    try:
        others = seated(bots.split(","), [seat for seat in range(1, start.players + 1) if seat not in mine])
    except BadOption as error:
        raise Complaint(str(error)) from None
    terminal = Terminal(start, others, np.random.default_rng(chosen), record)
    patiently(lambda: make_ready(start.game))
    terminal.play()


def _replay(file: str, svg: str | None, at: str | None, *, as_json: bool) -> None:
    from ratskeller.cli.progress import patiently

    ply = values.whole_or_none("--at", at, 0, values.MOST_SEED)
    record = values.record(file)
    try:
        position = patiently(lambda: record.replay(ply))
    except ValueError as error:
        raise Complaint(_("{file}: {reason}", file=file, reason=str(error))) from None
    if svg is not None:
        values.write(svg, position.svg(standalone=True) + "\n")
    if as_json:
        _print_json(
            {
                "game": position.game.id,
                "players": position.players,
                "ply": position.ply,
                "to_act": position.to_act,
                "legal": position.legal(),
                "scores": position.scores,
                "returns": position.returns,
                "over": position.over,
            }
        )
    else:
        from ratskeller.cli.terminal import show_game

        show_game(position)
        if svg is not None:
            sys.stdout.write(_("The picture is in {file}.", file=svg) + "\n")


def _simulate(
    game: str,
    players: str | None,
    games: str,
    bots: str,
    seed: str | None,
    option: list[str],
    components: str | None,
    threads: str | None,
    *,
    as_json: bool,
) -> None:
    number = values.whole("--games", games, 1, MOST_GAMES)
    chosen = values.whole_or_none("--seed", seed, 0, values.MOST_SEED)
    workers = values.whole_or_none("--threads", threads, 1, MOST_THREADS)
    start = _start(game, players, option, components)
    from ratskeller.cli.progress import Progress, in_background, patiently
    from ratskeller.games.declare import BadOption
    from ratskeller.lab.simulate import simulate

    if chosen is None:
        chosen = secrets.randbelow(2**32)

    def play(number: int, progress: Callable[[int, int], None]) -> "Report":
        return simulate(start.game, start.players, start.options, bots.split(","), number, chosen, workers, progress)

    try:
        patiently(lambda: play(1, lambda done, total: None))
        with Progress(_("games")) as progress:
            report = in_background(lambda: play(number, progress))
    except BadOption as error:
        raise Complaint(str(error)) from None
    if as_json:
        _print_json(report.to_json())
    else:
        _print_report(start, report)


def _print_report(start: "Position", report: "Report") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for title, justify in (
        (_("Seat"), "left"),
        (_("Bot"), "left"),
        (_("Wins"), "right"),
        (_("Share"), "right"),
        (_("95 % interval"), "right"),
        (_("Mean return"), "right"),
        (_("Mean score"), "right"),
    ):
        table.add_column(title, justify=justify, no_wrap=justify == "right")  # type: ignore[arg-type]
    for seat in range(report.players):
        low, high = report.wins_95[seat]
        table.add_row(
            f"{seat + 1} {start.seat_name(seat + 1)}",
            report.bots[seat],
            f"{report.wins[seat]}",
            f"{report.wins[seat] / report.games:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{report.mean_returns[seat]:+.3f}",
            f"{report.mean_scores[seat]:.2f}",
        )
    console = Console(highlight=False, markup=False)
    console.print(
        _("{title}: {games} games, seed {seed}", title=start.game.title, games=report.games, seed=report.seed),
        style="bold",
    )
    if report.options:
        console.print(", ".join(f"{name} = {json.dumps(value)}" for name, value in report.options.items()))
    console.print(table)
    console.print(
        _(
            "Shared: {shared}. A game has {plies:.1f} moves on average, draws included.",
            shared=report.shared,
            plies=report.mean_plies,
        )
    )
    console.print(
        _(
            "{seconds:.2f} s: {games:,.0f} games and {plies:,.0f} moves a second.",
            seconds=report.seconds,
            games=report.games_per_second,
            plies=report.plies_per_second,
        )
    )


def _arena(
    game: str,
    bots: str,
    games: str,
    players: str | None,
    seed: str | None,
    option: list[str],
    components: str | None,
    threads: str | None,
    save: str | None,
    *,
    as_json: bool,
) -> None:
    number = values.whole("--games", games, 1, MOST_ARENA_GAMES)
    chosen = values.whole_or_none("--seed", seed, 0, values.MOST_SEED)
    workers = values.whole_or_none("--threads", threads, 1, MOST_THREADS)
    start = _start(game, players, option, components)
    from ratskeller.bots import bot
    from ratskeller.cli.progress import Progress, in_background, patiently
    from ratskeller.games.declare import BadOption
    from ratskeller.lab.arena import BadLedger, BotFailed, arena, prepare, read_setting

    names = bots.split(",")
    finished = 0

    def play(progress: Progress, seed: int) -> "ArenaReport":
        def count(done: int, total: int) -> None:
            nonlocal finished
            finished = done
            progress(done, total)

        return arena(start.game, names, start.players, start.options, number, seed, workers, save, count)

    try:
        if chosen is None:
            chosen = (read_setting(save) or {}).get("seed") if save is not None else None
        settled = secrets.randbelow(2**32) if chosen is None else chosen
        patiently(lambda: prepare(start, [bot(name) for name in names]))
        with Progress(_("games")) as progress:
            report = in_background(lambda: play(progress, settled))
    except (BadOption, BadLedger, BotFailed) as error:
        raise Complaint(str(error)) from None
    except KeyboardInterrupt:
        if save is not None and finished:
            sys.stderr.write(
                _("{file} keeps {games} games; the same command goes on.", file=save, games=finished) + "\n"
            )
        raise
    if as_json:
        _print_json(report.to_json())
    else:
        _print_arena(start, report, number)


def _print_arena(start: "Position", report: "ArenaReport", wanted: int) -> None:
    from rich.console import Console

    numbers = {standing.bot: f"{n}" for n, standing in enumerate(report.standings, 1)}
    scores = {pair.bots: pair.score for pair in report.pairs}
    scores |= {(b, a): 1 - score for (a, b), score in scores.items()}
    ranking = _table(_("Bot"), _("Score"), _("95 % interval"), _("Elo"), _("95 % interval"), _("Time a move"))
    crosses = _table(_("Bot"), *numbers.values())
    for one in report.standings:
        ranking.add_row(
            f"{numbers[one.bot]} {one.bot}",
            f"{one.score:.1%}",
            "{:.1%} – {:.1%}".format(*one.score_95),
            "–" if one.rating is None else f"{round(one.rating):+d}",
            "–" if one.rating_95 is None else "{:+d} – {:+d}".format(*map(round, one.rating_95)),
            "–" if one.seconds_per_move is None else f"{1000 * one.seconds_per_move:.3g} ms",
        )
        against = [f"{scores[one.bot, other]:.1%}" if other != one.bot else "–" for other in numbers]
        crosses.add_row(f"{numbers[one.bot]} {one.bot}", *against)
    pairs = _table(_("Bots"), _("Wins"), _("Draws"), _("Losses"), _("Score"), _("95 % interval"))
    for pair in report.pairs:
        pairs.add_row(
            " – ".join(pair.bots),
            f"{pair.wins}",
            f"{pair.draws}",
            f"{pair.losses}",
            f"{pair.score:.1%}",
            "{:.1%} – {:.1%}".format(*pair.score_95),
        )
    console = Console(highlight=False, markup=False)
    console.print(
        _(
            "{title}: {games} games for each line-up, seed {seed}",
            title=start.game.title,
            games=report.games,
            seed=report.seed,
        ),
        style="bold",
    )
    if report.options:
        console.print(", ".join(f"{name} = {json.dumps(value)}" for name, value in report.options.items()))
    if report.games != wanted:
        console.print(
            _("{wanted} games are rounded up, so that every deal is played in every rotation.", wanted=wanted)
        )
    console.print(ranking)
    if len(numbers) > 2:
        console.print(crosses)
    console.print(pairs)
    console.print(
        _(
            "Each line-up has played {deals} deals in {rotations} rotations. A game has {plies:.1f} moves on average, "
            "draws included.",
            deals=report.deals,
            rotations=report.players,
            plies=report.mean_plies,
        )
    )
    if report.standings[0].rating is None:
        console.print(_("Ratings in Elo points need choix: pip install 'ratskeller[arena]'."))


def _table(first: str, *more: str) -> "Table":
    """An empty table: a column of texts, which may be wrapped, and columns of figures."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, overflow="fold", min_width=8)
    for title in more:
        table.add_column(title, justify="right")
    return table


def _perft(
    game: str,
    depth: str,
    players: str | None,
    option: list[str],
    components: str | None,
    from_file: str | None,
    threads: str | None,
    *,
    as_json: bool,
) -> None:
    from ratskeller.lab.perft import MOST_DEPTH, count

    longest = values.whole("--depth", depth, 0, MOST_DEPTH)
    workers = values.whole_or_none("--threads", threads, 1, MOST_THREADS)
    if from_file is None:
        position = _start(game, players, option, components)
    else:
        given = {"--players": players, "--option": option, "--components": components}
        for name, value in given.items():
            if value not in (None, []):
                raise Complaint(_("--from and {name} exclude each other: the record says how it is played.", name=name))
        position = _from_record(game, from_file)
    from ratskeller.cli.progress import Progress, in_background, patiently

    patiently(lambda: count(position, min(longest, 1)))
    began = time.perf_counter()
    with Progress(_("moves")) as progress:
        nodes = in_background(lambda: count(position, longest, workers, progress))
    seconds = time.perf_counter() - began
    if as_json:
        _print_json({"depth": longest, "nodes": nodes})
        return
    width = max(len(f"{nodes[-1]:,}"), len(_("Sequences")))
    sys.stdout.write(f"{_('Length'):>8}  {_('Sequences'):>{width}}\n")
    for length, n in enumerate(nodes):
        sys.stdout.write(f"{length:>8}  {n:>{width},}\n")
    sys.stdout.write(
        _("{seconds:.2f} s: {nodes:,.0f} a second.", seconds=seconds, nodes=sum(nodes) / max(seconds, 1e-9)) + "\n"
    )


def _from_record(game: str, file: str) -> "Position":
    """The end of a record of this game."""
    values.game(game, None)
    record = values.record(file)
    if record.game != game:
        raise Complaint(_("{file} is a record of {other}, not of {game}.", file=file, other=record.game, game=game))
    from ratskeller.cli.progress import patiently

    try:
        return patiently(record.replay)
    except ValueError as error:
        raise Complaint(_("{file}: {reason}", file=file, reason=str(error))) from None


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
