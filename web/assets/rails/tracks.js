/* tracks.js: numbers on lines, as boards have them at their edge. */
import { h, replace } from "../dom.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table */
export function tracksPanel(table) {
    // Others are on the board.
    const tracks = (table.game.visual.tracks ?? []).filter((t) => !t.edge && !t.cells);
    const element = h("section",
        { class: "panel tracks", "aria-label": "Tracks", hidden: tracks.length === 0 });
    const labels = new Map([...(table.game.globalVars ?? []), ...(table.game.displays ?? [])]
        .map((v) => [v.id, v.label]));
    table.onUpdate(() => replace(element,
        ...tracks.map((track) => h("div", { class: "track" }, h("h2", {}, track.label ?? ""),
            ...track.of.map((name) => {
                const value = Number(table.view.position.globals?.[name] ??
                    table.view.displays.find((d) => d.id === name)?.value ?? 0);
                return h("div", { class: "track-row" }, h("span", {}, labels.get(name) ?? name),
                    h("progress", {
                        max: track.most, value: Math.max(0, value),
                        "aria-label": labels.get(name) ?? name
                    }),
                    h("span", { class: "number" }, value));
            })))));
    return element;
}
