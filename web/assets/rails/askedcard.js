/* askedcard.js: a question about a card that is not the card in play: the card is shown in its place, and
 * the card in play lies small below it. The same holds for the card of a round. */
import { chaptersOf, numberOn } from "../chapters.js";
import { h, replace } from "../dom.js";
import { colourOf } from "../looks.js";
import { isInRound } from "./round.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */

/** The card that the question is about, or that the round belongs to, where it is not the one that lies
 * on top of the cards in play. @param {Table} table
 * @returns {{ card: Card, current: Card | null, isRound: boolean } | null} */
export function askedCard(table) {
    const { game, view } = table, stack = view.position.stacks?.[game.visual.cards?.current ?? ""];
    const current = Array.isArray(stack) ? game.cards.find((c) => c.id === stack[0]) ?? null : null;
    const about = game.cards.find((c) => c.id === table.decision?.card), isRound = !about && isInRound(table);
    const card = about ?? (isRound ? chaptersOf(table).pop()?.card : null);
    return card && card !== current ? { card, current, isRound } : null;
}

/** @param {Table} table */
export function askedCardPanel(table) {
    const element = h("section", { class: "panel card asked-card", "data-tab": "card", hidden: true });
    const show = () => {
        const found = table.view ? askedCard(table) : null;
        element.hidden = !found;
        document.querySelector(".app")?.classList.toggle("about-card", Boolean(found));
        if (found) fill(table, element, found);
    };
    table.onUpdate(show);
    table.onLog(show);
    return element;
}

/** @param {Table} table @param {HTMLElement} element @param {{ card: Card, current: Card | null, isRound: boolean }} found */
function fill(table, element, { card, current, isRound }) {
    const { game } = table, number = numberOn(table, card), what = isRound ? "Card of this round" : "The card in question";
    element.dataset.card = card.id;
    element.setAttribute("aria-label", what);
    element.classList.toggle("of-round", isRound);
    const sides = game.cardParts.flatMap((part) => {
        if (!card.texts?.[part.id]) return [];
        const side = h("div", { class: "card-side", "data-part": part.id }, h("b", {}, part.label), h("span", {}, card.texts[part.id]));
        side.style.background = colourOf(game.visual.cards?.parts?.[part.id], "");
        return [side];
    });
    replace(element, number && h("span", { class: "card-number" }, number), h("h2", {}, card.label), h("p", { class: "sub" }, what), ...sides,
        current && !isRound && h("p", { class: "in-play" }, h("span", { class: "mini" }, numberOn(table, current) || "?"),
            h("span", {}, h("small", { class: "kicker" }, "Card in play"), h("b", {}, current.label))));
}
