"""Rat Attack told in sentences: the log, and how a game ended."""

from collections.abc import Sequence

from ratskeller.games.kernel import OVER, State
from ratskeller.games.rat_attack.notation import placed, text
from ratskeller.games.rat_attack.rules import FIRST_PLACING, rats_shown, spices_shown
from ratskeller.words import _, ngettext


def tell(before: State, move: int, after: State, names: Sequence[str]) -> str:
    """The log's sentence for a move."""
    turn = int(before["turn"])
    player = names[turn - 1]
    if move < FIRST_PLACING:
        return _("{player} draws tile {tile}.", player=player, tile=move)
    tile, _direction, _row, _column = placed(move)
    sentences = [_("{player} places tile {tile} ({move}).", player=player, tile=tile, move=text(before, move))]
    scores, gained = before["scores"].tolist(), after["scores"].tolist()
    for seat in (turn, 3 - turn):
        points = gained[seat - 1] - scores[seat - 1]
        if points:
            last = not after["stock"] and bool(after["to_act"] == OVER)
            sentences.append(_gain(points, names[seat - 1], last=last))
    return " ".join(sentences)


def _gain(points: int, player: str, *, last: bool) -> str:
    if last:
        return ngettext(
            "With the final scoring {player} scores {n} point.",
            "With the final scoring {player} scores {n} points.",
            points,
            n=points,
            player=player,
        )
    return ngettext("{player} scores {n} point.", "{player} scores {n} points.", points, n=points, player=player)


def ending(s: State, names: Sequence[str]) -> str:
    """Why the game is over, and who won."""
    if rats_shown(s, s.turn) >= s.rats_to_lose:
        n = int(rats_shown(s, s.turn))
        return ngettext(
            "{loser} ends the turn with {n} visible rat of their colour: {winner} wins.",
            "{loser} ends the turn with {n} visible rats of their colour: {winner} wins.",
            n,
            n=n,
            loser=names[s.turn - 1],
            winner=names[2 - s.turn],
        )
    leader = 1 if s.returns[0] > 0 else 2
    winner = names[leader - 1]
    points = {"points": int(s.scores[leader - 1]), "other_points": int(s.scores[2 - leader])}
    if s.scores[0] != s.scores[1]:
        return _("All tiles are placed: {winner} wins, {points} to {other_points}.", winner=winner, **points)
    spices = {"spices": int(spices_shown(s, leader)), "other_spices": int(spices_shown(s, 3 - leader))}
    if spices["spices"] != spices["other_spices"]:
        return _(
            "All tiles are placed, and it is {points} to {other_points}: "
            "{winner} wins with more visible spices, {spices} to {other_spices}.",
            winner=winner,
            **points,
            **spices,
        )
    return _(
        "All tiles are placed: points ({points} to {other_points}) and visible spices ({spices} to {other_spices}) "
        "are equal, a draw.",
        **points,
        **spices,
    )
