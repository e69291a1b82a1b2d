/* askedcard.js: a question about a card that is not the card in play: the card is shown in its
 * place, and the card in play lies small below it. The same holds for the card of a round. */
import { chaptersOf, numberOn } from "../chapters.js";
import { h, replace } from "../dom.js";
import { colourOf } from "../looks.js";
import { isInRound } from "./round.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Step} Step */

/** The card that the question is about, or that the round belongs to, where it is not the one that
 * lies on top of the cards in play. @param {Table} table
 * @returns {{ card: Card, current: Card | null, isRound: boolean } | null} */
export function askedCard(table) {
    const { game, view } = table, stack = view.position.stacks?.[game.visual.cards?.current ?? ""];
    const current = Array.isArray(stack) ? game.cards.find((c) => c.id === stack[0]) ?? null : null;
    const about = game.cards.find((c) => c.id === table.decision?.card),
        isRound = !about && isInRound(table);
    const card = about ?? (isRound ? chaptersOf(table).pop()?.card : null);
    return card && card !== current ? { card, current, isRound } : null;
}

/** @param {Table} table */
export function askedCardPanel(table) {
    const element = h("section", { class: "panel asked-card", "data-tab": "card", hidden: true });
    /** @type {{ version: number, lines: string[] }} what the card would do, as the server tells
     * it */
    let told = { version: -1, lines: [] };
    const ask = async () => {
        /** @type {typeof told} */
        const mine = { version: table.version, lines: [] };
        told = mine;
        mine.lines = await effectsOf(table);
        if (told === mine) show();
    };
    const show = () => {
        const found = table.view ? askedCard(table) : null;
        element.hidden = !found;
        document.querySelector(".app")?.classList.toggle("about-card", Boolean(found));
        if (!found) return;
        if (!found.isRound && told.version !== table.version) ask();
        fill(table, element, found, found.isRound ? [] : told.lines);
    };
    table.onUpdate(show);
    table.onLog(show);
    return element;
}

/** What the only way to say yes would bring: its steps, and the question behind them.
 * @param {Table} table @returns {Promise<string[]>} */
async function effectsOf({ api, path, decision }) {
    const ways = decision?.options.filter((o) => !o.wayOut) ?? [];
    if (ways.length !== 1) return [];
    /** @type {{ options: { known: boolean, steps?: Step[], next?: { prompt: string }
     * | null }[] }} */
    const answer = await api.get(`${path}/preview?option=${encodeURIComponent(ways[0].id)}`)
        .catch(() => ({ options: [] }));
    const [would] = answer.options;
    if (!would?.known) return [];
    const steps = (would.steps ?? [])
        .filter((s) => s.text && s.effect !== "card" && s.effect !== "log");
    return [...steps.map((s) => s.text), ...(would.next ? [`Then: ${would.next.prompt}`] : [])];
}

/** @param {Table} table @param {HTMLElement} element
 * @param {{ card: Card, current: Card | null, isRound: boolean }} found
 * @param {string[]} lines on what it would do */
function fill(table, element, { card, current, isRound }, lines) {
    const { game } = table, number = numberOn(table, card),
        what = isRound ? "Card of this round" : "The card in question";
    element.dataset.card = card.id;
    element.setAttribute("aria-label", what);
    element.classList.toggle("of-round", isRound);
    const sides = game.cardParts.flatMap((part) => {
        if (!card.texts?.[part.id]) return [];
        const side = h("div", { class: "card-side", "data-part": part.id }, h("b", {}, part.label),
            h("span", {}, card.texts[part.id]));
        side.style.background = colourOf(game.visual.cards?.parts?.[part.id], "");
        return [side];
    });
    replace(element, number && h("span", { class: "card-number" }, number), h("h2", {}, card.label),
        h("p", { class: "sub" }, what), ...sides,
        lines.length > 0 &&
            h("div", { class: "would" }, h("p", { class: "kicker" }, "Played now, it would"),
                h("ol", {}, ...lines.map((line) => h("li", {}, line)))),
        current && !isRound && h("p", { class: "in-play" },
            h("span", { class: "mini" }, numberOn(table, current) || "?"),
            h("span", {}, h("small", { class: "kicker" }, "Card in play"),
                h("b", {}, current.label))));
}
