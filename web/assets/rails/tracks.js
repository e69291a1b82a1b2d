/* tracks.js: numbers on lines, as boards have them at their edge. */
import { h, replace } from "../dom.js";

/** @param {any} table */
export function tracksPanel(table) {
    const tracks = (table.game.visual.tracks ?? []).filter((/** @type {any} */ t) => !t.edge && !t.cells); // others are on the board
    const element = h("section", { class: "panel tracks", "aria-label": "Tracks", hidden: tracks.length === 0 });
    const labels = new Map([...(table.game.globalVars ?? []), ...(table.game.displays ?? [])].map((/** @type {any} */ v) => [v.id, v.label]));
    table.onUpdate(() => replace(element, ...tracks.map((/** @type {any} */ track) => h("div", { class: "track" }, h("h2", {}, track.label ?? ""),
        ...track.of.map((/** @type {string} */ name) => {
            const value = Number(table.view.position.globals?.[name] ?? table.view.displays.find((/** @type {any} */ d) => d.id === name)?.value ?? 0);
            return h("div", { class: "track-row" }, h("span", {}, labels.get(name) ?? name), h("progress", { max: track.most, value: Math.max(0, value), "aria-label": labels.get(name) ?? name }), h("span", { class: "number" }, value));
        })))));
    return element;
}
