/* round.js: the left rail during a round of phases: what ran by itself, each number before and
 * after it, and what is still to come. The phases are those that the visual data shows as steps. */
import { h, replace } from "../dom.js";
import { emblem } from "../icons.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").LogEntry} LogEntry */
/** @typedef {import("../types.js").LogTurn} LogTurn */
/** @typedef {{ label: string, text: string, seat: string | null, why: string }} Line */

/** @param {Table} table */
export function isInRound({ game, view, replayed }) {
    return !replayed && !view.over && (game.visual.stepper ?? []).includes(view.phase?.id ?? "");
}

/** @param {Table} table */
export function roundPanels(table) {
    const done = h("section", {
        class: "panel round-done", "aria-label": "What happened", "data-tab": "card", hidden: true
    });
    const rest = h("section", {
        class: "panel round-rest", "aria-label": "Still to come", "data-tab": "card", hidden: true
    });
    const show = () => {
        if (!table.view) return;
        const on = isInRound(table), later = on ? phasesAfter(table) : [],
            ran = on ? phasesThatRan(table) : [];
        done.hidden = ran.length === 0;
        rest.hidden = later.length === 0;
        document.querySelector(".app")?.classList.toggle("in-round", on);
        replace(done,
            ...ran.flatMap(({ label, lines }) => [
                h("h2", { class: "kicker" }, label, h("span", {}, "done")),
                lines.length > 0
                    ? h("ul", { class: "round-lines" }, ...lines.map((line) => row(table, line)))
                    : h("p", { class: "quiet" }, "✓ Nothing changed.")
            ]));
        replace(rest, h("h2", { class: "kicker" }, "Still to come"),
            ...later.map((phase) =>
                h("p", {}, h("b", {}, phase.label), h("small", {}, phase.actions))));
    };
    table.onUpdate(show);
    table.onLog(show);
    return [done, rest];
}

/** @param {Table} table @param {Line} line */
function row({ game }, { label, text, seat, why }) {
    return h("li", {}, seat ? emblem(game, seat) : h("span", { class: "emblem none" }),
        h("span", {}, label, why && h("small", {}, why)), h("b", {}, text));
}

/** @param {Table} table */
function phasesAfter({ game, view }) {
    const steps = game.visual.stepper ?? [], at = steps.indexOf(view.phase?.id ?? "");
    return steps.slice(at + 1).map((id) => {
        const phase = game.phases.find((p) => p.id === id), actions = phase?.actions ?? [];
        const labels = actions.map((a) => game.actions?.find((b) => b.id === a)?.label ?? a);
        return {
            label: phase?.label ?? id,
            actions: labels.length > 0 ? labels.join(" · ") : "runs by itself"
        };
    });
}

/** The phases of this round in which nobody had to choose an action, up to now.
 * @param {Table} table */
function phasesThatRan({ game, view, log }) {
    const steps = game.visual.stepper ?? [], round = log[log.length - 1]?.gameTurn;
    const turns = log.filter((t) => t.gameTurn === round);
    return steps.slice(0, steps.indexOf(view.phase?.id ?? "") + 1).flatMap((id) => {
        const phase = game.phases.find((p) => p.id === id),
            isAutomatic = (phase?.actions ?? []).length === 0;
        const own = turns.filter((t) => t.phase === id && (isAutomatic || !t.seat));
        if (!isAutomatic && own.length === 0) return [];
        return [{ label: phase?.label ?? id, lines: linesOf(game, own.flatMap((t) => t.entries)) }];
    });
}

/** Numbers of the game before and after, then values of spaces by how many, then pieces that moved.
 * @param {import("../types.js").Game} game @param {LogEntry[]} entries @returns {Line[]} */
function linesOf(game, entries) {
    /** @type {Map<string, LogEntry[]>} */
    const byValue = new Map();
    for (const e of entries.filter((one) => one.kind === "value")) {
        const key = `${e.subject} ${e.to ? "of spaces" : ""}`;
        byValue.set(key, [...byValue.get(key) ?? [], e]);
    }
    const labels = new Map([...game.globalVars ?? [], ...game.spaceVars ?? []]
        .map((v) => [v.id, v.label]));
    const label = (/** @type {LogEntry} */ e) =>
        labels.get(e.subject ?? "") ?? e.text.replace(/ \S+ (?:→|->).*$/, "");
    const values = [...byValue.values()].map((list) => (list[0].to ? inSpaces(list, label(list[0]))
        : inGame(game, list, label(list[0]))));
    const moves = entries.filter((e) => e.kind === "move")
        .map((e) => ({ label: e.text, text: "", seat: null, why: "" }));
    return [...values.filter((v) => v !== null), ...moves];
}

/** A number of the game. Where it changed more than once, each change is told.
 * @param {import("../types.js").Game} game @param {LogEntry[]} list @param {string} label
 * @returns {Line | null} */
function inGame(game, list, label) {
    const [before, after] = [list[0].before, list[list.length - 1].after];
    if (typeof before !== "number" || typeof after !== "number") return null;
    const parts = list.map((e) => Number(e.after) - Number(e.before)).map((n) => (n < 0 ? `−${-n}`
        : `+${n}`));
    const causes = [...new Set(list.map((e) => e.cause).filter(Boolean))];
    const seat = (game.visual.tracks ?? []).map((t) => t.looks?.[list[0].subject ?? ""]?.seat)
        .find(Boolean) ?? null;
    const why = [causes.join(", "), parts.length > 1 ? parts.join(", ") : ""].filter(Boolean)
        .join(": ");
    return { label, text: `${before} → ${after}`, seat, why };
}

/** @param {LogEntry[]} list @param {string} label @returns {Line} */
function inSpaces(list, label) {
    const count = new Set(list.map((e) => e.to)).size;
    return { label, text: `${count} ${count === 1 ? "space" : "spaces"}`, seat: null, why: "" };
}
