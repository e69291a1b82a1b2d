/* geometry.js: the outline of a space as SVG, its middle, and where its pieces go. */
import { svg } from "../dom.js";

/** @typedef {import("../types.js").SpaceLook} Drawn */

/** @param {number[][]} points */
const line = (points) => points.map((p) => p.join(",")).join(" ");

/** @param {Drawn} drawn */
export function outline(drawn) {
    if (drawn.circle)
        return svg("circle", { cx: drawn.circle[0], cy: drawn.circle[1], r: drawn.circle[2] });
    if (drawn.rect)
        return svg("rect",
            { x: drawn.rect[0], y: drawn.rect[1], width: drawn.rect[2], height: drawn.rect[3] });
    if (drawn.path)
        return svg("polyline",
            { points: line(drawn.path), "stroke-width": drawn.width ?? 12, class: "road" });
    return svg("polygon", { points: line(drawn.polygon ?? []) });
}

/** How wide rows of pieces may be in it.
 * @param {Drawn} drawn */
export function room(drawn) {
    if (drawn.circle) return drawn.circle[2] * 2 + 50;
    if (drawn.rect) return drawn.rect[2];
    if (drawn.path) return 100;
    const xs = (drawn.polygon ?? []).map((p) => p[0]);
    return Math.max(90, Math.min(180, (Math.max(...xs) - Math.min(...xs)) * 0.75));
}

/**
 * Where two things are nearest to each other, for a line between them.
 * @param {Drawn} a
 * @param {Drawn} b
 */
export function nearest(a, b) {
    /** @type {[number[], number[]]} */
    let best = [a.label, b.label];
    let least = Infinity;
    for (const p of points(a))
        for (const q of points(b)) {
            const far = Math.hypot(p[0] - q[0], p[1] - q[1]);
            if (far < least) {
                least = far;
                best = [p, q];
            }
        }
    return best;
}

/** @param {Drawn} drawn */
function points(drawn) {
    if (drawn.circle || drawn.rect) return [drawn.label];
    const list = drawn.path ?? drawn.polygon ?? [drawn.label], closed = !drawn.path;
    const all = [];
    for (let i = 0; i < list.length - (closed ? 0 : 1); i++) {
        const [ax, ay] = list[i], [bx, by] = list[(i + 1) % list.length];
        for (let t = 0; t < 1; t += 0.125) all.push([ax + (bx - ax) * t, ay + (by - ay) * t]);
    }
    if (drawn.path) all.push(list[list.length - 1]);
    return all;
}
