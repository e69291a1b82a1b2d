/* clock.js: time for thinking, a clock for each seat. The server tells what is left whenever
 * something happens; between that it runs on here. */
import { h, replace } from "./dom.js";
import { seatColour } from "./looks.js";
import { announce } from "./notices.js";

/** @typedef {import("./table.js").Table} Table */

const LITTLE = 20_000; // milliseconds from which on a clock warns
const STEP = 200;

/** "9:58", "1:30:00"; what is begun counts whole, so that 0:00 is the end. @param {number} ms */
export function clockText(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000)),
        two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    return seconds >= 3600
        ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
        : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** The clocks of all seats; nothing where nobody's time is counted. @param {Table} table */
export function clocks(table) {
    const element = h("div",
        { class: "clocks", hidden: true, role: "group", "aria-label": "Clocks" });
    /** @type {Map<string, HTMLElement>} */
    const faces = new Map();
    let shown = "", told = "", begun = 0;
    /** @type {import("./types.js").Info["clock"]} */
    let info = null;
    const left = (/** @type {string} */ seat) => {
        const { clock } = table.now,
            thinks = clock?.runs === seat && info && !info.waits
                ? info.spentMs + performance.now() - begun
                : 0;
        return (clock?.left[seat] ?? 0) - thinks;
    };
    const tick = () => {
        if (!info || !table.now?.clock) return;
        for (const [seat, face] of faces) {
            const ms = left(seat), runs = table.now.clock.runs === seat && !info?.waits,
                little = runs && ms < LITTLE;
            face.textContent = clockText(ms);
            face.parentElement?.classList.toggle("runs", runs);
            face.parentElement?.classList.toggle("little", little);
            if (little && told !== `${seat} ${table.now.number}`) { // said once, not every second
                told = `${seat} ${table.now.number}`;
                announce(`${labelOf(table, seat)}: ${Math.ceil(ms / 1000)} seconds left`);
            }
        }
    };
    table.onUpdate(() => {
        // Told anew, with what was thought until then.
        if (info !== table.info.clock) begun = performance.now();
        info = table.info.clock;
        element.hidden = !info || !table.now.clock;
        const seats = element.hidden ? [] : table.info.seats.map((place) => place.seat),
            next = `${seats.join(" ")} ${info?.waits}`;
        if (next !== shown) {
            faces.clear();
            replace(element, ...seats.map((seat) => face(table, seat, faces)),
                info?.waits && h("p", {}, "Time runs when all seats are taken."));
        }
        shown = next;
        tick();
    });
    const timer = setInterval(tick, STEP);
    table.stops.push(() => clearInterval(timer));
    return element;
}

/** @param {Table} table @param {string} seat */
function labelOf(table, seat) {
    return table.info.seats.find((place) => place.seat === seat)?.label ?? seat;
}

/** @param {Table} table @param {string} seat @param {Map<string, HTMLElement>} faces */
function face(table, seat, faces) {
    const label = labelOf(table, seat),
        time = h("span", {
            class: "time", role: "timer", "aria-live": "off",
            "aria-label": `Time left for ${label}`, "data-clock": seat
        });
    faces.set(seat, time);
    const element = h("div", { class: "clock" }, h("span", {}, label), time);
    element.style.setProperty("--seat", seatColour(table.game, seat));
    return element;
}
