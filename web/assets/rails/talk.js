/* talk.js: chat for all at the table, and notes for oneself. */
import { button, h } from "../dom.js";
import { failed } from "../notices.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {{ chat?: { from: string, text: string }[] }} Chat */

/** @param {Table} table */
export function talkPanel(table) {
    const lines = h("ol", { class: "chat", "aria-live": "polite" });
    const input = /** @type {HTMLInputElement} */ (h("input",
        { type: "text", maxlength: 500, "aria-label": "Say something" }));
    const notes = /** @type {HTMLTextAreaElement} */ (h("textarea",
        { rows: 4, "aria-label": "Notes that only you can read" }));
    const show = (/** @type {Chat} */ answer) => lines.replaceChildren(...(answer.chat ?? [])
        .map((c) => h("li", {}, h("strong", {}, `${c.from}: `), c.text)));
    const send = (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text === "") return;
        table.api.post(`${table.path}/chat`, { text }).then((answer) => {
            input.value = "";
            show(answer);
        }, failed);
    };
    let seen = -1, soon = 0;
    table.onUpdate(() => {
        if (table.version === seen) return;
        seen = table.version;
        clearTimeout(soon); // many decisions in a row are asked for once
        soon = setTimeout(() => table.api.get(`${table.path}/chat`).then(show, () => undefined),
            150);
    });
    const keep = () => table.api.ask("PUT", `${table.path}/notes`, { text: notes.value })
        .catch(failed);
    notes.addEventListener("change", keep);
    const details = h("details",
        { toggle: () => table.api.get(`${table.path}/notes`)
                .then((a) => { notes.value = a.text ?? notes.value; }, () => undefined) },
        h("summary", {}, "My notes"), notes);
    return h("div", { class: "talk" }, lines,
        h("form", { submit: send }, input, button("Say", () => send(new Event("submit")))),
        details);
}
