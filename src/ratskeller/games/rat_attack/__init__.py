"""Rat Attack, declared."""

from importlib.resources import files

from ratskeller.games.declare import STARTER, Option, Rules
from ratskeller.games.rat_attack.components import check, setup
from ratskeller.games.rat_attack.guide import GUIDE
from ratskeller.games.rat_attack.notation import explain, parse, text
from ratskeller.games.rat_attack.picture import draw
from ratskeller.games.rat_attack.rules import MOST_MOVES, STATE, foresee
from ratskeller.games.rat_attack.story import ending, tell
from ratskeller.games.rat_attack.textboard import write
from ratskeller.words import N_

RULES = Rules(
    id="rat-attack",
    title=N_("Rat Attack"),
    summary=N_("Two players bring spices together on stacks of tiles, and keep their own rats out of sight."),
    seats=(N_("Red"), N_("Green")),
    colours=("red", "green"),
    fewest=2,
    most=2,
    options=(
        STARTER,
        Option(
            "rats_to_lose",
            3,
            lambda players: range(1, 10),
            N_("Rats to lose"),
            N_("So many visible rats of one's own colour at the end of one's turn lose the game."),
        ),
    ),
    random=N_("The tiles are drawn at random."),
    hidden="",
    state=STATE,
    most_moves=MOST_MOVES,
    components=files(__package__).joinpath("components.toml").read_text(encoding="utf-8"),
    check=check,
    setup=setup,
    text=text,
    parse=parse,
    explain=explain,
    tell=tell,
    ending=ending,
    draw=draw,
    guide=GUIDE,
    foresee=foresee,
    write=write,
)
