"""How to play Kloakråttan, in our words, with positions to look at."""

from ratskeller.games.declare import Section

GUIDE: tuple[Section, ...] = ()
