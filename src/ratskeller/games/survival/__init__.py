"""Survival of the Fittest, declared."""

from importlib.resources import files

from ratskeller.games.declare import STARTER, Option, Rules
from ratskeller.games.survival.components import check, setup
from ratskeller.games.survival.guide import GUIDE
from ratskeller.games.survival.notation import explain, parse, text
from ratskeller.games.survival.picture import draw
from ratskeller.games.survival.rules import MOST_MOVES, STATE, foresee
from ratskeller.games.survival.steps import steps
from ratskeller.games.survival.story import ending, tell
from ratskeller.games.survival.textboard import write
from ratskeller.words import N_

RULES = Rules(
    id="survival",
    title=N_("Survival of the Fittest"),
    summary=N_("Two to four predators hunt each other's prey, and every prey runs for its life."),
    seats=(N_("Red"), N_("Green"), N_("Blue"), N_("Yellow")),
    colours=("red", "green", "blue", "yellow"),
    fewest=2,
    most=4,
    options=(
        STARTER,
        Option(
            "max_rounds",
            200,
            lambda players: range(1, 1001),
            N_("Most rounds"),
            N_("After so many rounds the game stops, and every seat adds the points of its surviving prey."),
        ),
    ),
    random=N_("Two dice are rolled for every turn."),
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
    write=write,
    guide=GUIDE,
    foresee=foresee,
    steps=steps,
)
