/* cards.js: the cards that lie open, with all that is printed on them; hands and decks by their number. */
import { h, replace } from "../dom.js";
import { colourOf, inkOn } from "../looks.js";

/** @param {any} table */
export function cardsPanel(table) {
    const element = h("section", { class: "panel cards", "aria-label": "Cards" });
    const byId = new Map(table.game.cards.map((/** @type {any} */ card) => [card.id, card]));
    table.onUpdate(() => {
        const stacks = table.view.position.stacks ?? {};
        const shown = table.game.stacks.filter((/** @type {any} */ s) => Array.isArray(stacks[s.id]) ? stacks[s.id].length > 0 : stacks[s.id] > 0);
        element.hidden = shown.length === 0;
        replace(element, ...shown.map((/** @type {any} */ stack) => pile(table, stack, stacks[stack.id], byId)));
    });
    return element;
}

/** @param {any} table @param {any} stack @param {any} content @param {Map<string, any>} byId */
function pile(table, stack, content, byId) {
    if (!Array.isArray(content)) return h("p", { class: "pile" }, `${stack.label}: ${content} face down`);
    const known = content.filter((card) => byId.has(card)), open = table.game.visual.cards?.open;
    const whole = !open || open.includes(stack.id) ? 1 : 0;
    if (known.length === 0) return h("p", { class: "pile" }, `${stack.label}: ${content.length} face down`);
    const rest = known.slice(whole).map((card) => face(table, byId.get(card)));
    return h("div", { class: "pile" }, whole === 1 && h("h2", {}, stack.label), ...known.slice(0, whole).map((card) => face(table, byId.get(card))),
        rest.length > 0 && h("details", {}, h("summary", {}, whole === 1 ? `${rest.length} more below it` : `${stack.label}: ${known.length === 1 ? byId.get(known[0]).label : known.length}`), ...rest));
}

/** @param {any} table @param {any} card */
export function face(table, card) {
    const looks = table.game.visual.cards ?? {}, ground = colourOf(looks.face, "");
    const shown = table.view.displays.filter((/** @type {any} */ d) => d.scope === "card" && d.owner === card.id);
    const element = h("article", { class: "card", "data-card": card.id }, h("h3", {}, card.label),
        shown.length > 0 && h("p", { class: "card-notes" }, shown.map((/** @type {any} */ d) => `${d.label}: ${d.text}`).join(" · ")),
        ...(card.parts ?? []).filter((/** @type {any} */ part) => part.text).map((/** @type {any} */ part) => {
            const paragraph = h("p", { class: "card-part" }, h("strong", {}, `${part.label}. `), part.text), colour = colourOf(looks.parts?.[part.id], "");
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
