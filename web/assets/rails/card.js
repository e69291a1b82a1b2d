/* card.js: the card in play with its sides, which are buttons when they can be chosen; the order of
 * play; the next card; what is in force. For games whose visual data names these. */
import { button, h, replace } from "../dom.js";
import { emblem } from "../icons.js";
import { colourOf, tint } from "../looks.js";
import { placeOf } from "../options.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */

/** The top card of a stack that is seen. @param {Table} table @param {string | undefined} stack */
function top({ game, view }, stack) {
    const list = view.position.stacks?.[stack ?? ""];
    return Array.isArray(list) ? game.cards.find((c) => c.id === list[0]) ?? null : null;
}

/** @param {Table} table @param {Card} card */
function numberOf({ game }, card) {
    return game.visual.cards?.names === "numbered" ? /[0-9]+$/.exec(card.id)?.[0] ?? "" : "";
}

/** The seats on a card, in order. @param {Table} table @param {Card} card */
function orderOn({ game, view }, card) {
    return (game.visual.cards?.order ?? []).flatMap((id) => {
        const shown = view.displays.find((d) => d.id === id && d.owner === card.id);
        const seat = shown && game.seats.find((s) => s.label === shown.text);
        return seat ? [seat.id] : [];
    });
}

/** @param {Table} table @param {string} id @param {string | null} [owner] */
function shown({ view }, id, owner = null) {
    return view.displays.find((d) => d.id === id && (owner === null || d.owner === owner));
}

/** A ridge at dusk, from the number of the card. @param {string} seed */
function ridge(seed) {
    const art = h("div", { class: "art", "aria-hidden": "true" });
    art.style.setProperty("--turn", `${(Number(seed) * 47) % 60}deg`);
    return art;
}

/** @param {Table} table */
export function cardPanel(table) {
    const element = h("section",
        { class: "panel card", "aria-label": "Card in play", "data-tab": "card" });
    table.onUpdate(() => {
        const card = top(table, table.game.visual.cards?.current), { view, game } = table;
        element.hidden = !card;
        if (!card) return;
        element.dataset.card = card.id;
        const number = numberOf(table, card), order = orderOn(table, card);
        const flags = (/** @type {string} */ seat) => view.decider === seat ? "now"
            : shown(table, "hasActed", seat) ? "done" : "";
        replace(element, ridge(number || "7"),
            number && h("span", { class: "card-number" }, number),
            order.length > 0 && h("span", { class: "card-order" },
                ...order.map((seat) => emblem(game, seat, flags(seat)))),
            h("h2", {}, h("span", { class: "unseen" }, `${number} `), card.label),
            h("p", { class: "sub" },
                ["Card in play", view.phase?.label].filter(Boolean).join(" · ")),
            ...sides(table, card));
    });
    return element;
}

/** @param {Table} table @param {Card} card */
function sides(table, card) {
    const options = table.decision?.options ?? [];
    return table.game.cardParts.filter((part) => card.texts?.[part.id]).map((part) => {
        const option = options.find((o) => o.side === part.id ||
            o.kind !== "space" && !placeOf(o).zone && (o.id === part.id || o.label === part.label));
        const inside = [h("b", {}, part.label), h("span", {}, card.texts?.[part.id] ?? "")];
        if (!option) {
            const side = h("div", { class: "card-side", "data-part": part.id }, ...inside);
            side.style.background = colourOf(table.game.visual.cards?.parts?.[part.id], "");
            return side;
        }
        const made = button("", () => table.decide(option.id), {
            class: "card-side can", "data-part": part.id, "data-key": `side-${part.id}`,
            mouseenter: () => table.pointAt(option), focus: () => table.pointAt(option),
            mouseleave: () => table.pointAt(null)
        });
        made.append(...inside);
        return made;
    });
}

/** What a box of the order stands for, among what can be chosen: it has its id or its label.
 * @param {Table} table @param {string} id @param {string} text */
function boxOption(table, id, text) {
    const options = table.decision ? table.view.decision?.options ?? [] : [];
    return options.find((o) => o.id === id || o.label === text) ?? null;
}

/** Who is next, what has been done, what may be done. @param {Table} table */
export function orderPanel(table) {
    const element = h("section",
        { class: "panel order", "aria-label": "Order of play", "data-tab": "card" });
    const { rows = [], flags = [] } = table.game.visual.order ?? {};
    const seatOf = (/** @type {string} */ id) => {
        const text = shown(table, id)?.text;
        return table.game.seats.find((s) => s.label === text)?.id ?? null;
    };
    table.onUpdate(() => {
        const { game, view } = table;
        const lines = rows.map((row, i) => {
            const seat = seatOf(row.seat), did = shown(table, row.did)?.text,
                acted = seat && shown(table, "hasActed", seat);
            const values = game.displays?.find((d) => d.id === row.did)?.values ?? [];
            const key = values.find((v) => v.label === did)?.id,
                now = seat !== null && view.decider === seat;
            return h("tr", {}, h("th", { scope: "row" }, row.label, seat && emblem(game, seat)),
                ...Object.entries(row.boxes).map(([id, text]) => {
                    const full = seat !== null && id === key &&
                        (i === 0 ? Boolean(did) : Boolean(acted) || now);
                    const off = key !== undefined && id !== key;
                    const option = now && !full && !off && boxOption(table, id, text);
                    const inside = option
                        ? button(text, () => table.decide(option.id),
                            { "data-key": `box-${i}-${id}` })
                        : text;
                    const cell = h("td", {
                        class: full ? "full" : off ? "off" : option ? "open can"
                            : now ? "open" : null
                    }, inside);
                    return full ? tint(cell, game, seat) : cell;
                }));
        });
        const said = flags.map((flag) =>
            [flag.label, view.displays.filter((d) => d.id === flag.of && d.owner)]);
        element.hidden = !rows.some((row) => seatOf(row.seat));
        replace(element, h("h2", { class: "kicker" }, "Sequence of play"),
            h("table", {}, h("tbody", {}, ...lines)),
            h("p", { class: "flags" },
                ...said.flatMap(([label, list]) => (Array.isArray(list) && list.length > 0
                    ? [h("span", {}, `${label} `, ...list.map((d) => emblem(game, d.owner)))]
                    : []))));
    });
    return element;
}

/** @param {Table} table */
export function nextPanel(table) {
    const element = h("section",
        { class: "panel next", "aria-label": "Next card", "data-tab": "card" });
    const { next, warning } = table.game.visual.cards ?? {};
    table.onUpdate(() => {
        const card = top(table, next), { game, view } = table, deck = view.position.stacks?.deck;
        const warned = warning ? shown(table, warning) : null;
        element.hidden = !card;
        if (!card) return;
        const text = Object.values(card.texts ?? {}).join(" ");
        replace(element,
            h("div", { class: "row" }, h("span", { class: "mini" }, numberOf(table, card) || "?"),
                h("div", {}, h("div", { class: "kicker" }, "Next card"),
                    h("h2", { title: text }, card.label),
                    h("span", { class: "card-order" },
                        ...orderOn(table, card).map((seat) => emblem(game, seat))))),
            warned && h("p", { class: "warned" }, `${warned.label}: ${warned.text}`),
            typeof deck === "number" && h("p", { class: "deck" }, `${deck} cards in the deck`));
    });
    return element;
}

/** What lasts: cards of stacks, cards with a side in force, lists of cards. @param {Table} table */
export function effectsPanel(table) {
    const element = h("section",
        { class: "panel effects", "aria-label": "In force", "data-tab": "card" });
    const { sides: sideOf, lists = [], stacks = [] } = table.game.visual.effects ?? {};
    table.onUpdate(() => {
        const { game, view } = table, byLabel = new Map(game.cards.map((c) => [c.label, c]));
        const text = (/** @type {Card | undefined} */ card, side = "") => {
            const part = game.cardParts.find((p) => p.label.toLowerCase() === side.toLowerCase());
            return (part && card?.texts?.[part.id]) ?? Object.values(card?.texts ?? {})[0] ?? "";
        };
        const found = [
            ...stacks.flatMap((id) => {
                const card = top(table, id);
                const tag = game.stacks.find((s) => s.id === id)?.label ?? id;
                return card ? [{ card, tag, text: text(card) }] : [];
            }),
            ...view.displays.filter((d) => d.id === sideOf).map((d) => {
                const card = game.cards.find((c) => c.id === d.owner);
                return { card, tag: d.text, text: text(card, d.text) };
            }),
            ...lists.flatMap((id) => view.displays.filter((d) => d.id === id).flatMap((d) =>
                d.text.split(", ").map((name) =>
                    ({ card: byLabel.get(name), tag: d.label, text: text(byLabel.get(name)) })))),
        ];
        element.hidden = found.length === 0;
        replace(element, h("h2", { class: "kicker" }, "In force"),
            ...found.flatMap((f) => (f.card
                ? [h("div", { class: "effect" }, h("b", {}, f.card.label),
                    h("span", { class: "tag" }, f.tag),
                    h("span", { class: "effect-text" }, f.text))]
                : [])));
    });
    return element;
}

