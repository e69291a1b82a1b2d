/* textboard.js: the board in words, for those who cannot see the picture or like it better so. */
import { h } from "../dom.js";

/** @param {import("../table.js").Table} table */
export function textBoard(table) {
    const zones = [...table.game.spaces, ...table.game.boxes];
    return h("ul", { class: "textboard" },
        ...zones.map((zone) => h("li", {}, table.board?.describe(zone.id) ?? "")));
}
