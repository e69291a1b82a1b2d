/* curve.js: who was likely to win, over the chapters of a game: a line for each seat, rounds
 * dashed, and moments that mattered, by number. */
import { chapterAt, chaptersOf } from "./chapters.js";
import { svg } from "./dom.js";
import { seatColour, seatLetters } from "./looks.js";
import { percent } from "./thoughts.js";

/** @typedef {import("./chapters.js").Chapter} Chapter */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./thoughts.js").Point} Point */

/**
 * @typedef {object} Size
 * @property {number} width
 * @property {number} height
 * @property {number} last the decision at the right edge
 * @property {boolean} [large] with words at both axes
 * @property {number[]} [moments] decisions that mattered most
 * @property {number | null} [here] the decision that is looked at
 */

// Lines differ by more than their colours.
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "1 4", "12 4"];
const LINE = 12, NAME = 110; // the height of a name at the right edge, and the width of one below

/** @param {Table} table @param {Point[]} points @param {Size} size */
export function curve(table, points, size) {
    const { width, height, large = false } = size, chapters = chaptersOf(table);
    const [left, right, top, bottom] = large ? [44, 90, 34, 30] : [0, 26, 4, 4];
    const x = (/** @type {number} */ n) =>
        left + place(chapters, n, size.last) * (width - left - right);
    const y = (/** @type {number} */ win) => top + (1 - win) * (height - top - bottom);
    const picture = svg("svg", {
        viewBox: `0 0 ${width} ${height}`, role: "img", class: large ? "curve large" : "curve",
        "aria-label": `Chance to win over the game. ${inWords(table, points)}`
    });
    for (const win of large ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1]) {
        picture.append(svg("line",
            { class: "rule", x1: left, x2: width - right, y1: y(win), y2: y(win) }));
        if (large)
            picture.append(svg("text",
                { class: "axis", x: left - 8, y: y(win) + 4, "text-anchor": "end" }, win * 100));
    }
    picture.append(...rounds(chapters, x, [y(1), y(0)], large),
        ...(large ? axis(chapters, x, height - 8) : []),
        ...moments(size.moments ?? [], x, [y(1), y(0)]),
        ...lines(table, points, x, y, width - right));
    if (size.here !== null && size.here !== undefined)
        picture.append(svg("line",
            { class: "here", x1: x(size.here), x2: x(size.here), y1: 0, y2: height }));
    picture.addEventListener("click", (event) => {
        const box = picture.getBoundingClientRect(),
            at = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width * width;
        const nearest = points.reduce((best, p) =>
            (Math.abs(x(p.number) - at) < Math.abs(x(best.number) - at) ? p : best));
        table.replay(nearest.number);
    });
    return picture;
}

/** Where a decision lies between the first and the last, 0 to 1: every chapter is as wide as the
 * others.
 * @param {Chapter[]} chapters @param {number} number @param {number} last */
function place(chapters, number, last) {
    const at = chapterAt(chapters, number);
    if (!at || chapters.length < 2) return number / Math.max(1, last);
    const part = (number - at.number) / Math.max(1, at.end - at.number);
    return Math.min(1, (chapters.indexOf(at) + Math.max(0, part)) / chapters.length);
}

/** @param {Chapter[]} chapters @param {(n: number) => number} x @param {number[]} span
 * @param {boolean} large */
function rounds(chapters, x, [from, to], large) {
    let free = -Infinity; // where the next name may stand
    return chapters.filter((c) => c.isRound).flatMap((c) => {
        const at = x(c.end),
            line = svg("line", { class: "round", x1: at, x2: at, y1: from, y2: to });
        if (!large || at < free) return [line];
        free = at + NAME;
        return [line,
            svg("text", { class: "axis", x: at, y: to + 20, "text-anchor": "middle" }, c.title)];
    });
}

/** The numbers of some chapters, none beside a round. @param {Chapter[]} chapters
 * @param {(n: number) => number} x @param {number} y */
function axis(chapters, x, y) {
    const every = Math.max(1, Math.round(chapters.length / 6)),
        taken = chapters.filter((c) => c.isRound).map((c) => x(c.end));
    return chapters.filter((_, i) => i % every === 0).flatMap((c) => {
        const at = x(c.number);
        return taken.some((r) => Math.abs(r - at) < NAME * 0.7) ? []
            : [svg("text", { class: "axis", x: at, y, "text-anchor": "middle" },
                c.card ? `card ${c.turn + 1}` : c.turn + 1)];
    });
}

/** @param {number[]} list @param {(n: number) => number} x @param {number[]} span */
function moments(list, x, [from, to]) {
    let free = -Infinity; // no disc lies on another
    return list.flatMap((number, i) => {
        const at = Math.max(free, x(number));
        free = at + 24;
        return [
            svg("line", { class: "moment", x1: x(number), x2: x(number), y1: from - 4, y2: to }),
            svg("circle", { class: "moment", cx: at, cy: from - 14, r: 11 }),
            svg("text", { class: "moment", x: at, y: from - 10, "text-anchor": "middle" }, i + 1)
        ];
    });
}

/** @param {Table} table @param {Point[]} points @param {(n: number) => number} x
 * @param {(win: number) => number} y
 * @param {number} edge */
function lines(table, points, x, y, edge) {
    const ends = endings(table, points[points.length - 1], y);
    return table.game.seats.flatMap((seat, i) => {
        const course = points.map((p) =>
            `${x(p.number).toFixed(1)},${y(p.win[seat.id] ?? 0).toFixed(1)}`).join(" ");
        const dashes = DASHES[i % DASHES.length],
            line = svg("polyline", { class: "chance", points: course, "stroke-dasharray": dashes });
        line.style.stroke = seatColour(table.game, seat.id);
        return [
            svg("polyline", { class: "casing", points: course, "stroke-dasharray": dashes }), line,
            svg("text",
                { x: Math.min(edge, x(points[points.length - 1].number)) + 4,
                    y: ends.get(seat.id) },
                seatLetters(table.game, seat.id))
        ];
    });
}

/** Where the names stand beside the last point, none upon another.
 * @param {Table} table @param {Point} point @param {(win: number) => number} y */
function endings(table, point, y) {
    const sorted = [...table.game.seats]
        .sort((a, b) => (point.win[b.id] ?? 0) - (point.win[a.id] ?? 0));
    /** @type {Map<string, number>} */
    const places = new Map();
    let least = y(1) + 4;
    sorted.forEach((seat, i) => {
        const most = y(0) + 2 - (sorted.length - 1 - i) * LINE;
        least = Math.min(most, Math.max(least, y(point.win[seat.id] ?? 0) + 4));
        places.set(seat.id, least);
        least += LINE;
    });
    return places;
}

/** @param {Table} table @param {Point[]} points */
function inWords({ game }, points) {
    const [first, last] = [points[0], points[points.length - 1]];
    return game.seats.map(({ id, label }) =>
        `${label}: ${percent(first.win[id] ?? 0)} at first, ${percent(last.win[id] ?? 0)} now`)
        .join("; ");
}
