"""Kloakråttan (Sewer Rat), declared."""

from importlib.resources import files

from ratskeller.games.declare import STARTER, Option, Rules
from ratskeller.games.sewer_rat.components import FEWEST_PLAYERS, MOST_PLAYERS, check, setup
from ratskeller.games.sewer_rat.guide import GUIDE
from ratskeller.games.sewer_rat.notation import explain, parse, text
from ratskeller.games.sewer_rat.picture import draw
from ratskeller.games.sewer_rat.rules import LAY, MOST_MOVES, PASS, STATE, foresee
from ratskeller.games.sewer_rat.steps import steps
from ratskeller.games.sewer_rat.story import ending, tell
from ratskeller.games.sewer_rat.textboard import write
from ratskeller.words import N_

RULES = Rules(
    id="sewer-rat",
    title=N_("Kloakråttan"),
    summary=N_("Two to four players lay pipes, and each leads the sewer rat towards their own side of the grid."),
    seats=(N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")),
    colours=("red", "blue", "green", "purple"),
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    options=(
        STARTER,
        Option(
            "edges",
            "previous",
            lambda players: ("previous", "all"),
            N_("What a card must match"),
            N_("Only the rat's card (previous), or the cards on all sides (all): an opening then never meets a wall."),
        ),
        Option(
            "strive",
            True,
            lambda players: (True, False),
            N_("Strive for manned sides"),
            N_("Whether the rat may be led to a side where nobody sits only when there is no other way."),
        ),
    ),
    random=N_("The cards are drawn at random."),
    hidden=N_("The cards in the other players' hands are hidden."),
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
    # To pass, to leave by the one side that is left, to run to the one card that can be reached.
    forced=lambda move: PASS <= move < LAY,
    rounds=lambda components: components.get("rounds", 1),
    counts_wins=True,
)
