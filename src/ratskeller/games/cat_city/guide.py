"""How to play Macskafogó, in our words, with positions to look at."""

from ratskeller.games.declare import Section
from ratskeller.words import N_

_PILES = (
    ("white", "green", "red", "white", "red", "green"),
    ("red", "white", "white", "green", "white", "red"),
    ("green", "red", "white", "red", "green", "white"),
    ("white", "white", "red", "green", "red", "white"),
    ("red", "green", "white", "white", "green", "red"),
)
_SETUP = (
    *(f"token {token}" for pile in _PILES for token in pile),
    *(f"card {card}" for card in ("7-cat", "7-mouse", "Q-bat", "3-cat", "10-rat")),
    *(f"place {field}" for field in ("r3", "r7", "r11", "r15", "r20", "r2")),
)
_TOKENS = (*_SETUP, "roll 2", "1>t1", "roll 3", "1>t2")
_HOP = (*_TOKENS, "roll 1", "3>r1")
_CARD = (*_HOP, "hop h1", "roll 1", "2>r14", "roll 2", "3>c1")

GUIDE = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Every player leads three rats through a city of streets and sewers. The rats pick up tokens, "
                "and with tokens you buy cards. Cats are worth most, and so are several cards of the same rank."
                " Whoever has the most points at the end wins."
            ),
        ),
        _SETUP,
        N_("All rats are placed. Every token field has its pile, and five cards lie in the middle."),
    ),
    Section(
        N_("The beginning"),
        (
            N_(
                "Each token field gets a pile of six tokens, each card field an open card. The other tokens are"
                " the bank."
            ),
            N_(
                "In turn you put one rat each on an empty golden field of the outer ring, until all rats are "
                "placed. Your rats are numbered in the order in which you place them."
            ),
        ),
    ),
    Section(
        N_("Your turn"),
        (
            N_("You roll the die and then move one of your rats, just as many steps as the die shows."),
            N_(
                "A step goes along a street to the next field, of whatever colour. From a red field, a rat-"
                "hole, it may also go underground: to a rat-hole that a line of nothing but yellow and golden "
                "fields joins to it. That is one step, too, however long the line. The dashed lines show these "
                "passages, and you may mix both kinds."
            ),
            N_(
                "A rat runs past other rats, but not twice over the same field, and it cannot come back to "
                "where it started. It ends on an empty field; only token fields hold any number of rats."
            ),
            N_("If you can move, you must. If none of your rats can, your turn is over."),
        ),
    ),
    Section(
        N_("Rat-holes"),
        (
            N_(
                "A rat that ends its move on a rat-hole may at once hop on to an empty rat-hole next to it "
                "underground, if it has not been there in this move. The hop costs nothing, and you need not "
                "take it."
            ),
        ),
        _HOP,
        N_("Rat 3 has come to the rat-hole r1. It may hop to r5, r17 or h1, or stay."),
    ),
    Section(
        N_("Tokens"),
        (
            N_(
                "On a token field you may stop early. With the exact count you take the top two tokens of the "
                "pile; with steps left over, only the top one. A rat that is already there gets nothing: it has"
                " to come in anew."
            ),
            N_("A pile that runs out is filled from the bank to six at once."),
        ),
        _TOKENS,
        N_("Blue came to t1 by the exact count and took two tokens. Orange stopped on t2 early and took one."),
    ),
    Section(
        N_("Cards"),
        (
            N_(
                "On a card field you may stop early as well, but nobody runs across it. With the exact count "
                "the card costs one token, otherwise two, of colours that you choose. Without the tokens you "
                "cannot go there."
            ),
            N_(
                "The paid tokens go to the bank, a new card is laid, and your rat goes home: you put it on any "
                "empty golden field of the ring."
            ),
        ),
        _CARD,
        N_("Two steps from h1, the exact count: the 7 of cats costs Blue one token."),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "When somebody has taken a fifth card, everybody else has one more turn. After sixty rounds the"
                " game is over in any case."
            ),
            N_(
                "White tokens count 1 point, red ones 2, green ones 3. Every cat counts 5 points, every other "
                "card 2. Two cards of one rank count 5 points more, three 10, four 20. Equal points share the "
                "place."
            ),
        ),
    ),
)
