"""Survival told in sentences: the log, and how a game ended."""

from collections.abc import Sequence

from ratskeller.games.kernel import OVER, State
from ratskeller.games.survival.notation import hex_text, obstacle_text, placed, stepped
from ratskeller.games.survival.rules import (
    FIRST_CHOICE,
    FIRST_OBSTACLE,
    FIRST_PLACE,
    FIRST_STEP,
    FREE,
    PIPS,
    PREDATOR,
    PREY,
    SEAT,
    STEP,
)
from ratskeller.words import N_, _, ngettext

OBSTACLES = {
    "bar": N_("the bar"),
    "bent": N_("the bent obstacle"),
    "triangle": N_("the triangle"),
    "rhombus": N_("the rhombus"),
}
"""What the obstacles of the standard components are called in sentences; others go by their own name."""


def obstacle_name(s: State, obstacle: int) -> str:
    """An obstacle as it is called in sentences."""
    word = obstacle_text(s, obstacle)
    return _(OBSTACLES[word]) if word in OBSTACLES else word


def tell(before: State, move: int, after: State, names: Sequence[str]) -> str:
    """The log's sentences for a move."""
    player = names[before.turn - 1]
    sentences: list[str]
    if move < FIRST_CHOICE:
        sentences = [
            _("{player} rolls {first} and {second}.", player=player, first=move // PIPS + 1, second=move % PIPS + 1)
        ]
    elif move < FIRST_STEP:
        predator = move - FIRST_CHOICE + 1
        sentences = [
            _(
                "{player} takes the {predator} for the predator and the {prey} for the prey.",
                player=player,
                predator=predator,
                prey=int(before.dice[0] + before.dice[1]) - predator,
            )
        ]
    elif move < FIRST_PLACE:
        sentences = _tell_step(before, *stepped(move), after, names)
    elif move < FIRST_OBSTACLE:
        return _(
            "{player} places prey {number} on {hex}.",
            player=player,
            number=int(before.alive[before.turn - 1]) + 1,
            hex=hex_text(move - FIRST_PLACE),
        )
    else:
        obstacle, _turns, anchor = placed(move)
        sentences = [_tell_obstacle(before, obstacle, anchor, player)]
    return " ".join([*sentences, *_tell_stuck(before, move, after, player), *_tell_last(after, names)])


def _tell_step(before: State, piece: int, direction: int, after: State, names: Sequence[str]) -> list[str]:
    player = names[before.turn - 1]
    at = int(before.prey[before.turn - 1, piece - 1] if piece else before.predators[before.turn - 1])
    to = at + int(STEP[direction])
    what = int(before.board[to])
    if piece:
        return [_("{player}'s prey {number} steps to {hex}.", player=player, number=piece, hex=hex_text(to))]
    if what == FREE:
        return [_("{player}'s predator steps to {hex}.", player=player, hex=hex_text(to))]
    other, number = what // SEAT, what % SEAT
    points = int(before.prey_points[number - 1])
    sentences = [
        ngettext(
            "{player}'s predator steps to {hex} and captures prey {number} of {other}: {n} point.",
            "{player}'s predator steps to {hex} and captures prey {number} of {other}: {n} points.",
            points,
            n=points,
            player=player,
            hex=hex_text(to),
            number=number,
            other=names[other - 1],
        )
    ]
    if not after.alive[other - 1]:
        sentences.append(_("{other} has no prey left and is out.", other=names[other - 1]))
    return sentences


def _tell_obstacle(before: State, obstacle: int, anchor: int, player: str) -> str:
    name = obstacle_name(before, obstacle)
    if before.obstacles[obstacle]:
        return _("{player} lifts {obstacle} and puts it on {hex}.", player=player, obstacle=name, hex=hex_text(anchor))
    return _("{player} places {obstacle} on {hex}.", player=player, obstacle=name, hex=hex_text(anchor))


def _tell_stuck(before: State, move: int, after: State, player: str) -> list[str]:
    """R7, R10: what could not be done: steps that a group's die showed, or placing an obstacle."""
    if after.to_act == OVER and _survivors(after) == 1:
        return []
    sentences = []
    unbegun = [group for group in (PREDATOR, PREY) if move < FIRST_STEP or before.waiting[group]]
    if FIRST_STEP <= move < FIRST_PLACE:
        group = PREY if stepped(move)[0] else PREDATOR
        unbegun = [other for other in unbegun if other != group]
        if not after.stepping and before.left[group] == 1 and (before.been > 0).sum() + 1 < before.dice[group]:
            sentences.append(
                _("{player}'s predator can go no further.", player=player)
                if group == PREDATOR
                else _("{player}'s prey can go no further.", player=player)
            )
    if not after.dice[0]:
        if PREDATOR in unbegun:
            sentences.append(_("{player}'s predator cannot step.", player=player))
        if PREY in unbegun:
            sentences.append(_("{player}'s prey cannot step.", player=player))
        if move < FIRST_OBSTACLE and (before.obstacle_due or (move < FIRST_CHOICE and move // PIPS == move % PIPS)):
            sentences.append(_("No obstacle can be placed."))
    return sentences


def _survivors(s: State) -> int:
    """How many seats have prey."""
    return int((s.alive > 0).sum())


def _tell_last(after: State, names: Sequence[str]) -> list[str]:
    """R12: the points of the surviving prey."""
    sentences: list[str] = []
    if after.to_act != OVER:
        return sentences
    for seat in range(int(after.players)):
        numbers = [k for k in range(int(after.prey_count)) if after.prey[seat, k]]
        points = sum(int(after.prey_points[k]) for k in numbers)
        if points:
            sentences.append(
                ngettext(
                    "{player} adds {n} point for surviving prey.",
                    "{player} adds {n} points for surviving prey.",
                    points,
                    n=points,
                    player=names[seat],
                )
            )
    return sentences


def ending(s: State, names: Sequence[str]) -> str:
    """Why the game is over, and who won."""
    survivors = [names[seat] for seat in range(int(s.players)) if s.alive[seat]]
    if len(survivors) == 1:
        why = _("Only {player} still has prey.", player=survivors[0])
    else:
        rounds = int(s.max_rounds)
        why = ngettext("The game stops after {n} round.", "The game stops after {n} rounds.", rounds, n=rounds)
    return f"{why} {_who_won(s, names)}"


def _who_won(s: State, names: Sequence[str]) -> str:
    players = int(s.players)
    best = max(s.returns[:players])
    winners = [seat for seat in range(players) if s.returns[seat] == best]
    points = int(s.scores[winners[0]])
    if len(winners) > 1:
        return ngettext(
            "{players} share the first place with {n} point each.",
            "{players} share the first place with {n} points each.",
            points,
            n=points,
            players=_(", ").join(names[seat] for seat in winners),
        )
    winner = winners[0]
    equal = [seat for seat in range(players) if seat != winner and s.scores[seat] == points]
    if equal:
        return ngettext(
            "{player} wins with {n} point: {others} had as many, but {player}'s prey lasted longer.",
            "{player} wins with {n} points: {others} had as many, but {player}'s prey lasted longer.",
            points,
            n=points,
            player=names[winner],
            others=_(", ").join(names[seat] for seat in equal),
        )
    return ngettext(
        "{player} wins with {n} point.", "{player} wins with {n} points.", points, n=points, player=names[winner]
    )
