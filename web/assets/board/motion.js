/* motion.js: what moves on a map, and the marks of a turn that is being told. */
import { svg } from "../dom.js";
import { tint } from "../looks.js";
import { wantsMotion } from "../settings.js";
import { stack } from "./piece.js";

/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {{ number: number, space: string | null, from: string | null,
 *   state: string }} StepMark */
/** @typedef {{ seat: string | null, steps: StepMark[], text: string }} StoryMarks */

const FLIGHT = 600, APART = 80, MOST = 12;

/** @typedef {{ game: import("../types.js").Game, flights?: SVGElement,
 *   middle: (zone: string) => number[] | null }} Ground */

/** Pieces on their way from one zone to another, on an arc.
 * @param {Ground} board @param {{ from: string, to: string, kind: Kind, count: number }[]} moves */
export function flyAlong(board, moves) {
    if (!wantsMotion()) return;
    for (const [i, move] of moves.slice(0, MOST).entries()) {
        const a = board.middle(move.from), b = board.middle(move.to);
        if (!a || !b) continue;
        const flyer = svg("g", {}, stack(board.game, move.kind, move.count, 0, 0, 34));
        board.flights?.append(flyer);
        const at = (/** @type {number} */ t) => {
            const lift =
                Math.sin(Math.PI * t) * Math.min(90, Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.2);
            const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t - lift];
            return { transform: `translate(${x}px,${y}px)` };
        };
        const flight = flyer.animate([0, 0.25, 0.5, 0.75, 1].map(at),
            { duration: FLIGHT, delay: i * APART, easing: "ease-in-out", fill: "backwards" });
        flight.onfinish = flight.oncancel = () => flyer.remove();
    }
}

/** The arrow of a move, bent to the side. @param {number[]} a @param {number[]} b */
export function arrow(a, b) {
    const x = (a[0] + b[0]) / 2 - (b[1] - a[1]) * 0.18,
        y = (a[1] + b[1]) / 2 + (b[0] - a[0]) * 0.18;
    const d = `M${a.join(" ")}Q${x.toFixed(0)} ${y.toFixed(0)} ${b.join(" ")}`;
    return [svg("path", { class: "arrow-under", d }),
        svg("path", { class: "arrow", d, "marker-end": "url(#arrow)" })];
}

/** Numbers of steps, arrows of moves, and a tag that says what changes.
 * @param {Ground & { rings: Map<string, SVGElement>, zones: Map<string, SVGElement> }} board
 * @param {StoryMarks} story @returns {SVGElement[]} */
export function drawStory(board, story) {
    /** @type {Map<string, number>} */
    const used = new Map();
    return story.steps.flatMap((step) => {
        const at = step.space && board.middle(step.space);
        if (!step.space || !at) return [];
        const i = used.get(step.space) ?? 0, from = step.from && board.middle(step.from);
        used.set(step.space, i + 1);
        const shape = board.zones.get(step.space)?.querySelector(".shape")?.cloneNode();
        const glow = svg("g", { class: `glow ${step.state}` });
        if (shape instanceof SVGElement && i === 0) glow.append(shape);
        const spot = [at[0] - 40 + i * 26, at[1] - 26];
        const mark = svg("g", { class: `step-mark ${step.state}`, "data-step": step.number },
            ...(from && step.state !== "todo" ? arrow(from, at) : []), glow,
            svg("g", { class: "step-n", transform: `translate(${spot.join(" ")})` },
                svg("circle", { r: 12 }), svg("text", { y: 5 }, step.number)),
            ...(step.state === "now" && story.text ? [tag(at, story.text)] : []));
        return [tint(mark, board.game, story.seat)];
    });
}

/** @param {number[]} at @param {string} text */
function tag([x, y], text) {
    const short = text.length > 44 ? `${text.slice(0, 43)}…` : text, wide = short.length * 8 + 20;
    const left = Math.max(4, Math.min(x - wide / 2, 1296 - wide));
    return svg("g", { class: "step-tag" },
        svg("rect", { x: left, y: y + 22, width: wide, height: 26, rx: 13 }),
        svg("text", { x: left + wide / 2, y: y + 40 }, short));
}
