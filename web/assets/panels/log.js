/* log.js: what happened, a line a turn with its details below; names light the board, a click on a line shows the board as it was then. */
import { button, h } from "../dom.js";
import { seatColour } from "../looks.js";

/** @param {any} table */
export function logPanel(table) {
    const list = h("ol", { class: "turns", tabindex: "0", "aria-label": "Turns, oldest first" });
    const element = h("section", { class: "panel log", "aria-label": "Log" }, h("h2", {}, "Log"), list);
    const names = [...table.game.spaces].map((/** @type {any} */ s) => s).sort((a, b) => b.label.length - a.label.length);
    /** @type {Set<number>} turns whose details are shown */
    const open = new Set();
    /** @type {{ turn: any, line: Element | null }[]} what stands there: a turn that is the same object needs no new line */
    let shown = [];
    table.onLog(() => {
        const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
        let same = 0;
        while (same < shown.length && shown[same].turn === table.log[same]) same++;
        for (const old of shown.slice(same)) old.line?.remove();
        shown = [...shown.slice(0, same), ...table.log.slice(same).map((/** @type {any} */ turn) => ({ turn, line: turnLine(table, turn, names, open) }))];
        list.append(...shown.slice(same).flatMap(({ line }) => line ? [line] : []));
        if (atEnd) list.scrollTop = list.scrollHeight;
    });
    return element;
}

/** @param {any} table @param {any} turn @param {any[]} names @param {Set<number>} open */
function turnLine(table, turn, names, open) {
    if (!turn.summary) return null;
    const details = h("ul", { hidden: !open.has(turn.turn) });
    const fill = () => {
        if (open.has(turn.turn)) details.replaceChildren(...turn.entries.map((/** @type {any} */ entry) => entryLine(table, entry, names)), ...reasonsOf(table, turn, names));
    };
    const toggle = button(open.has(turn.turn) ? "▾" : "▸", () => {
        if (!open.delete(turn.turn)) open.add(turn.turn);
        fill();
        details.hidden = !open.has(turn.turn);
        toggle.textContent = details.hidden ? "▸" : "▾";
        toggle.setAttribute("aria-expanded", String(!details.hidden));
        summary.classList.toggle("open", !details.hidden);
    }, { class: "quiet", "aria-expanded": String(open.has(turn.turn)), "aria-label": "Details of this turn" });
    const summary = h("div", { class: open.has(turn.turn) ? "summary open" : "summary" }, ...linked(table, turn.summary, names)); // long ones are cut off until they are opened
    fill();
    const line = h("li", { class: "turn" }, toggle, summary, details);
    line.style.setProperty("--seat", seatColour(table.game, turn.seat));
    return line;
}

/** Why a bot did it, where it is told. @param {any} table @param {any} turn @param {any[]} names */
function reasonsOf(table, turn, names) {
    const next = table.log.find((/** @type {any} */ t) => t.turn > turn.turn)?.number ?? Infinity;
    const told = [...table.thoughts.reasons].filter(([number]) => number >= turn.number && number < next);
    return told.map(([, text]) => h("li", { class: "detail reason" }, "Why: ", ...linked(table, text, names)));
}

/** @param {any} table @param {any} entry @param {any[]} names */
function entryLine(table, entry, names) {
    return h("li", { class: entry.level }, button("↺", () => table.replay(entry.number), { class: "quiet", "aria-label": `Show the board after decision ${entry.number}` }), ...linked(table, entry.text, names));
}

/** The text with the names of spaces as buttons that light them. @param {any} table @param {string} text @param {any[]} names */
function linked(table, text, names) {
    /** @type {(string | Node)[]} */
    let parts = [text];
    for (const space of names) {
        if (!text.includes(space.label)) continue;
        parts = parts.flatMap((part) => typeof part === "string" ? split(table, part, space) : [part]);
    }
    return parts;
}

/** @param {any} table @param {string} text @param {any} space @returns {(string | Node)[]} */
function split(table, text, space) {
    return text.split(space.label).flatMap((piece, i) => i === 0 ? [piece] : [link(table, space), piece]);
}

/** @param {any} table @param {any} space */
function link(table, space) {
    return button(space.label, () => table.board.point(space.id), { class: "name", mouseenter: () => table.board.point(space.id), mouseleave: () => table.board.point(null) });
}
