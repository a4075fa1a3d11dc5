"""What may happen: one folder a game, each declared by its `Rules`."""

from ratskeller.games.cat_city import RULES as CAT_CITY
from ratskeller.games.declare import Rules
from ratskeller.games.rat_attack import RULES as RAT_ATTACK
from ratskeller.games.sewer_rat import RULES as SEWER_RAT
from ratskeller.games.survival import RULES as SURVIVAL

ALL: tuple[Rules, ...] = (SEWER_RAT, CAT_CITY, SURVIVAL, RAT_ATTACK)
