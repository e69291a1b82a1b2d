/* cards.js: the cards that lie open, with all that is printed on them; hands and decks by their number. */
import { h, replace } from "../dom.js";
import { colourOf, inkOn } from "../looks.js";

const SPREAD = 13; // more cards than a hand holds lie in a pile

/** @param {any} table */
export function cardsPanel(table) {
    const element = h("section", { class: "panel cards", "aria-label": "Cards" });
    const byId = new Map(table.game.cards.map((/** @type {any} */ card) => [card.id, card]));
    table.onUpdate(() => {
        const stacks = table.view.position.stacks ?? {};
        const shown = table.game.stacks.filter((/** @type {any} */ s) => Array.isArray(stacks[s.id]) ? stacks[s.id].length > 0 : stacks[s.id] > 0);
        if (element.dataset.tab) element.hidden = shown.length === 0;
        replace(element, ...shown.map((/** @type {any} */ stack) => pile(table, stack, stacks[stack.id], byId)));
    });
    return element;
}

/** @param {any} table @param {any} stack @param {any} content @param {Map<string, any>} byId */
function pile(table, stack, content, byId) {
    if (!Array.isArray(content)) return backs(table, stack, content);
    const known = content.filter((card) => byId.has(card)), open = table.game.visual.cards?.open;
    const whole = !open || open.includes(stack.id) ? 1 : 0;
    if (known.length === 0) return backs(table, stack, content.length);
    if (whole === 1 && known.length > 1 && known.length <= SPREAD && known.every((card) => Object.keys(byId.get(card).texts ?? {}).length === 0)) return spread(table, stack, known.map((card) => byId.get(card)));
    const rest = known.slice(whole).map((card) => face(table, byId.get(card)));
    return h("div", { class: "pile" }, whole === 1 && h("h2", {}, stack.label), ...known.slice(0, whole).map((card) => face(table, byId.get(card))),
        rest.length > 0 && h("details", {}, h("summary", {}, whole === 1 ? `${rest.length} more below it` : `${stack.label}: ${known.length === 1 ? nameOf(table, byId.get(known[0])) : known.length}`), ...rest));
}

/** Cards with nothing printed on them but their names, side by side, the uppermost last, as they were laid. @param {any} table @param {any} stack @param {any[]} cards */
function spread(table, stack, cards) {
    return h("div", { class: "pile" }, h("h2", {}, stack.label), h("div", { class: "spread" }, ...cards.reverse().map((card) => face(table, card))));
}

/** Cards that are face down, as a pile with their number. @param {any} table @param {any} stack @param {number} count */
function backs(table, stack, count) {
    const back = h("span", { class: "back", "aria-hidden": "true" }, count), colour = colourOf(table.game.visual.cards?.back, "#7a6a55");
    back.style.background = colour;
    back.style.color = inkOn(colour);
    return h("p", { class: "pile face-down" }, back, h("span", {}, `${stack.label}: `, h("span", { class: "unseen" }, `${count} cards `), "face down"));
}

/** With its number, where players name cards by it. @param {any} table @param {any} card */
export function nameOf(table, card) {
    const number = table.game.visual.cards?.names === "numbered" && /[0-9]+$/.exec(card.id)?.[0];
    return number ? `${number} ${card.label}` : card.label;
}

/** @param {any} table @param {any} card */
export function face(table, card) {
    const looks = table.game.visual.cards ?? {}, ground = colourOf(looks.face, "");
    const shown = table.view.displays.filter((/** @type {any} */ d) => d.scope === "card" && d.owner === card.id);
    const element = h("article", { class: "card", "data-card": card.id }, h("h3", {}, nameOf(table, card)),
        shown.length > 0 && h("p", { class: "card-notes" }, shown.map((/** @type {any} */ d) => `${d.label}: ${d.text}`).join(" · ")),
        ...table.game.cardParts.filter((/** @type {any} */ part) => card.texts?.[part.id]).map((/** @type {any} */ part) => {
            const paragraph = h("p", { class: "card-part" }, h("strong", {}, `${part.label}. `), card.texts[part.id]), colour = colourOf(looks.parts?.[part.id], "");
            if (colour) {
                paragraph.style.background = colour;
                paragraph.style.color = inkOn(colour);
            }
            return paragraph;
        }));
    if (ground) {
        element.style.background = ground;
        element.style.color = inkOn(ground);
    }
    return element;
}
