/* notices.js: what the page says besides the game: errors, lost connections, and what a screen reader
 * reads out. One notice at a time; the next one waits. */
import { button, byId, h } from "./dom.js";

/**
 * Shows a line until it is closed, or for some seconds.
 * @param {string} text
 * @param {{ kind?: "error" | "note", seconds?: number }} [how] 0 seconds: until it is removed
 */
export function notice(text, { kind = "note", seconds = 6 } = {}) {
    const box = byId("notices");
    for (const old of box.children) if (old.firstChild?.textContent === text) old.remove();
    const line = h("div", { class: `notice ${kind}` }, h("span", {}, text));
    line.append(button("Close", () => line.remove(), { class: "quiet" }));
    box.append(line);
    if (seconds > 0) setTimeout(() => line.remove(), seconds * 1000);
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
