"""What may happen: one folder a game, each declared by its `Rules`."""

from ratskeller.games.compiled import release
from ratskeller.games.declare import Rules
from ratskeller.games.rat_attack import RULES as RAT_ATTACK

ALL: tuple[Rules, ...] = (RAT_ATTACK,)

release()
