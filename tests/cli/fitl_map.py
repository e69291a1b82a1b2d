#!/usr/bin/python3
"""The drawn map of Fire in the Lake against its rules: what is drawn touching is adjacent, and what is adjacent is drawn touching
or has a visible link. Prints the pairs that are not drawn touching with --list.

Provinces touch along a common line, a city touches what its circle meets, a road what its band meets outside of cities, and two roads or a
road and a city where they end at the same place or one passes the other's end."""

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
    return sum((ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in sides(outline)) % 2 == 1


def points_along(course, step=2):
    for (ax, ay), (bx, by) in zip(course, course[1:]):
        count = max(1, int(math.hypot(bx - ax, by - ay) / step))
        for i in range(count + 1):
            yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count


class Map:
    def __init__(self, visual):
        self.spaces = visual["spaces"]
        self.cities = {name: space["circle"] for name, space in self.spaces.items() if "circle" in space}

    def hidden(self, point):
        """Under a city?"""
        return any(math.hypot(point[0] - x, point[1] - y) < r for x, y, r in self.cities.values())

    def provinces(self, a, b):
        theirs = {frozenset(side) for side in sides([tuple(p) for p in b["polygon"]])}
        common = [side for side in sides([tuple(p) for p in a["polygon"]]) if frozenset(side) in theirs]
        return any(not self.hidden(point) for side in common for point in points_along(side))

    def city_and_province(self, city, province):
        x, y, r = city["circle"]
        ring = [(x + (r + TOUCH) * math.cos(t / 60 * math.tau), y + (r + TOUCH) * math.sin(t / 60 * math.tau)) for t in range(60)]
        return any(contains(province["polygon"], point) for point in ring)

    def road_and_province(self, road, province):
        reach = road["width"] / 2 + TOUCH
        return any(contains(province["polygon"], point) or any(distance(point, *side) < reach for side in sides(province["polygon"]))
                   for point in points_along(road["path"]) if not self.hidden(point))

    def road_and_city(self, road, city):
        x, y, r = city["circle"]
        return any(math.hypot(px - x, py - y) < r for px, py in points_along(road["path"]))

    def roads(self, a, b):
        ends = [(end, other) for one, other in ((a, b), (b, a)) for end in (one["path"][0], one["path"][-1])]
        return any(not self.hidden(end) and min(math.hypot(end[0] - x, end[1] - y) for x, y in points_along(other["path"])) < TOUCH
                   for end, other in ends)

    def touch(self, a, b):
        a, b = sorted((self.spaces[a], self.spaces[b]), key=lambda s: ("path" in s, "circle" not in s))
        kinds = tuple("circle" if "circle" in s else "path" if "path" in s else "polygon" for s in (a, b))
        return {
            ("polygon", "polygon"): self.provinces,
            ("circle", "polygon"): self.city_and_province,
            ("polygon", "path"): lambda p, r: self.road_and_province(r, p),
            ("circle", "path"): lambda c, r: self.road_and_city(r, c),
            ("path", "path"): self.roads,
            ("circle", "circle"): lambda *_: False,
        }[kinds](a, b)


def compare():
    visual = Run("compile", "fire-in-the-lake", "--emit", "visual").json()
    with open(TOP.parent / "shared/fitl/data/adjacency.csv", encoding="utf-8") as table:
        adjacent = {frozenset((row["a"], row["b"])) for row in csv.DictReader(table)}
    drawn = Map(visual)
    touching = {frozenset(pair) for pair in itertools.combinations(drawn.spaces, 2) if drawn.touch(*pair)}
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


if "--list" in sys.argv:
    everything = compare()
    for pair in named(everything[0] - everything[1]):
        print(f"  - [{pair[0]}, {pair[1]}]")
else:
    harness.main(globals())
