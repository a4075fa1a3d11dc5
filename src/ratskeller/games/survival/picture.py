"""The picture of a Survival position: one ``<svg>`` element, seen from above, row 1 at the top.

Coordinates: a hex is 40 user units wide, its sides are 40 / √3 long, and one corner points up; the middle of a1 is
(0, 0). Rows lie 60 / √3 apart, every other one half a hex to the right. ``data-box`` of the root is what holds the
board and, below it, the movable obstacles that are not on the board; above it is the panel with players and dice.

Ids begin with the picture's own (here ``board``) and stay the same from move to move: ``board-c6`` is a hex, with
the class ``printed`` if a printed obstacle lies on it; ``board-P1`` the predator of seat 1, ``board-1-3`` its prey 3,
with their hex in ``data-hex``; ``board-obstacle-bar`` a movable obstacle, with its anchor and turns in ``data-hex`` and
``data-turns`` while it lies on the board; ``board-die-1`` and ``board-die-2`` the dice, once assigned the predator's
and the prey's. Pieces and obstacles are moved by ``transform`` alone, and lie side by side in ``board-pieces`` and
``board-obstacles``. In ``board-last`` are the ways of the pieces that moved last, each piece's id in ``data-way-of``.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from math import sqrt

from ratskeller.games.kernel import OVER, TO_CHANCE, State
from ratskeller.games.survival.notation import (
    column_and_row,
    hex_at,
    hex_text,
    obstacle_text,
    placed,
)
from ratskeller.games.survival.rules import (
    FIRST_OBSTACLE,
    FIRST_PLACE,
    HEXES,
    PREDATOR,
    PREY,
    PRINTED,
)
from ratskeller.games.survival.story import obstacle_name
from ratskeller.games.survival.trail import last_ways
from ratskeller.words import _, ngettext

WIDTH = 40
HALF = WIDTH // 2
SIDE = WIDTH / sqrt(3)
PITCH = 1.5 * SIDE
MARGIN = 34
"""Around the middles of the outermost hexes: half a hex, and some table."""
PANEL = 122
"""Height of the panel above the board."""
SUPPLY = 64
"""Height of what is below the board."""
SUPPLY_SCALE = 0.55
SUPPLY_LABEL = 100
"""How far from the left the movable obstacles begin."""

COLOURS = ("#b3261e", "#1c6b3a", "#1b4fa3", "#8a5a00")
"""Red, green, blue, yellow: dark enough for white to be read on them."""

_OUTLINES = (
    '<circle class="body" r="15"/>',
    '<rect class="body" x="-13.5" y="-13.5" width="27" height="27" rx="3"/>',
    '<path class="body" d="M0 -17.5L15.5 10.5H-15.5Z"/>',
    '<path class="body" d="M0 -17.5L17.5 0L0 17.5L-17.5 0Z"/>',
)
"""The form of each seat's pieces: round, square, pointing up, standing on a corner."""
_CENTRES = (0, 0, 2, 0)
"""How far below the middle of its hex a piece's sign is drawn, by seat."""
_CLAWS = '<path class="sign" d="M-6 5.5C-6.5 0 -5 -4 -2.5 -6.5M0 6.5C-.5 1 .8 -4 3.2 -7M6 5.5C5.8 1 6.8 -2.5 8 -4.5"/>'
"""The sign of a predator."""
_PAW = (
    '<g class="paw"><ellipse cx="0" cy="3.4" rx="4.6" ry="3.8"/><circle cx="-5.4" cy="-1.6" r="2"/>'
    '<circle cx="-1.9" cy="-4.6" r="2"/><circle cx="1.9" cy="-4.6" r="2"/><circle cx="5.4" cy="-1.6" r="2"/></g>'
)
"""The sign of the prey."""
_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of nine fields of a die's face show a pip, by its value."""
_CORNERS = ((0.0, -1.0), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0.0, 1.0), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5))
_AXIAL = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The neighbour in q and r beyond each side of a hex, the side that begins at the first corner first."""


def draw(s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str:
    """Draw board, pieces and dice as one ``<svg>`` element, with the classes that ``picture.css`` colours."""
    names = [_harmless(name) for name in names]
    rows, columns = int(s.rows), tuple(s.columns.tolist())
    right = max(WIDTH * (columns[0] - 1), WIDTH * (columns[1] - 1) + HALF)
    bottom = PITCH * (rows - 1)
    left, top = -MARGIN, -MARGIN
    width, height = right + 2 * MARGIN, bottom + 2 * MARGIN
    scale = width / _panel_width(len(names))
    above = PANEL * scale
    whole = f'{left}" y="{_figure(top - above)}" width="{width}" height="{_figure(height + above + SUPPLY)}'
    printed = tuple(at for at, what in enumerate(s.board.tolist()) if what == PRINTED)
    supply = bottom + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{ident}" class="ratskeller survival" role="group"',
        f' viewBox="{left} {_figure(top - above)} {width} {_figure(height + above + SUPPLY)}"',
        f' data-box="{left} {top} {width} {_figure(height + SUPPLY)}"',
        f' aria-labelledby="{ident}-title" aria-describedby="{ident}-desc">',
        f'<title id="{ident}-title">{escape(_title(names))}</title>',
        f'<desc id="{ident}-desc">{escape(_description(s, names))}</desc>',
        f'<rect class="floor" fill="#efe2c8" x="{whole}"/>',
        _board(rows, columns, printed, ident),
        _supply_line(s, left, supply, ident),
        f'<g id="{ident}-obstacles">',
        *_obstacles(s, moves, left, supply, width, ident),
        "</g>",
        _trails(s, moves, ident),
        f'<g id="{ident}-pieces">',
        *_pieces(s, names, moves, ident),
        "</g>",
        f'<g id="{ident}-panel" class="panel" transform="translate({left} {_figure(top - above)}) scale({scale:.4g})">',
        *_panel(s, names, ident),
        "</g></svg>",
    ]
    return "".join(parts)


def _figure(number: float) -> str:
    """A number as short as it can be written to a tenth."""
    return f"{number:.1f}".removesuffix(".0")


@lru_cache(4096)
def _middle(at: int) -> tuple[float, float]:
    """The middle of a hex."""
    column, row = column_and_row(at)
    return WIDTH * column + HALF * (row % 2), PITCH * row


def spot(at: int) -> str:
    """The middle of a hex, in user units."""
    x, y = _middle(at)
    return f"{_figure(x)} {_figure(y)}"


@lru_cache(64)
def _board(rows: int, columns: tuple[int, int], printed: tuple[int, ...], ident: str) -> str:
    """Every hex, with its name."""
    ring = "".join(f"{'L' if k else 'M'}{_figure(SIDE * x)} {_figure(SIDE * y)}" for k, (x, y) in enumerate(_CORNERS))
    stone = (
        f'<defs><pattern id="{ident}-stone" width="7" height="7" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><rect class="rock" fill="#5d544a" width="7" height="7"/>'
        '<path class="crack" stroke="#8d8273" stroke-width="1.6" d="M0 0V7"/></pattern>'
        f'<path id="{ident}-hex" d="{ring}Z"/></defs>'
    )
    drawn = []
    labels = []
    for row in range(rows):
        for column in range(columns[row % 2]):
            at = hex_at(column, row)
            x, y = _middle(at)
            kind = f'printed" fill="url(#{ident}-stone)' if at in printed else "hex"
            name = hex_text(at)
            where = f'x="{_figure(x)}" y="{_figure(y)}"'
            drawn.append(f'<use id="{ident}-{name}" class="{kind}" href="#{ident}-hex" {where}/>')
            if at not in printed:
                labels.append(f'<text x="{_figure(x)}" y="{_figure(y + 20)}">{name}</text>')
    return (
        f'{stone}<g id="{ident}-hexes" fill="#f8efd9" stroke="#b89f74">{"".join(drawn)}</g>'
        f'<g class="coordinates" font-size="6.5" text-anchor="middle" aria-hidden="true">{"".join(labels)}</g>'
    )


@lru_cache(64)
def _shape(hexes: tuple[tuple[int, int], ...]) -> str:
    """A movable obstacle, not turned, its anchor's middle at (0, 0)."""
    bodies, edges, studs = [], [], []
    for q, r in hexes:
        x, y = WIDTH * q + HALF * r, PITCH * r
        corners = [(_figure(x + SIDE * dx), _figure(y + SIDE * dy)) for dx, dy in _CORNERS]
        bodies.append("M" + "L".join(f"{cx} {cy}" for cx, cy in corners) + "Z")
        for k, (dq, dr) in enumerate(_AXIAL):
            if (q + dq, r + dr) not in hexes:
                (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
                edges.append(f"M{ax} {ay}L{bx} {by}")
        studs.append(f'<circle class="stud" cx="{_figure(x)}" cy="{_figure(y)}" r="5"/>')
    return (
        f'<path class="plank" fill="#c08a4a" d="{"".join(bodies)}"/>'
        '<path class="rim" fill="none" stroke="#5b3d1c" stroke-width="3.5" stroke-linecap="round"'
        f' d="{"".join(edges)}"/>{"".join(studs)}'
    )


def _obstacles(s: State, moves: Sequence[int], left: float, top: float, width: float, ident: str) -> Iterator[str]:
    """The movable obstacles, on the board or in the supply below it."""
    newest = placed(moves[-1])[0] if moves and moves[-1] >= FIRST_OBSTACLE else -1
    for obstacle, place in enumerate(s.obstacles.tolist()[: int(s.obstacle_count)]):
        hexes = tuple((q, r) for q, r in s.obstacle_hexes[obstacle, : int(s.obstacle_sizes[obstacle])].tolist())
        name = obstacle_name(s, obstacle)
        if place:
            anchor, turns = place % HEXES, place // HEXES
            where = f"translate({spot(anchor)}) rotate({60 * turns})"
            data = f' data-hex="{hex_text(anchor)}" data-turns="{turns}"'
            label = _("{obstacle}, on {hex}", obstacle=name, hex=hex_text(anchor))
        else:
            where = _in_supply(s, obstacle, hexes, left, top, width)
            data = ""
            label = _("{obstacle}, beside the board", obstacle=name)
        kind = "obstacle newest" if obstacle == newest else "obstacle"
        yield (
            f'<g id="{ident}-obstacle-{obstacle_text(s, obstacle)}" class="{kind}"{data} transform="{where}" role="img"'
            f' aria-label="{escape(label)}">{_shape(hexes)}</g>'
        )


def _in_supply(
    s: State, obstacle: int, hexes: tuple[tuple[int, int], ...], left: float, top: float, width: float
) -> str:
    """Where an obstacle lies that is not on the board: every one has its own place."""
    xs = [WIDTH * q + HALF * r for q, r in hexes]
    ys = [PITCH * r for _q, r in hexes]
    step = (width - SUPPLY_LABEL) / int(s.obstacle_count)
    scale = min(SUPPLY_SCALE, step / (4 * WIDTH))
    x = left + SUPPLY_LABEL + step * (obstacle + 0.5) - scale * (min(xs) + max(xs)) / 2
    y = top + SUPPLY / 2 - scale * (min(ys) + max(ys)) / 2
    return f"translate({_figure(x)} {_figure(y)}) scale({scale:.3g})"


def _supply_line(s: State, left: float, top: float, ident: str) -> str:
    count = int(s.obstacle_count)
    left_over = count - sum(place > 0 for place in s.obstacles.tolist())
    words = _("Obstacles:") if left_over else ""
    return (
        f'<g id="{ident}-supply"><text class="say" x="{_figure(left + 14)}" y="{_figure(top + SUPPLY / 2 + 5)}"'
        f' font-size="15">{escape(words)}</text></g>'
    )


def _pieces(s: State, names: Sequence[str], moves: Sequence[int], ident: str) -> Iterator[str]:
    """Predators and prey that are on the board."""
    newest = moves[-1] - FIRST_PLACE if moves and FIRST_PLACE <= moves[-1] < FIRST_OBSTACLE else -1
    predators, prey = s.predators.tolist(), s.prey.tolist()
    for seat, name in enumerate(names, 1):
        for number, at in enumerate(prey[seat - 1], 1):
            if at:
                label = _("Prey {number} of {player}, on {hex}", number=number, player=name, hex=hex_text(at))
                yield _piece(f"{ident}-{seat}-{number}", seat, number, at, label, at == newest)
        if at := predators[seat - 1]:
            label = _("Predator of {player}, on {hex}", player=name, hex=hex_text(at))
            yield _piece(f"{ident}-P{seat}", seat, 0, at, label, False)


@lru_cache(4096)
def _piece(ident: str, seat: int, number: int, at: int, label: str, newest: bool) -> str:
    kind = "prey" if number else "predator"
    return (
        f'<g id="{ident}" class="piece {kind} seat-{seat}{" newest" if newest else ""}" data-hex="{hex_text(at)}"'
        f' transform="translate({spot(at)})" role="img" aria-label="{escape(label)}">{_token(seat, number)}</g>'
    )


@lru_cache(64)
def _token(seat: int, number: int) -> str:
    """A predator is dark with bright claws, prey is bright with its number."""
    colour = COLOURS[seat - 1]
    below = _CENTRES[seat - 1]
    if number:
        return (
            f'<g fill="#fff8e8" stroke="{colour}" stroke-width="2.4" transform="scale(.86)">{_OUTLINES[seat - 1]}</g>'
            f'<text class="number" fill="{colour}" y="{_figure(below + 4.8)}" font-size="14" font-weight="700"'
            f' text-anchor="middle">{number}</text>'
        )
    return (
        f'<g fill="{colour}" stroke="#fff8e8" stroke-width="1.6">{_OUTLINES[seat - 1]}</g>'
        f'<g fill="none" stroke="#fff8e8" stroke-width="2.6" stroke-linecap="round"'
        f' transform="translate(-1 {below})">{_CLAWS}</g>'
    )


def _trails(s: State, moves: Sequence[int], ident: str) -> str:
    """The ways of the pieces in this turn, or in the one before while this one has no steps yet."""
    seat, ways = last_ways(s, moves)
    drawn = [
        f'<path class="halo" d="M{"L".join(spot(at) for at in reversed(way))}"/>'
        f'<path class="way" data-way-of="{f"{seat}-{piece}" if piece else f"P{seat}"}"'
        f' d="M{"L".join(spot(at) for at in reversed(way))}"/>'
        f'<circle class="from" transform="translate({spot(way[-1])})" r="5"/>'
        for piece, way in sorted(ways.items())
    ]
    return (
        f'<g id="{ident}-last" class="last seat-{seat}" fill="none" stroke="{COLOURS[seat - 1]}" stroke-width="4"'
        f' stroke-linejoin="round" aria-hidden="true">{"".join(drawn)}</g>'
    )


def _panel_width(players: int) -> int:
    return max(640, 200 * players)


def _panel(s: State, names: Sequence[str], ident: str) -> Iterator[str]:
    """Players with their points and prey, whose turn it is, dice."""
    width = _panel_width(len(names))
    each = (width - 8) // len(names)
    acting = 0 if s.to_act == OVER else int(s.turn)
    for seat, name in enumerate(names, 1):
        yield _player(s, seat, name, 8 + each * (seat - 1), each - 8, seat == acting, ident)
    yield f'<text class="say" x="14" y="104" font-size="16">{escape(_shortened(_turn(s, names), 34))}</text>'
    dice = s.dice.tolist()
    if dice[0]:
        for group in (PREDATOR, PREY):
            yield _die(s, group, dice[group], width - 300 + 150 * group, ident)


def _player(s: State, seat: int, name: str, left: int, width: int, acting: bool, ident: str) -> str:
    """A player's card: name, points, and a mark for each prey, crossed out once it is captured."""
    points, out = int(s.scores[seat - 1]), bool(s.out[seat - 1])
    count = int(s.prey_count)
    prey = s.prey[seat - 1].tolist()[:count]
    colour = COLOURS[seat - 1]
    step = min(19, (width - 96) // count)
    marks = "".join(
        _mark(left + 50 + step * k, colour, "alive" if at else "to come" if s.unplaced else "captured")
        for k, at in enumerate(prey)
    )
    kinds = f"player seat-{seat}{' acting' if acting else ''}{' out' if out else ''}"
    pointer = f'<path class="pointer" d="M{left + 5} 17l9 -5v10Z" transform="rotate(180 {left + 9.5} 17)"/>'
    shown = escape(_shortened(name, (width - 60) // 10))
    return (
        f'<g class="{kinds}"><rect class="card" x="{left}" y="8" width="{width}" height="62" rx="8"/>'
        f"{pointer if acting else ''}"
        f'<g transform="translate({left + 24} 41)">{_token(seat, 0)}</g>'
        f'<text class="name" x="{left + 46}" y="33" font-size="16">{shown}</text>'
        f'<g id="{ident}-prey-{seat}">{marks}</g>'
        f'<text id="{ident}-points-{seat}" class="score" x="{left + width - 12}" y="61" font-size="28"'
        f' text-anchor="end">{points}</text></g>'
    )


def _mark(x: int, colour: str, fate: str) -> str:
    """A prey on a player's card."""
    fill = "#fff8e8" if fate == "alive" else "none"
    dashes = ' stroke-dasharray="2 2"' if fate == "to come" else ""
    cross = f'<path stroke="{colour}" stroke-width="2" d="M{x - 5} 57l10 -10"/>' if fate == "captured" else ""
    return (
        f'<circle class="mark-prey" cx="{x}" cy="52" r="6.5" fill="{fill}" stroke="{colour}" stroke-width="2"{dashes}/>'
        f"{cross}"
    )


def _die(s: State, group: int, value: int, left: int, ident: str) -> str:
    """A die, and once it is settled whose it is: the sign of the predator or the prey, and the steps left."""
    pips = "".join(
        f'<circle class="pip" cx="{left + 7 + 8 * (k % 3)}" cy="{83 + 8 * (k // 3)}" r="2.7"/>' for k in _PIPS[value]
    )
    whose = label = ""
    if s.assigned:
        left_over = _steps_left(s, group)
        sign = _CLAWS if group == PREDATOR else _PAW
        kind = "claws" if group == PREDATOR else "paws"
        note = escape(ngettext("{n} left", "{n} left", left_over, n=left_over))
        whose = (
            f'<g class="{kind}" transform="translate({left + 46} 92)">{sign}</g>'
            f'<text class="note" x="{left + 60}" y="97" font-size="15">{note}</text>'
        )
        label = (
            _("Die of the predator: {value}", value=value)
            if group == PREDATOR
            else _("Die of the prey: {value}", value=value)
        )
    else:
        label = _("Die: {value}", value=value)
    return (
        f'<g id="{ident}-die-{group + 1}" class="die" role="img" aria-label="{escape(label)}">'
        f'<rect class="face" x="{left}" y="76" width="30" height="30" rx="6"/>{pips}{whose}</g>'
    )


def _steps_left(s: State, group: int) -> int:
    """Pips of a group's die that are not used up: as far as it can go once it has begun."""
    return int(s.left[group]) if s.stepping == group + 1 else int(s.waiting[group])


def _title(names: Sequence[str]) -> str:
    return _("Survival of the Fittest: {players}", players=_(", ").join(names))


def _turn(s: State, names: Sequence[str]) -> str:
    if s.to_act == OVER:
        return _("The game is over.")
    player = names[int(s.turn) - 1]
    if s.to_act == TO_CHANCE:
        return _("{player} is about to roll.", player=player)
    if s.unplaced:
        return _("{player} places a prey.", player=player)
    return _("It is {player}'s turn.", player=player)


def _description(s: State, names: Sequence[str]) -> str:
    """What panel and supply show, in sentences."""
    sentences = [_turn(s, names)]
    for name, points, alive in zip(names, s.scores.tolist(), s.alive.tolist(), strict=False):
        sentences.append(ngettext("{player} has {n} point.", "{player} has {n} points.", points, n=points, player=name))
        sentences.append(
            ngettext(
                "{player} has {n} prey on the board.",
                "{player} has {n} prey on the board.",
                alive,
                n=alive,
                player=name,
            )
        )
    dice = s.dice.tolist()
    if dice[0] and s.assigned:
        sentences.append(
            _("The predator's die shows {predator}, the prey's shows {prey}.", predator=dice[0], prey=dice[1])
        )
    elif dice[0]:
        sentences.append(_("The dice show {first} and {second}.", first=dice[0], second=dice[1]))
    return " ".join(sentences)


def _harmless(name: str) -> str:
    """A name without what XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
