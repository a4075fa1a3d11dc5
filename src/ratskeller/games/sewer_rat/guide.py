"""How to play Kloakråttan, in our words, with positions to look at."""

from ratskeller.games.declare import Section
from ratskeller.words import N_

_DEAL = ("draw straight", "draw bend", "draw tee", "draw well", "draw cross", "draw bend_left")

GUIDE = (
    Section(
        N_("What it is about"),
        (
            N_(
                "A rat lives in the sewers, and each of you wants it to come out on your own side. Card by card you "
                "lay the pipes that it runs through. If it leaves the grid on your side, you win the round."
            ),
            N_("Two players sit south and north; with three there is one in the west, with four one in the east, too."),
        ),
        _DEAL,
        N_("The start: the rat sits on the start card in the middle, and everybody has three cards in hand."),
    ),
    Section(
        N_("Your turn"),
        (
            N_(
                "You lay one card at an opening of the card that the rat sits on, and turn it as you like, as long as "
                "one of its own openings faces the rat. Then the rat runs to your card, and you draw a new one."
            ),
            N_(
                "On some cards there is an arrow at one opening: this opening must face the rat, because that is where "
                "it comes from."
            ),
            N_(
                "Whoever begins may not lay the first card at the opening towards their own side. And every card must "
                "let the game go on: it needs a way on for the rat. Only a well may always be laid."
            ),
        ),
        (*_DEAL, "straight n 0", "draw wye", "bend_left n 0", "draw straight"),
        N_("Two cards lie, and the rat has turned left: the next one goes to the west of it."),
    ),
    Section(
        N_("Nothing fits"),
        (
            N_(
                "If you cannot lay any of your cards, you discard one, open for all to see, and draw another. If this "
                "one can be laid, it must be, at once. Otherwise it is the next player's turn."
            ),
            N_(
                "If that happens to everybody in turn, it is a dead end: whoever laid the last card turns the rat "
                "round, and it runs back along the tracks to the nearest card that is open. If there is a dead end "
                "again before another card is laid, the round is a draw."
            ),
        ),
    ),
    Section(
        N_("Tracks"),
        (
            N_(
                "The dashed lines are the rat's tracks. On a crossing it only runs straight on. On a branch or a "
                "Y-pipe it never runs from one arm to the other. An open card is one with an opening to a free cell."
            ),
        ),
    ),
    Section(
        N_("Links"),
        (
            N_(
                "If your card meets another card's opening besides the one that the rat came through, you have linked "
                "two pipes. Then you may let the rat run on along the tracks, as far as you like, to any open card. "
                "Arrows do not matter on such a run."
            ),
        ),
        (
            *("draw bend", "draw tee", "draw tee", "draw well", "draw cross", "draw bend", "bend n 0", "draw wye"),
            *("bend e 1", "draw straight", "tee s 2"),
        ),
        N_("The T-pipe linked the loop to the start card: the rat may stay there, or run on to the start card."),
    ),
    Section(
        N_("Wells"),
        (
            N_(
                "A well turns the rat round: it runs back through the pipes to any open card that you choose. If there "
                "is none on its way, you put it on the nearest open card."
            ),
        ),
        (*_DEAL, "tee n 0", "draw wye", "well e 1"),
        N_("The well turned the rat round: it may run back to the T-pipe or to the start card."),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "A card with an opening off the grid lets the rat out, and the player on that side wins. In a corner "
                "whoever laid the card chooses the side. Where nobody sits, the round is a draw; so you may only lead "
                "the rat there if you cannot lay any other card."
            ),
            N_(
                "A match is five rounds. A drawn round is played again. Between rounds the seats go round, and "
                "whoever wins the most rounds wins the match."
            ),
        ),
    ),
)
