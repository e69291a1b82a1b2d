/* textboard.js: the board in words, for those who cannot see the picture or like it better so. */
import { h, replace } from "../dom.js";

/** @param {any} table */
export function textBoard(table) {
    const list = h("ul", {});
    const element = h("details", { class: "panel textboard" }, h("summary", {}, "The board in words"), list);
    const show = () => {
        if (!(/** @type {HTMLDetailsElement} */ (element).open)) return;
        replace(list, ...[...table.game.spaces, ...table.game.boxes].map((/** @type {any} */ zone) => h("li", {}, table.board.describe(table.view, zone.id))));
    };
    element.addEventListener("toggle", show);
    table.onUpdate(show);
    return element;
}
