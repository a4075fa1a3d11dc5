"""How to play Survival of the Fittest, in our words, with positions to look at."""

from ratskeller.games.declare import Section
from ratskeller.words import N_

# Red's and Green's prey, in turn.
PLACED = (
    *("place d4", "place l10", "place f6", "place j8", "place b5"),
    *("place n9", "place h2", "place h12", "place c9", "place m5"),
)

GUIDE = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Every player has a predator and five prey. Hunt the prey of the others with your predator, and keep"
                " your own prey out of their reach. Every prey you capture is a point; who is the last to have prey "
                "on the board also gets the points of those that are left."
            ),
        ),
    ),
    Section(
        N_("The start"),
        (
            N_("The predators begin in corners of the board."),
            N_(
                "Then the prey are placed, one at a time in turn, on any hex where no piece stands and no obstacle "
                "lies. Eight obstacles are printed on the board; the movable ones lie beside it for now."
            ),
        ),
        PLACED,
        N_("All prey are placed. Red begins."),
    ),
    Section(
        N_("Your turn"),
        (
            N_(
                "You roll two dice and say which one is your predator's. The other one is your prey's. The predator "
                "steps exactly as far as its die shows. The steps of the other die you share out among your prey as "
                "you like: all to one of them, or one each."
            ),
            N_(
                "Predator first or prey first, that is up to you; but the two do not mix: once one side has begun, "
                "it makes all its steps. You cannot pass."
            ),
        ),
        (*PLACED, "roll 3 2", "predator 3", "P e", "P se", "P e", "3 ne"),
        N_("Red's predator has made its three steps; the prey have one of their two steps left."),
    ),
    Section(
        N_("Where a piece may step"),
        (
            N_(
                "Pieces step from hex to neighbouring hex. Nobody steps on an obstacle, a predator or a prey of "
                "their own, and nobody jumps. Prey step on no piece at all."
            ),
            N_("In one turn a piece never comes back to a hex where it has been in this turn."),
            N_(
                "If there is no way to make all the steps, you make as many as possible. So you may not walk into a "
                "dead end while there is a way to make more steps. Who cannot step at all stays where they are."
            ),
        ),
    ),
    Section(
        N_("Captures"),
        (
            N_(
                "A predator that steps on another player's prey captures it and goes on if it has steps left. It can"
                " capture several in one turn."
            ),
            N_(
                "Who loses their last prey is out: their predator leaves the board at once. The points they have "
                "captured remain theirs."
            ),
        ),
    ),
    Section(
        N_("Doubles"),
        (
            N_(
                "With a double you also place a movable obstacle: before your steps, between predator and prey, or "
                "after them. It may be turned any way, and lies on free hexes only."
            ),
            N_("When all of them are on the board, you lift any one and put it somewhere else."),
        ),
        (*PLACED, "roll 2 2", "bent k9 5"),
        N_("Red has rolled a double, and has placed the bent obstacle before the first step."),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "The game ends as soon as only one player has prey. That player adds their points. The most points "
                "win; with equal points it counts whose prey lasted longer."
            ),
            N_(
                "If the hunt goes on for very long, the game stops after 200 rounds. Then everybody adds the points "
                "of their prey, and equal points share a place."
            ),
        ),
    ),
)
