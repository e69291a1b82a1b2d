/* piece.js: pieces in relief for maps: symbols that are drawn once, stacks made of them, and rows
 * of stacks that fill a slot. */
import { svg } from "../dom.js";
import { pieceLook, seatGlyph, seatInk, starPoints } from "../looks.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Kind} Kind */

const VIEW = { viewBox: "-14 -14 28 28", overflow: "visible" };

/** @param {number} r @param {number} y */
const octagon = (r, y) => Array.from({ length: 8 }, (_, i) => {
    const turn = ((i + 0.5) * Math.PI) / 4;
    return `${(r * Math.cos(turn)).toFixed(1)},${(y + r * Math.sin(turn)).toFixed(1)}`;
});

/** @param {string} id @param {...[string, string]} paths class and outline */
function symbol(id, ...paths) {
    return svg("symbol", { id, ...VIEW },
        ...paths.map(([name, d]) => svg("path", { class: name, d })));
}

/** @param {number} r @param {number} y */
const circle = (r, y) => `M0 ${y - r}A${r} ${r} 0 1 1 0 ${y + r}A${r} ${r} 0 1 1 0 ${y - r}Z`;
/** @param {string[]} points */
const closed = (points) => `M${points.join("L")}Z`;

/** The shapes of pieces, for one picture. */
export function pieceSymbols() {
    const cube = "M0 -12L11 -7V6L0 12L-11 6V-7Z",
        tube = "M-9 -7A9 4.4 0 0 1 9 -7V7A9 4.4 0 0 1 -9 7Z";
    return [
        symbol("s-cube", ["p-base", cube], ["p-hi", "M0 -12L11 -7L0 -1.5L-11 -7Z"],
            ["p-lo", "M11 -7V6L0 12V-1.5Z"], ["p-edge", cube],
            ["p-line", "M-11 -7L0 -1.5L11 -7M0 -1.5V12"]),
        symbol("s-band", ["p-band", "M-11 -2.6L0 2.8L11 -2.6V2L0 7.4L-11 2Z"]),
        symbol("s-octagon", ["p-side", closed(octagon(11, 2.6))],
            ["p-base", closed(octagon(11, -1.6))], ["p-hi2", closed(octagon(8, -1.6))],
            ["p-edge", closed(octagon(11, -1.6))]),
        symbol("s-disc", ["p-side", circle(12, 2.8)], ["p-base", circle(12, -1.2)],
            ["p-ring", circle(8.8, -1.2)], ["p-edge", circle(12, -1.2)]),
        symbol("s-cylinder", ["p-base", tube], ["p-lo", "M2 -7V11.2A9 4.4 0 0 0 9 7V-7Z"],
            ["p-hi", "M-9 -7A9 4.4 0 0 1 9 -7A9 4.4 0 0 1 -9 -7Z"], ["p-edge", tube]),
        symbol("s-star", ["p-mark", closed(starPoints(7.6, -1.6))]),
        symbol("s-arch", ["p-tunnel",
            "M-13.6 11V-1A13.6 13.6 0 0 1 13.6 -1V11H9.4V-1A9.4 9.4 0 0 0 -9.4 -1V11Z"]),
        symbol("s-dot", ["p-mark", circle(4, -1.6)]),
    ];
}

/** @param {string} id @param {number} x @param {number} y @param {number} size */
function use(id, x, y, size) {
    return svg("use", {
        href: `#s-${id}`, x: (x - size / 2).toFixed(1), y: (y - size / 2).toFixed(1), width: size,
        height: size
    });
}

const SHAPES = new Set(["cube", "octagon", "disc", "cylinder"]);

/**
 * One stack: its shape in the colour of its seat, the mark of its state, and from 2 up a count.
 * @param {Game} game @param {Kind} kind @param {number} n @param {number} x @param {number} y
 * @param {number} size @param {boolean} changed
 */
export function stack(game, kind, n, x, y, size, changed = false) {
    const look = pieceLook(game, kind), s = size * look.size;
    const shape = SHAPES.has(look.shape) ? look.shape : "disc";
    const group = svg("g", { class: "stack", "data-kind": kind.id });
    group.style.setProperty("--f", look.colour);
    group.style.setProperty("--fi", seatInk(game, look.seat));
    if (changed) group.append(svg("circle", { class: "halo", cx: x, cy: y, r: size * 0.62 }));
    group.append(svg("circle", { class: "reach", cx: x, cy: y, r: (size * 0.6).toFixed(1) }));
    const body = svg("g", { class: "body" });
    if (n > 1) body.append(use(shape, x + 2.2, y - 2.6, s));
    body.append(use(shape, x, y, s));
    if (look.band) body.append(use("band", x, y, s));
    if (look.mark !== "none" && look.mark !== "hollow") body.append(use(look.mark, x, y, s));
    const glyph = shape === "disc" && look.mark !== "star" && seatGlyph(game, look.seat);
    if (glyph) {
        glyph.setAttribute("class", "p-glyph");
        glyph.setAttribute("transform", `translate(${x} ${y - 1.2}) scale(${(s / 34).toFixed(2)})`);
        body.append(glyph);
    }
    group.append(body);
    if (n > 1) group.append(count(n, x + s * 0.36, y + s * 0.34));
    return group;
}

/** @param {number} n @param {number} x @param {number} y */
function count(n, x, y) {
    const wide = n > 9 ? 19 : 14;
    return svg("g", { class: "count", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
        svg("rect", { x: -wide / 2, y: -8, width: wide, height: 15, rx: 4.5 }),
        svg("text", { y: 4.2 }, n));
}

/** @template T @param {T[]} list @param {number} n @returns {T[][]} */
const chunks = (list, n) =>
    Array.from({ length: Math.ceil(list.length / n) }, (_, i) => list.slice(i * n, i * n + n));

/**
 * Rows of stacks in a slot: a row for each side, in the largest size that fits; then they move
 * together, then rows are broken.
 * @param {Game} game
 * @param {[Kind, number][]} list
 * @param {number[]} slot x, y, width, height
 * @param {{ changed?: Set<string>, small?: boolean }} [how]
 */
export function rows(game, list, [x, y, width, height], { changed, small = false } = {}) {
    const { sizes, least, small: tiny } = game.visual.pieces ??
        { sizes: [38, 34, 30, 26], least: 16, small: 23 };
    const smallest = sizes[sizes.length - 1], cap = Math.floor((width - smallest) / least) + 1;
    const most = Math.max(1, Math.floor((height + 8) / smallest));
    const side = (/** @type {Kind} */ kind) => game.visual.seats?.[kind.seat ?? ""]?.side ?? 1;
    const sides = [...new Set(list.map(([kind]) => side(kind)))].sort();
    let lines = small ? [list] : sides.flatMap((s) =>
        chunks(list.filter(([kind]) => side(kind) === s), cap));
    if (lines.length > most) lines = chunks(list, Math.max(cap, Math.ceil(list.length / most)));
    const want = (/** @type {[Kind, number][]} */ line, /** @type {number} */ size) =>
        line.map(([, n]) => size * 0.96 + (n > 9 ? 9 : n > 1 ? 5 : 0));
    const sum = (/** @type {number[]} */ a) => a.reduce((s, v) => s + v, 0);
    const fits = (/** @type {number} */ size) =>
        lines.every((l) => sum(want(l, size)) <= width + 4) &&
            size + (lines.length - 1) * size * 0.92 <= height + 2;
    const size = small ? tiny : sizes.find(fits) ?? smallest;
    const pitch = lines.length > 1 ? Math.min(size + 2, (height - size) / (lines.length - 1)) : 0;
    const top = y + (height - size - pitch * (lines.length - 1)) / 2 + size / 2;
    return lines.flatMap((line, i) => {
        const wanted = want(line, size), total = sum(wanted.slice(0, -1));
        const squeeze = Math.min(1, (width - size - 6) / (total || 1));
        let at = x + size / 2;
        return line.map(([kind, n], j) => {
            const made = stack(game, kind, n, Math.round(at * 10) / 10, top + i * pitch, size,
                changed?.has(kind.id));
            at += wanted[j] * squeeze;
            return made;
        });
    });
}

/** A piece as a small picture beside words. @param {Game} game @param {Kind} kind */
export function pieceIcon(game, kind) {
    return svg("svg", { class: "pc", viewBox: "-14 -14 28 28", "aria-hidden": "true" },
        stack(game, kind, 1, 0, 0, 26));
}
