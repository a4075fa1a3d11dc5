"""The picture of a Survival position."""

from collections.abc import Sequence

from ratskeller.games.kernel import State


def draw(s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str:
    """Draw the board as one ``<svg>`` element."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="{ident}" viewBox="0 0 100 100"></svg>'
