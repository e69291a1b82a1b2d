/* scores.js: every seat with what the game shows of it: bars towards goals, numbers, who decides, who plays. */
import { h, replace } from "../dom.js";
import { seatColour } from "../looks.js";
import { whoText } from "../people.js";

/** @param {any} table */
export function scoresPanel(table) {
    const element = h("section", { class: "panel scores", "aria-label": "Seats and scores" });
    table.onUpdate(() => replace(element, ...table.game.seats.filter((/** @type {any} */ seat) => table.info.seats.some((/** @type {any} */ place) => place.seat === seat.id)).map((/** @type {any} */ seat) => row(table, seat))));
    return element;
}

/** @param {any} table @param {any} seat */
function row(table, seat) {
    const { view, info } = table, place = info.seats.find((/** @type {any} */ s) => s.seat === seat.id);
    const shown = view.displays.filter((/** @type {any} */ d) => d.scope === "seat" && d.owner === seat.id);
    const line = h("div", { class: view.decider === seat.id && !view.over ? "seat active" : "seat" },
        h("span", { class: "seat-symbol", "aria-hidden": "true" }, table.game.visual.seats?.[seat.id]?.symbol ?? seat.label.slice(0, 2)),
        h("span", { class: "seat-label" }, seat.label),
        h("span", { class: "seat-who" }, place ? whoText(place) : "", view.decider === seat.id && !view.over && h("span", {}, " · decides")),
        h("dl", { class: "seat-values" }, ...shown.flatMap(value)));
    line.style.setProperty("--seat", seatColour(table.game, seat.id));
    return line;
}

/** @param {any} d a display */
function value(d) {
    const bar = typeof d.value === "number" && typeof d.goal === "number" && d.goal > 0;
    return [h("div", { class: bar ? "goal" : null }, h("dt", {}, d.label), h("dd", {}, bar ? `${d.text} of ${d.goal}` : d.text,
        bar && h("meter", { min: Math.min(0, d.value), max: Math.max(d.goal * 1.25, d.value), low: d.goal, high: d.goal, optimum: d.goal * 1.2, value: d.value, "aria-label": `${d.label} ${d.text} of ${d.goal}` })))];
}
