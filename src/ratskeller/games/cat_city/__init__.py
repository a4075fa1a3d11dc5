"""Macskafogó, declared."""

from importlib.resources import files

from ratskeller.games.cat_city.components import check, setup
from ratskeller.games.cat_city.guide import GUIDE
from ratskeller.games.cat_city.notation import explain, parse, text
from ratskeller.games.cat_city.picture import draw
from ratskeller.games.cat_city.rules import MOST_MOVES, PASS, STATE, foresee
from ratskeller.games.cat_city.steps import steps
from ratskeller.games.cat_city.story import ending, tell
from ratskeller.games.cat_city.textboard import write
from ratskeller.games.declare import STARTER, Option, Rules
from ratskeller.words import N_

RULES = Rules(
    id="cat-city",
    title=N_("Macskafogó"),
    summary=N_("Rats gather tokens all over the city and pay with them for cards; cats and equal ranks count most."),
    seats=(N_("Blue"), N_("Orange"), N_("Purple"), N_("Black")),
    colours=("blue", "orange", "purple", "black"),
    fewest=2,
    most=4,
    options=(
        STARTER,
        Option(
            "max_rounds",
            60,
            lambda players: range(1, 1001),
            N_("Most rounds"),
            N_("After so many rounds the game is scored as it stands."),
        ),
    ),
    random=N_("The die, the tokens and the cards are random."),
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
    forced=lambda move: move == PASS,
)
