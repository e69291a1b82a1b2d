/* dev.js: for designers: what is wrong with the rules that are being written, as the server's watch
 * sees it (serve --dev). */
import { h } from "./dom.js";

/**
 * @param {any} said of GET /api/dev
 * @returns {HTMLElement | null}
 */
export function devBanner(said) {
    if (!said) return null;
    const tables = said.tables ?? [];
    return h("section",
        { class: said.ok ? "dev good" : "dev bad", role: "status",
            "aria-label": "The rules being written" },
        h("strong", {},
            said.ok ? "The rules compile."
                : "The rules do not compile; play goes on under those before."),
        said.text && h("pre", {}, said.text),
        ...tables.map((/** @type {any} */ t) => h("p", {},
            `Table ${t.table}: ${t.kept} of ${t.of} steps hold under the new rules.`,
            t.problem && ` ${t.problem}`)));
}
