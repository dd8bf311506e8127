"""The rules once more, written plainly and apart from the package, to compare it with.

Nothing is imported from the package: a fault would have to be made twice to stay hidden.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations

Card = Mapping[str, int | None]

KINDS_AND_HOUSE = ("three_of_a_kind", "four_of_a_kind", "full_house")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
FORCED, FREE, UPPER_TOTAL = "forced", "free", "upper total"
JOKERS = {"official": FORCED, "macintosh": UPPER_TOTAL, "free-joker": FREE, "yz": FREE}
JOKERS["kniffel-50"] = FREE
REPEAT_BONUS = dict.fromkeys(("official", "classic", "macintosh", "free-joker", "yz"), 100)
REPEAT_BONUS["kniffel-50"] = 50


def plain(rules: str, box: str, faces: tuple[int, ...], *, is_first: bool = False) -> int:
    """Return what the dice score in a box without any joker."""
    if box in UPPER:
        return sum(face for face in faces if face == UPPER.index(box) + 1)
    if rules == "maxi-yatzy":
        return _maxi(box, faces)
    if rules == "kismet":
        return _kismet(box, faces)
    if rules == "generala":
        return _generala(box, faces, is_first=is_first)
    if rules == "crag":
        return _crag(box, faces)
    if rules in ("yacht", "cheerio") and box.endswith("straight"):
        straights = {"yacht": (30, 30), "cheerio": (20, 25)}[rules]
        run = [1, 2, 3, 4, 5] if box == "small_straight" else [2, 3, 4, 5, 6]
        return straights[box == "large_straight"] if sorted(faces) == run else 0
    is_sum = rules in ("yatzy", "forced-yatzy") and box not in ("yahtzee", "chance")
    is_sum |= rules in ("yacht", "cheerio") and box in KINDS_AND_HOUSE
    if is_sum or box in ("one_pair", "two_pairs"):
        return _maxi(box, faces)
    return _american(box, faces)


def _american(box: str, faces: tuple[int, ...]) -> int:
    shape = sorted(Counter(faces).values(), reverse=True)
    shown = "".join(str(face) for face in sorted(set(faces)))
    points = {
        "three_of_a_kind": sum(faces) if shape[0] >= 3 else 0,
        "four_of_a_kind": sum(faces) if shape[0] >= 4 else 0,
        "full_house": 25 if shape == [3, 2] else 0,
        "small_straight": 30 if any(run in shown for run in ("1234", "2345", "3456")) else 0,
        "large_straight": 40 if shown in ("12345", "23456") else 0,
        "yahtzee": 50 if shape == [5] else 0,
        "chance": sum(faces),
    }
    return points[box]


def _maxi(box: str, faces: tuple[int, ...]) -> int:
    """Add up the dice that make a box, by trying every choice of faces."""
    groups = {
        "one_pair": (2,), "two_pairs": (2, 2), "three_pairs": (2, 2, 2), "three_of_a_kind": (3,),
        "four_of_a_kind": (4,), "five_of_a_kind": (5,), "full_house": (3, 2), "villa": (3, 3),
        "tower": (4, 2),
    }  # fmt: skip
    if box in groups:
        sums = [0]
        for chosen in permutations(sorted(set(faces)), len(groups[box])):
            pairs = list(zip(chosen, groups[box], strict=True))
            if all(faces.count(face) >= size for face, size in pairs):
                sums.append(sum(face * size for face, size in pairs))
        return max(sums)
    straights = {"small_straight": "12345", "large_straight": "23456", "full_straight": "123456"}
    if box in straights:
        run = [int(digit) for digit in straights[box]]
        return {15: 15, 20: 20, 21: 21}[sum(run)] if set(run) <= set(faces) else 0
    if box == "yahtzee":
        return 100 if len(set(faces)) == 1 else 0
    return sum(faces)


def _kismet(box: str, faces: tuple[int, ...]) -> int:
    """Return what five dice score in a lower box of Kismet; 1 and 6, 2 and 5, 3 and 4 are alike."""
    shape = sorted(Counter(faces).values(), reverse=True)
    is_flush = {min(face, 7 - face) for face in faces} in ({1}, {2}, {3})
    is_house, total = shape in ([3, 2], [5]), sum(faces)
    pairs = [faces.count(low) // 2 + faces.count(7 - low) // 2 for low in (1, 2, 3)]
    points = {
        "color_pairs": total if max(pairs) >= 2 else 0,
        "three_of_a_kind": total if shape[0] >= 3 else 0,
        "straight": 30 if sorted(faces) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0,
        "flush": 35 if is_flush else 0,
        "full_house": 15 + total if is_house else 0,
        "color_house": 20 + total if is_house and is_flush else 0,
        "four_of_a_kind": 25 + total if shape[0] >= 4 else 0,
        "yarborough": total,
        "yahtzee": 50 + total if shape == [5] else 0,
    }
    return points[box]


def _crag(box: str, faces: tuple[int, ...]) -> int:
    straights = {"odd_straight": "135", "even_straight": "246"}
    straights |= {"low_straight": "123", "high_straight": "456"}
    if box in straights:
        return 20 if "".join(map(str, sorted(faces))) == straights[box] else 0
    different = len(set(faces))
    points = {
        "three_of_a_kind": 25 if different == 1 else 0,
        "thirteen": 26 if sum(faces) == 13 else 0,
        "crag": 50 if sum(faces) == 13 and different == 2 else 0,
    }
    return points[box]


def _generala(box: str, faces: tuple[int, ...], *, is_first: bool) -> int:
    """Return what five dice score in a lower box of Generala, thrown at once or not."""
    shape = sorted(Counter(faces).values(), reverse=True)
    points = {
        "straight": 20 if sorted(faces) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0,
        "full_house": 30 if shape == [3, 2] else 0,
        "four_of_a_kind": 40 if shape[0] >= 4 else 0,
        "yahtzee": 50 if shape == [5] else 0,
    }[box]
    return points + 5 if points and is_first else points


def potential(
    rules: str, card: Card, box: str, faces: tuple[int, ...], *, is_first: bool = False
) -> tuple[int, int] | None:
    """Return the points and the Yahtzee bonus of an open box, or None where it is forbidden."""
    points = plain(rules, box, faces, is_first=is_first)
    if rules == "forced-yatzy" and box != next(other for other in card if card[other] is None):
        return None
    if len(set(faces)) > 1:
        return points, 0
    bonus = REPEAT_BONUS.get(rules, 0) if card.get("yahtzee") == 50 else 0
    joker = JOKERS.get(rules)
    if joker is None or card.get("yahtzee") is None:
        return points, bonus
    matching = UPPER[faces[0] - 1]
    if card[matching] is None:
        return None if joker == FORCED and box != matching else (points, bonus)
    if box in UPPER:
        lower_open = any(card[other] is None for other in card if other not in UPPER)
        if joker == FORCED and lower_open:
            return None
        return (sum(faces) if joker == UPPER_TOTAL else 0), bonus
    full = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    return full.get(box, sum(faces)), bonus
