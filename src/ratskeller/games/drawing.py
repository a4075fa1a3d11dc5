"""What all pictures share: the stylesheet, and how a standalone picture embeds it."""

from functools import cache
from pathlib import Path

STYLESHEET = Path(__file__).parent / "picture.css"


@cache
def stylesheet() -> str:
    """The one stylesheet of all pictures, light and dark."""
    return STYLESHEET.read_text(encoding="utf-8")


def with_stylesheet(svg: str) -> str:
    """An ``<svg>`` element with the stylesheet inside, to stand alone in a file or a notebook."""
    head, gap, body = svg.partition(">")
    return f"{head}{gap}<style>{stylesheet()}</style>{body}"
