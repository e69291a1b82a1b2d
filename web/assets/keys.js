/* keys.js: what may be typed anywhere on a table, and the page of it that `?` shows. */
import { button, h } from "./dom.js";

/** @typedef {{ keys: string[], text: string, group?: string,
 *   act: (key: string) => void }} Shortcut */

/** @type {Shortcut[]} */
let shortcuts = [];

/** @type {() => Promise<void>} until the answer to the last key has come */
let answered = () => Promise.resolve();
/** @type {Promise<void> | null} the keys that wait for an answer */
let waiting = null;

/** @param {Shortcut[]} list @param {() => Promise<void>} [ended] until no answer is on its way */
export function setShortcuts(list, ended = () => Promise.resolve()) {
    shortcuts = list;
    answered = ended;
    waiting = null;
}

/** Keys mean what is on the screen when the answers to those before them have come.
 * @param {Shortcut} shortcut @param {string} key */
function press(shortcut, key) {
    const before = waiting ?? answered(), list = shortcuts;
    const mine = before.then(answered).then(() => {
        if (waiting === mine) waiting = null;
        if (shortcuts === list && !document.querySelector("dialog[open]")) shortcut.act(key);
    });
    waiting = mine;
}

function isTyping() {
    const element = document.activeElement;
    return element instanceof HTMLInputElement && element.type !== "range" ||
        element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/** Do Enter and the space bar press what has the focus? */
function isPressing() {
    const element = document.activeElement;
    return element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement ||
        element instanceof SVGElement || element?.tagName === "SUMMARY";
}

/** @type {Record<string, string>} */
const NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", Enter: "↵", Escape: "Esc" };

export function showKeys() {
    const groups = [...new Set(shortcuts.map((s) => s.group ?? ""))].filter(Boolean);
    const line = (/** @type {string[]} */ keys, /** @type {string} */ text) =>
        [h("dt", {}, ...keys.map((key) => h("kbd", {}, NAMES[key] ?? key))), h("dd", {}, text)];
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog",
        { class: "keys", "aria-label": "Keys", close: () => dialog.remove() }, h("h2", {}, "Keys"),
        h("div", { class: "key-groups" },
            ...groups.map((group) => h("section", {}, h("h3", {}, group),
                h("dl", {},
                    ...shortcuts.filter((s) => s.group === group && s.text)
                        .flatMap((s) => line(s.keys, s.text))))),
            h("section", {}, h("h3", {}, "Page"),
                h("dl", {}, ...line(["Tab"], "to the next thing that can be chosen"),
                    ...line(["?"], "this list")))),
        button("Close", () => dialog.close(), { class: "btn" })));
    document.body.append(dialog);
    dialog.showModal();
}

document.addEventListener("keydown", (event) => {
    // What was answered inside a dialog has been used, though the dialog is closed by now.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey ||
        document.querySelector("dialog[open]")) return;
    if (isTyping() && event.key !== "Escape") return;
    if ((event.key === "Enter" || event.key === " ") && isPressing()) return;
    if (event.key === "?") {
        event.preventDefault();
        showKeys();
        return;
    }
    const found = shortcuts.find((s) => s.keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    press(found, event.key);
});
