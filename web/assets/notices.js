/* notices.js: what the page says besides the game: errors, lost connections, and what a screen
 * reader reads out. */
import { button, byId, h } from "./dom.js";

/** @type {WeakMap<Element, number>} how many seconds a line is shown; those without are shown until
 * they are removed */
const lasting = new WeakMap();
/** @type {{ line: Element, timer: number } | null} the line whose time runs */
let running = null;

/** The last line is the one that is shown: its time runs, and that of the others waits. */
function tend() {
    const line = byId("notices").lastElementChild, seconds = line ? lasting.get(line) : undefined;
    if (line && line === running?.line) return;
    clearTimeout(running?.timer);
    running = line && seconds ? { line, timer: setTimeout(() => line.remove(), seconds * 1000) }
        : null;
}
new MutationObserver(tend).observe(byId("notices"), { childList: true });

/**
 * Shows a line until it is closed, or for some seconds. One line is shown at a time; when it goes,
 * the one before it comes back.
 * @param {string} text
 * @param {{ kind?: "error" | "note", seconds?: number }} [how] 0 seconds: until it is removed
 */
export function notice(text, { kind = "note", seconds = 6 } = {}) {
    const box = byId("notices");
    for (const old of box.children) if (old.firstChild?.textContent === text) old.remove();
    const line = h("div", { class: `notice ${kind}` }, h("span", {}, text));
    line.append(button("Close", () => line.remove(), { class: "quiet" }));
    if (seconds > 0) lasting.set(line, seconds);
    box.append(line);
    return line;
}

/** @param {unknown} error */
export function failed(error) {
    notice(error instanceof Error ? error.message : String(error), { kind: "error", seconds: 12 });
}

/** @param {string} text */
export function announce(text) {
    const announcer = byId("announcer");
    if (announcer.textContent !== text) announcer.textContent = text;
}
