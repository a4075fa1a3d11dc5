"""How to play Rat Attack, in our words, with positions to look at."""

from ratskeller.games.declare import Section
from ratskeller.games.rat_attack.picture import FACES
from ratskeller.words import N_

GUIDE = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Two cooks, Red and Green, share one kitchen floor. Tile by tile you bring spices of the same kind "
                "together, which earns points at once. And you keep an eye on the rats of your own colour: too "
                "many of them at the end of your turn, and you have lost, whatever the score."
            ),
        ),
        ("draw 17", "draw 4"),
        N_("The start: only the blank start tile lies on the table, and Red has two tiles in hand."),
        tuple((f"face-{number}", name) for number, name in enumerate(FACES) if number),
    ),
    Section(
        N_("Your turn"),
        (
            N_(
                "You draw two tiles, look at both, and place one after the other, in the order you like. Then it "
                "is the other player's turn."
            ),
            N_("With 44 tiles in the stock there are 22 turns, eleven each."),
        ),
    ),
    Section(
        N_("Where a tile may lie"),
        (
            N_("A tile covers three spaces in a row, along or across, either way round."),
            N_(
                "On the ground, all three spaces must be empty, and at least one of them must touch a tile side to "
                "side: corner to corner is not enough. It does not matter how high that tile lies."
            ),
            N_(
                "You may also build upwards. Then the tile lies flat on three spaces of the same height, which "
                "belong to two or three different tiles. It never lies on one single tile alone."
            ),
            N_("A tile that lies stays where it is."),
        ),
        ("draw 14", "draw 16", "14@-1,1e", "16@0,2e", "draw 8", "draw 24", "24@1,0s"),
        N_("Tile 24 was placed last: it lies one level higher, on the start tile and two others."),
    ),
    Section(
        N_("Spices"),
        (
            N_(
                "Only what lies on top counts. Visible spaces with the same spice in the same colour that hang "
                "together side to side are a group."
            ),
            N_(
                "After every tile you place, each group that contains a spice of this tile scores for its colour: "
                "1 point for two spaces, 2 points for three or more. A group may score again and again, also when "
                "it has not grown, and even when it has shrunk."
            ),
            N_(
                "So look twice: your tile may earn points for the other player, too. Blank spaces and rats never score."
            ),
        ),
        ("draw 11", "draw 33", "11@-1,1e", "33@2,2w"),
        N_("Tile 33 brought two groups of two spaces together: one point for Red, one for Green."),
    ),
    Section(
        N_("Rats"),
        (
            N_(
                "When you have placed your second tile, the visible rats of your colour are counted. With three or "
                "more of them you lose at once. Only your own rats count, and only at the end of your own turn. "
                "Cover them with other tiles in time."
            ),
        ),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "When all tiles are placed and nobody has lost by rats, every visible group scores once more: 1 "
                "point for two spaces, 2 for three or more. The most points win. With equal points, more visible "
                "spices of one's colour decide; if these are equal, too, it is a draw."
            ),
        ),
    ),
)
