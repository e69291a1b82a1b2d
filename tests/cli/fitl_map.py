#!/usr/bin/python3
"""The drawn map of Fire in the Lake against its rules: what is drawn touching is adjacent, and what
is adjacent is drawn touching or has a visible link. Prints the pairs that are not drawn touching
with --list.

Provinces touch along a common line, a city touches what its plate meets, a road what its band
meets, and two roads where one passes the other. No header, slot, plate, plaque and box lies on
another, and every slot has room for all the stacks that a space can hold."""

import csv
import itertools
import math
import sys

import harness
from harness import TOP, Run

TOUCH = 3  # as near counts as touching: the width of a line


def distance(point, a, b):
    """From a point to a line from a to b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0
    return math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def sides(points):
    return list(zip(points, points[1:] + points[:1]))


def contains(outline, point):
    x, y = point
    return sum((ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
               for (ax, ay), (bx, by) in sides(outline)) % 2 == 1


def points_along(course, step=2):
    for (ax, ay), (bx, by) in zip(course, course[1:]):
        count = max(1, int(math.hypot(bx - ax, by - ay) / step))
        for i in range(count + 1):
            yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count


def corners(rect):
    x, y, width, height = rect
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def shape(space):
    return [tuple(p) for p in space["polygon"]] if "polygon" in space else corners(space["rect"])


def near_line(points, line, reach):
    return any(distance(point, *side) < reach for point in points for side in line)


class Map:
    def __init__(self, visual):
        self.spaces, self.boxes, self.pieces = visual["spaces"], visual["boxes"], visual["pieces"]

    def areas(self, a, b):
        if "polygon" in a and "polygon" in b:
            common = set(shape(a)) & set(shape(b))
            return len(common) >= 2
        one, other = shape(a), shape(b)
        return (any(contains(other, p) for p in points_along(one + one[:1]))
                or any(contains(one, p) for p in points_along(other + other[:1])))

    def road_and_area(self, road, area):
        reach = TOUCH if "rect" in area else 9
        points = list(points_along(road["path"], 3))
        return (any(contains(shape(area), p) for p in points)
                or near_line(points, sides(shape(area)), reach))

    def roads(self, a, b):
        return near_line(points_along(a["path"], 3), list(zip(b["path"], b["path"][1:])), TOUCH)

    def touch(self, a, b):
        a, b = sorted((self.spaces[a], self.spaces[b]), key=lambda s: "path" not in s)
        if "path" in b:
            return self.roads(a, b)
        return self.road_and_area(a, b) if "path" in a else self.areas(a, b)

    def rects(self):
        """Everything that must not be covered, with the space it belongs to."""
        for name, space in self.spaces.items():
            for part in ("header", "slot", "plaque", "rect"):
                if part in space:
                    yield name, part, space[part]
        for name, box in self.boxes.items():
            yield name, "box", box["rect"]


def compare():
    visual = Run("compile", "fire-in-the-lake", "--emit", "visual").json()
    with open(TOP.parent / "shared/fitl/data/adjacency.csv", encoding="utf-8") as table:
        adjacent = {frozenset((row["a"], row["b"])) for row in csv.DictReader(table)}
    drawn = Map(visual)
    touching = {frozenset(pair)
                for pair in itertools.combinations(drawn.spaces, 2) if drawn.touch(*pair)}
    return adjacent, touching, {frozenset(pair) for pair in visual.get("links", [])}


def named(pairs):
    return sorted(map(sorted, pairs))


def check_what_touches_is_adjacent(_):
    adjacent, touching, _ = compare()
    assert len(adjacent) == 143, len(adjacent)
    assert touching <= adjacent, named(touching - adjacent)


def check_what_is_adjacent_touches_or_is_linked(_):
    adjacent, touching, links = compare()
    assert links == adjacent - touching, named(links ^ (adjacent - touching))


def check_nothing_covers_a_name(_):
    drawn = Map(Run("compile", "fire-in-the-lake", "--emit", "visual").json())
    meet = [(a, b) for a, b in itertools.combinations(drawn.rects(), 2)
            if a[2][0] < b[2][0] + b[2][2] - 0.5 and b[2][0] < a[2][0] + a[2][2] - 0.5
            and a[2][1] < b[2][1] + b[2][3] - 0.5 and b[2][1] < a[2][1] + a[2][3] - 0.5]
    assert meet == [], meet


def check_there_is_room_for_all_stacks(_):
    drawn = Map(Run("compile", "fire-in-the-lake", "--emit", "visual").json())
    smallest, least = min(drawn.pieces["sizes"]), drawn.pieces["least"]
    for name, space in drawn.spaces.items():
        if "plaque" in space:
            continue
        x, y, width, height = (space.get("slot")
                               or (0, 0, space["rect"][2] - 8, space["rect"][3] - 33))
        rows = (height + 8) // smallest
        assert rows * ((width - smallest) // least + 1) >= 14, name


if "--list" in sys.argv:
    everything = compare()
    for pair in named(everything[0] - everything[1]):
        print(f"  - [{pair[0]}, {pair[1]}]")
else:
    harness.main(globals())
