/* keys.js: what may be typed anywhere on a table, and the list of it that `?` shows. */
import { button, h } from "./dom.js";

/** @typedef {{ keys: string[], text: string, act: () => void }} Shortcut */

/** @type {Shortcut[]} */
let shortcuts = [];

/** @param {Shortcut[]} list */
export function setShortcuts(list) {
    shortcuts = list;
}

function isTyping() {
    const element = document.activeElement;
    return element instanceof HTMLInputElement && element.type !== "range" || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

export function showKeys() {
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "keys", "aria-label": "Keys", close: () => dialog.remove() }));
    dialog.append(
        h("h2", {}, "Keys"),
        h("dl", {}, ...shortcuts.flatMap((s) => [h("dt", {}, ...s.keys.flatMap((key, i) => [i > 0 && " ", h("kbd", {}, key === " " ? "Space" : key)])), h("dd", {}, s.text)]),
            h("dt", {}, h("kbd", {}, "Tab")), h("dd", {}, "to the next thing that can be chosen; Enter chooses it"),
            h("dt", {}, h("kbd", {}, "?")), h("dd", {}, "this list")),
        button("Close", () => dialog.close(), {}),
    );
    document.body.append(dialog);
    dialog.showModal();
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (isTyping() && event.key !== "Escape") return;
    if (event.key === "?") {
        event.preventDefault();
        showKeys();
        return;
    }
    const found = shortcuts.find((s) => s.keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.act();
});
