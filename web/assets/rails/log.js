/* log.js: what happened, turn by turn in the words of the server: who did what, the steps, the
 * result. Names light the board; the details list every choice, each with the way to its board. */
import { button, h } from "../dom.js";
import { emblem } from "../icons.js";
import { seatLabel, tint } from "../looks.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").LogTurn} LogTurn */
/** @typedef {import("../types.js").LogEntry} LogEntry */
/** @typedef {import("../types.js").Space} Space */

/** @param {Table} table */
export function logPanel(table) {
    const list = h("ol", { class: "turns", tabindex: "0", "aria-label": "Turns, oldest first" });
    const element = h("div", { class: "log" }, list);
    const names = [...table.game.spaces].sort((a, b) => b.label.length - a.label.length);
    /** @type {Set<number>} turns whose details are shown */
    const open = new Set();
    /** @type {{ turn: LogTurn, line: Element | null }[]} a turn that is the same object needs no
     * new line */
    let shown = [];
    table.onLog(() => {
        const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
        let same = 0;
        while (same < shown.length && shown[same].turn === table.log[same]) same++;
        for (const old of shown.slice(same)) old.line?.remove();
        const fresh = table.log.slice(same)
            .map((turn) => ({ turn, line: turnLine(table, turn, names, open) }));
        shown = [...shown.slice(0, same), ...fresh];
        list.append(...fresh.flatMap(({ line }) => (line ? [line] : [])));
        if (atEnd) list.scrollTop = list.scrollHeight;
    });
    return element;
}

/** @param {Table} table @param {LogTurn} turn @param {Space[]} names @param {Set<number>} open */
function turnLine(table, turn, names, open) {
    if (!turn.summary) return null;
    const details = h("ul", { hidden: !open.has(turn.turn) });
    const fill = () => {
        if (!open.has(turn.turn)) return;
        details.replaceChildren(...turn.entries.map((entry) => entryLine(table, entry, names)),
            ...reasonsOf(table, turn, names));
    };
    const toggle = button(open.has(turn.turn) ? "▾" : "▸",
        () => {
            if (!open.delete(turn.turn)) open.add(turn.turn);
            fill();
            details.hidden = !open.has(turn.turn);
            toggle.textContent = details.hidden ? "▸" : "▾";
            toggle.setAttribute("aria-expanded", String(!details.hidden));
            summary.classList.toggle("open", !details.hidden);
        },
        {
            class: "quiet", "aria-expanded": String(open.has(turn.turn)),
            "aria-label": "Details of this turn"
        });
    const summary = h("div", { class: open.has(turn.turn) ? "summary open" : "summary" },
        ...turnLines(table, turn, names));
    fill();
    if (!turn.seat) return h("li", { class: "turn chapter" }, summary, toggle, details);
    const line = h("li", { class: "turn" }, emblem(table.game, turn.seat), summary, toggle,
        details);
    return tint(line, table.game, turn.seat);
}

/** The head of a turn without the seat, which stands before it.
 * @param {Table} table @param {LogTurn} turn */
export function headOf(table, turn) {
    const head = turn.lines?.find((line) => line.kind === "head")?.text ?? turn.summary;
    const label = turn.seat ? seatLabel(table.game, turn.seat) : "";
    return label && head.startsWith(label) ? head.slice(label.length).replace(/^:? /, "") : head;
}

/** @param {Table} table @param {LogTurn} turn @param {Space[]} names */
function turnLines(table, turn, names) {
    const { seats } = table.info.you, mine = seats.length === 1 && seats[0] === turn.seat;
    const of = (/** @type {string} */ kind) => (turn.lines ?? [])
        .filter((line) => line.kind === kind);
    const steps = of("step").map((line) => h("li", {}, ...linked(table, line.text, names)));
    const head = linked(table, headOf(table, turn), names);
    return [
        ...(turn.seat ? [h("b", {}, mine ? "You:" : seatLabel(table.game, turn.seat)), " "] : []),
        ...head, ...(steps.length > 0 ? [h("ol", { class: "steps" }, ...steps)] : []),
        ...of("result")
            .map((line) => h("div", { class: "result" }, ...linked(table, line.text, names)))
    ];
}

/** Why a bot did it, where it is told.
 * @param {Table} table @param {LogTurn} turn @param {Space[]} names */
function reasonsOf(table, turn, names) {
    const next = table.log.find((t) => t.turn > turn.turn)?.number ?? Infinity;
    const told = [...table.thoughts.reasons]
        .filter(([number]) => number >= turn.number && number < next);
    return told.map(([, text]) =>
        h("li", { class: "detail reason" }, "Why: ", ...linked(table, text, names)));
}

/** @param {Table} table @param {LogEntry} entry @param {Space[]} names */
function entryLine(table, entry, names) {
    return h("li", { class: entry.level },
        button("↺", () => table.replay(entry.number),
            { class: "quiet", "aria-label": `Show the board after decision ${entry.number}` }),
        h("span", {}, ...linked(table, entry.text, names)));
}

/** The text with the names of spaces as buttons that light them.
 * @param {Table} table @param {string} text @param {Space[]} names */
function linked(table, text, names) {
    /** @type {(string | Node)[]} */
    let parts = [text];
    for (const space of names) {
        if (!text.includes(space.label)) continue;
        parts = parts.flatMap((part) => (typeof part === "string" ? split(table, part, space)
            : [part]));
    }
    return parts;
}

/** @param {Table} table @param {string} text @param {Space} space @returns {(string | Node)[]} */
function split(table, text, space) {
    const isWord = (/** @type {string | undefined} */ c) =>
        c !== undefined && /[\p{L}\p{N}]/u.test(c);
    /** @type {(string | Node)[]} */
    const parts = [];
    let rest = text, from = 0;
    for (let at = rest.indexOf(space.label); at >= 0; at = rest.indexOf(space.label, from)) {
        from = at + space.label.length;
        if (isWord(rest[at - 1]) || isWord(rest[from])) continue; // a part of another word
        parts.push(rest.slice(0, at), link(table, space));
        [rest, from] = [rest.slice(from), 0];
    }
    return [...parts, rest];
}

/** @param {Table} table @param {Space} space */
function link(table, space) {
    return button(space.label, () => table.point(space.id), {
        class: "name", mouseenter: () => table.point(space.id),
        mouseleave: () => table.board?.point(null)
    });
}
