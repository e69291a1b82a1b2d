/* header.js: what stands beside the name of a space: a number with a level, who holds it,
 * markers. */
import { svg } from "../dom.js";
import { colourOf, starPoints } from "../looks.js";

/** @typedef {import("../types.js").MarkStyle} MarkStyle */

/** @type {Record<string, [number, number]>} how many chevrons, and which way */
const CHEVRONS = { up: [1, -1], "up-up": [2, -1], down: [1, 1], "down-down": [2, 1] };

/** A number and chevrons. @param {number} x @param {number} y @param {string} number
 * @param {MarkStyle | undefined} style */
export function levelPill(x, y, number, style) {
    const [count, way] = CHEVRONS[style?.level ?? ""] ?? [0, 0], parts = [];
    if (count === 0) parts.push(svg("path", { class: "chevron", d: `M${x + 25} ${y + 8.5}h11` }));
    for (let i = 0; i < count; i++) {
        const cx = x + (count === 1 ? 30.5 : 26 + i * 10);
        parts.push(svg("path", { class: "chevron",
            d: `M${cx - 4} ${y + 8.5 - way * 2.4}l4 ${way * 4.8}l4 ${-way * 4.8}` }));
    }
    const group = svg("g", { class: count ? "pill" : "pill flat" },
        svg("rect", { x, y, width: 43, height: 17, rx: 8.5 }),
        svg("circle", { cx: x + 9, cy: y + 8.5, r: 7 }),
        svg("text", { class: "pill-n", x: x + 9, y: y + 12.8 }, number), ...parts);
    if (count) group.style.setProperty("--level", colourOf(style?.color, "#444444"));
    return group;
}

/** @type {Record<string, [string, number]>} outline, and the middle of the letter */
const BADGES = {
    shield: ["M1 0H17V9C17 13.5 13 16 9 17.6C5 16 1 13.5 1 9Z", 9],
    pennant: ["M0 0H20L15.5 8.5L20 17H0Z", 8],
    round: ["M9 0A8.7 8.7 0 1 1 9 17.4A8.7 8.7 0 1 1 9 0Z", 9],
};

/** @param {number} x @param {number} y @param {MarkStyle} style */
export function badgeOf(x, y, style) {
    const [d, middle] = BADGES[style.shape ?? "round"] ?? BADGES.round;
    const group = svg("g", { class: "badge", transform: `translate(${x} ${y})` },
        svg("path", { d }), svg("text", { x: middle, y: 12.6 }, style.symbol ?? ""));
    group.style.setProperty("--badge", colourOf(style.color, "#444444"));
    return group;
}

/** Markers that pile up.
 * @param {number} x @param {number} y @param {string} letter @param {number} n */
export function countMark(x, y, letter, n) {
    return svg("g", { class: "piled", transform: `translate(${x} ${y})` },
        svg("polygon", { points: starPoints(11, 0, 8, 0.68).join(" ") }),
        svg("text", { y: 4.4 }, `${letter}${n > 1 ? n : ""}`));
}
