/* situation.js: what the game shows of itself: its displays, by group; and numbers on tracks. */
import { h, replace } from "../dom.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Display} Display */

/** @param {Table} table */
export function situationPanel(table) {
    const element = h("section", { class: "panel situation", "aria-label": "Situation" });
    /** @type {Map<string, string>} */
    let before = new Map();
    table.onUpdate(() => {
        const shown = table.view.displays.filter((d) => d.scope === "game");
        const groups = grouped(shown);
        element.classList.toggle("empty", shown.length === 0);
        if (element.dataset.tab) element.hidden = shown.length === 0;
        replace(element, h("p", { class: "phase" }, table.view.phase?.label ?? ""),
            ...[...groups].map(([group, list]) =>
                h("div", { class: "group" }, group && h("h2", {}, group),
                    h("dl", {},
                        ...list.flatMap((d) => [h("dt", {}, d.label),
                            h("dd", {
                                class: before.has(d.id) && before.get(d.id) !== d.text
                                    ? "changed" : null
                            }, d.text, note(d))])))));
        before = new Map(shown.map((d) => [d.id, d.text]));
    });
    return element;
}

/** @param {Display} d */
function note(d) {
    return typeof d.goal === "number" ? ` of ${d.goal}` : "";
}

/** @param {Display[]} list */
function grouped(list) {
    /** @type {Map<string, Display[]>} */
    const groups = new Map();
    for (const d of list) {
        const key = d.group ?? "";
        groups.set(key, [...groups.get(key) ?? [], d]);
    }
    return groups;
}
