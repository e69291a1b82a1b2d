/* cards.js: the cards that lie open, with all that is printed on them; hands and decks by their
 * number. */
import { h, replace } from "../dom.js";
import { colourOf, inkOn } from "../looks.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Stack} Stack */

const SPREAD = 13; // more cards than a hand holds lie in a pile

/** @param {Table} table */
export function cardsPanel(table) {
    const element = h("section", { class: "panel cards", "aria-label": "Cards" });
    const byId = new Map(table.game.cards.map((card) => [card.id, card]));
    table.onUpdate(() => {
        const stacks = table.view.position.stacks ?? {};
        const shown = table.game.stacks.filter((s) => {
            const content = stacks[s.id] ?? 0;
            return (Array.isArray(content) ? content.length : content) > 0;
        });
        if (element.dataset.tab) element.hidden = shown.length === 0;
        replace(element, ...shown.map((stack) => pile(table, stack, stacks[stack.id], byId)));
    });
    return element;
}

/** @param {Table} table @param {Stack} stack @param {string[] | number} content
 * @param {Map<string, Card>} byId */
function pile(table, stack, content, byId) {
    if (!Array.isArray(content)) return backs(table, stack, content);
    const open = table.game.visual.cards?.open, whole = !open || open.includes(stack.id) ? 1 : 0;
    const known = content.flatMap((id) => byId.get(id) ?? []);
    if (known.length === 0) return backs(table, stack, content.length);
    const isPlain = known.every((card) => Object.keys(card.texts ?? {}).length === 0);
    if (whole === 1 && known.length > 1 && known.length <= SPREAD && isPlain)
        return spread(table, stack, known);
    const rest = known.slice(whole).map((card) => face(table, card));
    const title = whole === 1 ? `${rest.length} more below it`
        : `${stack.label}: ${known.length === 1 ? nameOf(table, known[0]) : known.length}`;
    return h("div", { class: "pile" }, whole === 1 && h("h2", {}, stack.label),
        ...known.slice(0, whole).map((card) => face(table, card)),
        rest.length > 0 && h("details", {}, h("summary", {}, title), ...rest));
}

/** Cards with nothing printed on them but their names, side by side, the uppermost last, as they
 * were laid. @param {Table} table @param {Stack} stack @param {Card[]} cards */
function spread(table, stack, cards) {
    return h("div", { class: "pile" }, h("h2", {}, stack.label),
        h("div", { class: "spread" }, ...cards.reverse().map((card) => face(table, card))));
}

/** Cards that are face down, as a pile with their number.
 * @param {Table} table @param {Stack} stack @param {number} count */
function backs(table, stack, count) {
    const back = h("span", { class: "back", "aria-hidden": "true" }, count),
        colour = colourOf(table.game.visual.cards?.back, "#7a6a55");
    back.style.background = colour;
    back.style.color = inkOn(colour);
    return h("p", { class: "pile face-down" }, back,
        h("span", {}, `${stack.label}: `, h("span", { class: "unseen" }, `${count} cards `),
            "face down"));
}

/** With its number, where players name cards by it. @param {Table} table @param {Card} card */
export function nameOf(table, card) {
    const number = table.game.visual.cards?.names === "numbered" && /[0-9]+$/.exec(card.id)?.[0];
    return number ? `${number} ${card.label}` : card.label;
}

/** @param {Table} table @param {Card} card */
export function face(table, card) {
    const looks = table.game.visual.cards ?? {}, ground = colourOf(looks.face, "");
    const shown = table.view.displays.filter((d) => d.scope === "card" && d.owner === card.id);
    const element = h("article", { class: "card", "data-card": card.id },
        h("h3", {}, nameOf(table, card)),
        shown.length > 0 &&
            h("p", { class: "card-notes" }, shown.map((d) => `${d.label}: ${d.text}`).join(" · ")),
        ...table.game.cardParts.filter((part) => card.texts?.[part.id]).map((part) => {
            const paragraph = h("p", { class: "card-part" }, h("strong", {}, `${part.label}. `),
                    card.texts?.[part.id] ?? ""),
                colour = colourOf(looks.parts?.[part.id], "");
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
