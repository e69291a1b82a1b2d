/* place.js: what is asked about one place stands at it: a short list of ways, how many, and how
 * many of the pieces that are picked up. It covers the place's neighbours, never the place. */
import { button, h, replace } from "../dom.js";
import { amountsBehind } from "../merge.js";
import { isAmount, sortOptions } from "../options.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../dom.js").Child} Child */

// Options that fit; pieces from which on there is a field for their number.
const MOST = 6, FIELD = 4;

/** @param {Table} table @returns {HTMLElement} */
export function placePopover(table) {
    const element = h("div",
        { class: "at-place", role: "group", "aria-label": "Asked here", hidden: true });
    /** @type {Map<string, number>} amounts that were set, by option */
    const amounts = new Map();
    let shown = "";
    const show = () => {
        const zone = placeAsked(table), children = zone ? content(table, zone, amounts, show) : [];
        element.hidden = children.length === 0;
        const now = `${table.now?.decision?.id} ${zone}`;
        if (now !== shown) amounts.clear();
        shown = now;
        if (element.hidden || !zone) return;
        replace(element, ...children);
        put(table, element, zone);
    };
    table.onUpdate(show);
    return element;
}

/** The place that the question is about: where pieces are held, what was opened, or what was chosen
 * last. @param {Table} table */
function placeAsked(table) {
    const { decision, hand } = table;
    if (!decision || table.clicks.isBusy) return null;
    if (hand.isHolding) return hand.zone;
    if (table.opened) return table.opened;
    const { places, rest } = sortOptions(decision);
    const last = table.chosen.filter((c) => !c.forced && c.kind !== "menu" && c.kind !== "number")
        .at(-1);
    if (places.size > 0 || rest.length === 0 || !last?.subject ||
        !["space", "zone"].includes(last.kind)) return null;
    return rest.length <= MOST || rest.every(isAmount) ? last.subject : null;
}

/** @param {Table} table @param {string} zone @param {Map<string, number>} amounts
 * @param {() => void} show
 * @returns {Child[]} */
function content(table, zone, amounts, show) {
    const { hand, decision } = table;
    if (hand.isHolding)
        return [...hand.counts.keys()].flatMap((kind) => heldField(table, zone, kind));
    if (!decision) return [];
    const { byZone, rest, done, others } = sortOptions(decision);
    const list = table.opened ? byZone.get(table.opened) ?? [] : rest;
    if (list.every(isAmount)) return [amountRow(table, "", list, [], amounts, show)];
    const ways = [done, ...others].flatMap((o) =>
        (o ? [button(o.label, () => table.decide(o.id), { class: "btn step" })] : []));
    return [...list.map((o) => {
        const numbers = amountsBehind(o, table.ahead);
        return numbers.length > 0
            ? amountRow(table, o.label, numbers, o.path ?? [o.id], amounts, show)
            : button(o.label, () => table.decide(o.id),
                { class: "btn option", "data-key": `at-${o.id}`, "data-at": o.id });
    }), ...(table.opened ? [] : ways)];
}

/** As many as possible, or fewer. @param {Table} table @param {string} label
 * @param {Option[]} numbers
 * @param {string[]} path @param {Map<string, number>} amounts @param {() => void} show */
function amountRow(table, label, numbers, path, amounts, show) {
    const values = numbers.map((o) => o.count ?? Number(o.id)), key = path.join("/");
    const low = Math.min(...values), high = Math.max(...values), n = amounts.get(key) ?? high;
    const set = (/** @type {number} */ to) => {
        amounts.set(key, Math.max(low, Math.min(high, to)));
        show();
    };
    const option = numbers.find((o) => (o.count ?? Number(o.id)) === n) ?? numbers[0];
    const take = () => (path.length > 0 ? table.decidePath([...path, option.id], `${label}: ${n}`)
        : table.decide(option.id));
    return h("div", { class: "row" },
        button(label ? `${label}: ${n}` : `Take ${n}`, take,
            { class: "btn option", "data-key": `at-${key}`, "data-at": key }),
        ...(low < high ? [
            button("−", () => set(n - 1),
                { class: "btn step", "aria-label": "One fewer", "data-key": `less-${key}` }),
            button("+", () => set(n + 1),
                { class: "btn step", "aria-label": "One more", "data-key": `more-${key}` })
        ] : []));
}

/** How many of a kind are held, where there are many. @param {Table} table @param {string} zone
 * @param {string} kind @returns {Child[]} */
function heldField(table, zone, kind) {
    const { hand } = table, most = hand.most(zone, kind), n = hand.counts.get(kind) ?? 0;
    if (most < FIELD) return [];
    const label = table.game.kinds.find((k) => k.id === kind)?.label ?? kind;
    return [h("div", { class: "row", role: "group", "aria-label": label },
        button("−", () => hand.set(zone, kind, n - 1),
            { class: "btn step", "aria-label": "One fewer", "data-key": `less-${kind}` }),
        h("output", {}, n),
        button("+", () => hand.set(zone, kind, n + 1),
            { class: "btn step", "aria-label": "One more", "data-key": `more-${kind}` }),
        button(`All ${most}`, () => hand.take(zone, kind, true),
            { class: "btn step", "data-key": `all-${kind}` }))];
}

/** Beside the place, inside the board.
 * @param {Table} table @param {HTMLElement} element @param {string} zone */
function put(table, element, zone) {
    const board = table.board?.element.getBoundingClientRect(),
        size = element.getBoundingClientRect();
    const spot = table.board?.contents.get(zone)?.getBoundingClientRect();
    if (!board || !spot) return;
    const x = spot.left + spot.width / 2 - board.left - size.width / 2,
        below = spot.bottom - board.top + 6;
    const y = below + size.height > board.height - 4 ? spot.top - board.top - size.height - 6
        : below;
    element.style.left = `${Math.max(4, Math.min(x, board.width - size.width - 4))}px`;
    element.style.top = `${Math.max(4, y)}px`;
}
