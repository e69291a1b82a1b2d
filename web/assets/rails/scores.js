/* scores.js: every seat: who plays it, its bar towards its goal, its numbers, what it has in
 * supply; and counters of the whole game below. */
import { button, h, replace } from "../dom.js";
import { emblem } from "../icons.js";
import { tint } from "../looks.js";
import { pieceIcon } from "../board/piece.js";
import { placeOf } from "../options.js";
import { whoText } from "../people.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Display} Display */
/** @typedef {import("../types.js").Seat} Seat */

/** @param {Table} table */
export function scoresPanel(table) {
    const element = h("section",
        { class: "panel scores", "aria-label": "Seats and scores", "data-tab": "seats" });
    table.onUpdate(() => {
        const playing = table.game.seats.filter((seat) =>
            table.info.seats.some((place) => place.seat === seat.id));
        replace(element, ...playing.map((seat) => row(table, seat)), counters(table));
    });
    return element;
}

/** @param {Table} table @param {Seat} seat */
function row(table, seat) {
    const { view, info, game } = table, place = info.seats.find((s) => s.seat === seat.id);
    const shown = view.displays.filter((d) => d.scope === "seat" && d.owner === seat.id);
    const goal = shown.find((d) =>
        typeof d.value === "number" && typeof d.goal === "number" && d.goal > 0);
    const acts = view.decider === seat.id && !view.over,
        rest = shown.filter((d) => d !== goal && (!goal || d.group !== goal.group));
    const option = table.decision?.options.find((o) => placeOf(o).seat === seat.id);
    const who = [place ? whoText(place) : "", acts && "decides"].filter(Boolean).join(" · ");
    const line = h("div", { class: acts ? "seat now" : "seat", "data-seat": seat.id },
        emblem(game, seat.id, "big"), h("h2", {}, seat.label, h("small", {}, who)),
        goal && h("div", { class: "score" }, goal.text, h("small", {}, ` / ${goal.goal}`)),
        goal && bar(goal), goal && h("div", { class: "need" }, need(goal)),
        h("div", { class: "have" }, ...rest.map(value), ...supply(table, seat.id)),
        option && button("Choose", () => table.decide(option.id),
            { class: "btn option", "data-option": option.id }));
    return tint(line, game, seat.id);
}

/** @param {Display} d */
function bar(d) {
    const most = Math.max((d.goal ?? 1) * 1.15, d.value ?? 0),
        part = (/** @type {number} */ n) => `${Math.max(0, (100 * n) / most)}%`;
    const made = h("div",
        { class: "bar", role: "meter", "aria-valuemin": "0", "aria-valuemax": most.toFixed(0),
            "aria-valuenow": String(d.value), "aria-label": `${d.label} ${d.text} of ${d.goal}` },
        h("i"), h("u"));
    made.style.setProperty("--part", part(d.value ?? 0));
    made.style.setProperty("--goal", part(d.goal ?? 0));
    return made;
}

/** @param {Display} d */
function need(d) {
    const left = (d.goal ?? 0) - (d.value ?? 0);
    return left >= 0 ? `${left + 1} to win` : `+${-left}`;
}

/** @param {Display} d */
function value(d) {
    const text = d.text === "yes" || d.text === "true" ? d.label : `${d.label} `;
    return h("span", {}, text, text !== d.label && h("b", {}, d.text));
}

/** The pieces of a seat in the box they come from. @param {Table} table @param {string} seat */
function supply({ game, view }, seat) {
    if (!game.visual.boxes) return [];
    const kinds = game.kinds.filter((k) => k.seat === seat);
    const box = /** @type {{ supply?: string }} */ (kinds[0] ?? {}).supply,
        counts = view.position.zones?.[box ?? ""] ?? {};
    return kinds.flatMap((kind) => (counts[kind.id] > 0
        ? [h("span", { title: `${counts[kind.id]} ${kind.label}` }, pieceIcon(game, kind),
            h("b", {}, counts[kind.id]))]
        : []));
}

/** @param {Table} table */
function counters({ game, view }) {
    const list = (game.visual.counters ?? [])
        .flatMap((id) => view.displays.filter((d) => d.id === id));
    return list.length > 0 && h("dl", { class: "counters" },
        ...list.map((d) => h("div", {}, h("dt", {}, d.label),
            h("dd", {}, d.text, typeof d.goal === "number" && h("small", {}, ` of ${d.goal}`)))));
}
