/* shapes.js: pieces as SVG: a shape in the colour of its seat, a letter, a mark for its state, a
 * number. */
import { svg } from "../dom.js";
import { inkOn } from "../looks.js";

/** Corners of a regular star or polygon around 0, 0.
 * @param {number} count
 * @param {number} outer
 * @param {number} [inner] */
function corners(count, outer, inner = outer) {
    return Array.from({ length: count }, (_, i) => {
        const turn = (i / count) * 2 * Math.PI - Math.PI / 2, r = i % 2 === 0 ? outer : inner;
        return `${(r * Math.cos(turn)).toFixed(1)},${(r * Math.sin(turn)).toFixed(1)}`;
    }).join(" ");
}

/** Within a circle of radius 10.
 * @type {Record<string, () => SVGElement>} */
const outlines = {
    disc: () => svg("circle", { r: 10 }),
    cube: () => svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 2 }),
    square: () =>
        svg("rect", { x: -8, y: -8, width: 16, height: 16, rx: 0, transform: "rotate(45)" }),
    hexagon: () => svg("polygon", { points: corners(6, 10) }),
    star: () => svg("polygon", { points: corners(10, 11, 5) }),
    diamond: () => svg("polygon", { points: "0,-11 9,0 0,11 -9,0" }),
    triangle: () => svg("polygon", { points: "0,-10 10,8 -10,8" }),
    cylinder: () => svg("path", { d: "M-7,-7 a7,3.5 0 0 1 14,0 v14 a7,3.5 0 0 1 -14,0 z" }),
    cross: () => svg("path",
        { d: "M-10,-6 L-6,-10 L0,-4 L6,-10 L10,-6 L4,0 L10,6 L6,10 L0,4 L-6,10 L-10,6 L-4,0 Z" }),
    ring: () => svg("path",
        { d: "M0,-10 a10,10 0 1 0 0.01,0 Z M0,-5 a5,5 0 1 1 -0.01,0 Z", "fill-rule": "evenodd" }),
};

/** A symbol that is the piece itself, in its own colour and with an outline that shows on any
 * ground; never as an emoji. @param {{ colour: string, symbol?: string }} look */
function figure(look) {
    const drawn = svg("text", { class: "figure", y: 8 }, `${look.symbol ?? "●"}\uFE0E`);
    drawn.style.fill = look.colour;
    drawn.style.stroke = inkOn(look.colour);
    return drawn;
}

/** @type {Record<string, () => SVGElement | null>} */
const marks = {
    none: () => null,
    hollow: () => null,
    star: () => svg("polygon",
        { class: "mark", points: corners(10, 4.5, 2), transform: "translate(8,-8)" }),
    dot: () => svg("circle", { class: "mark", r: 3, cx: 8, cy: -8 }),
    ring: () => svg("circle", { class: "mark ring", r: 12.5 }),
};

/**
 * @param {{ shape: string, colour: string, symbol?: string, mark?: string }} look
 * @param {number} [count] nothing is written for 1 and below
 */
export function piece(look, count = 0) {
    const hollow = look.mark === "hollow", ink = hollow ? look.colour : inkOn(look.colour);
    const group = svg("g", { class: hollow ? "piece hollow" : "piece" });
    const isFigure = look.shape === "figure";
    const outline = isFigure ? figure(look) : (outlines[look.shape] ?? outlines.disc)();
    if (!isFigure) {
        outline.style.setProperty("--seat", look.colour);
        outline.classList.add("outline");
    }
    group.append(outline);
    if (look.symbol && !["cross", "ring", "figure"].includes(look.shape)) {
        const letter = svg("text", { class: "letter", y: 4 }, look.symbol);
        letter.style.fill = hollow ? "var(--paper-ink)" : ink;
        group.append(letter);
    }
    const mark = (marks[look.mark ?? "none"] ?? marks.none)();
    if (mark) group.append(mark);
    if (count > 1) group.append(svg("text", { class: "count", x: 12, y: 5 }, String(count)));
    return group;
}
