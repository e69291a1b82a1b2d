/* prompt.js: what is asked, of whom, and everything that can be answered; undo, redo and the end of a turn beside it. */
import { button, h, replace } from "../dom.js";
import { seatColour } from "../looks.js";
import { marginWord } from "../thoughts.js";
import { tip } from "../tips.js";

const WAYS_OUT = new Set(["done", "skip", "cancel"]);

/** @param {any} table controller */
export function promptPanel(table) {
    const element = h("section", { class: "panel prompt", "aria-label": "Decision" });
    let shown = "";
    const show = () => {
        element.dataset.version = `${table.version}.${table.view.number}`;
        // A button that is being pressed must not be exchanged for its like: the click would be lost.
        const { number, over, outcome, pending, decider, decision, canUndo, canRedo, reason } = table.view;
        const next = JSON.stringify([table.replayed, number, over, outcome, pending, decider, decision, canUndo, canRedo, reason, table.thoughts.isAllowed(), over && endOf(table), table.info.resigned, table.info.timedOut, table.info.problem, table.info.draw]);
        if (next !== shown) replace(element, ...content(table));
        shown = next;
    };
    table.onUpdate(show);
    table.onLog(() => { if (table.view?.over) show(); }); // the end is told there
    return element;
}

/** @param {any} table */
function content(table) {
    const { view } = table;
    if (table.replayed) return [h("p", { class: "asked" }, `The board after ${view.number} decisions.`), replayButtons(table)];
    if (view.over) return [h("h2", { class: "asked" }, outcomeText(table)), ...outcomeDetails(table), tools(table)];
    if (view.pending !== "nothing") return [h("p", { class: "asked" }, endText(table)), endButtons(table)];
    if (!view.decision) return [h("p", { class: "asked" }, waitingText(table)), view.reason && h("p", { class: "reason" }, view.reason), ...offers(table), tools(table)];
    return [asked(table), ...offers(table), ...options(table), tools(table)];
}

/** Who has given up, who had no time left, which bot cannot go on, and who offers a draw. @param {any} table */
function offers({ game, info }) {
    const label = (/** @type {string} */ id) => game.seats.find((/** @type {any} */ s) => s.id === id)?.label ?? id;
    return [...[...info.resigned, ...info.timedOut, ...(info.problem ? [info.problem] : [])].map((/** @type {any} */ r) => h("p", { class: "reason" }, r.text)),
        ...(info.draw.length > 0 ? [h("p", { class: "reason" }, `${info.draw.map(label).join(" and ")} ${info.draw.length === 1 ? "offers" : "offer"} a draw; answer under “Who plays”.`)] : [])];
}

/** @param {any} table */
function outcomeText({ game, view }) {
    const label = (/** @type {string} */ id) => game.seats.find((/** @type {any} */ s) => s.id === id)?.label ?? id;
    const winners = view.outcome?.winners ?? (view.outcome?.winner ? [view.outcome.winner] : []);
    const how = view.outcome?.checkpoint === "resignation" ? " by resignation" : view.outcome?.checkpoint === "agreement" ? " by agreement" : view.outcome?.checkpoint === "time" ? " on time" : "";
    if (winners.length === 0) return `The game is a draw${how}.`;
    return `${winners.map(label).join(" and ")} ${winners.length === 1 ? "wins" : "win"}${how}.`;
}

/** How it ended, as the log tells it. @param {any} table @returns {string} */
function endOf(table) {
    return table.log.flatMap((/** @type {any} */ turn) => turn.entries).findLast((/** @type {any} */ entry) => entry.kind === "end")?.text.replace(/^./, (/** @type {string} */ c) => c.toUpperCase()) ?? "";
}

/** How it ended, and who came where. @param {any} table */
function outcomeDetails(table) {
    const { ranking, margins } = table.view.outcome ?? {}, label = (/** @type {string} */ id) => table.game.seats.find((/** @type {any} */ s) => s.id === id)?.label ?? id;
    return [endOf(table) && h("p", {}, endOf(table)),
        ranking?.length > 2 && h("ol", { class: "ranking" }, ...ranking.map((/** @type {string} */ seat) => h("li", {}, `${label(seat)}: ${marginWord(table.game)} ${String(margins?.[seat] ?? "").replace("-", "−")}`)))];
}

/** @param {any} table */
function endText({ view }) {
    return view.pending === "turn" ? "Your turn is over. Look at what happened: end it, or take it back." : "This cannot be taken back once it is done. Go on?";
}

/** @param {any} table */
function waitingText(table) {
    const seat = table.game.seats.find((/** @type {any} */ s) => s.id === table.view.decider);
    return seat ? `${seat.label} decides …` : "Waiting …";
}

/** @param {any} table */
function asked(table) {
    const { view, game } = table, seat = game.seats.find((/** @type {any} */ s) => s.id === view.decision.seat);
    const name = h("span", { class: "seat-name" }, seat?.label ?? view.decision.seat);
    name.style.setProperty("--seat", seatColour(game, view.decision.seat));
    return h("p", { class: "asked", id: "asked" }, name, ": ", view.decision.prompt);
}

/** @param {any} table */
function options(table) {
    const all = table.view.decision.options;
    const ways = all.filter((/** @type {any} */ o) => WAYS_OUT.has(o.kind)), others = all.filter((/** @type {any} */ o) => !WAYS_OUT.has(o.kind));
    return [
        h("ul", { class: others.length > 12 ? "options many" : "options", "aria-labelledby": "asked" }, ...others.map((/** @type {any} */ o, /** @type {number} */ i) => option(table, o, i))),
        ways.length > 0 && h("ul", { class: "options ways-out" }, ...ways.map((/** @type {any} */ o) => option(table, o, -1))),
    ];
}

/** @param {any} table @param {any} o @param {number} index */
function option(table, o, index) {
    const space = spaceOf(o), words = o.text && h("p", { class: "option-text", id: `text-${index}` }, o.text);
    const element = button(o.label, () => table.decide(o.id), {
        "data-key": o.id, "data-option": o.id, class: `option ${o.kind}`, "aria-keyshortcuts": index >= 0 && index < 9 ? String(index + 1) : null, "aria-describedby": words ? words.id : null,
        mouseenter: () => table.board.point(space), mouseleave: () => table.board.point(null), focus: () => table.board.point(space), blur: () => table.board.point(null),
    });
    if (!words) tip(element, () => space ? table.board.lines(space).join("\n") : table.about(o));
    return h("li", {}, element, words);
}

/** @param {any} o */
function spaceOf(o) {
    return o.kind === "space" || o.kind === "zone" ? o.subject : null;
}

/** @param {any} table */
function endButtons(table) {
    return h("div", { class: "tools" }, button(table.view.pending === "turn" ? "End turn" : "Go on", () => table.act("confirm"), { "data-key": "confirm", class: "primary" }), ...undoButtons(table));
}

/** @param {any} table */
function undoButtons(table) {
    const { view } = table;
    return [
        button("Undo", () => table.act("undo"), { "data-key": "undo", disabled: !view.canUndo }),
        button("Undo turn", () => table.act("undo-turn"), { "data-key": "undo-turn", disabled: !view.canUndo }),
        button("Redo", () => table.act("redo"), { "data-key": "redo", disabled: !view.canRedo }),
    ];
}

/** @param {any} table */
function tools(table) {
    return h("div", { class: "tools" }, ...undoButtons(table), table.view.decision && button("Rule", () => table.showRule(), { "data-key": "rule" }),
        table.view.decision && table.thoughts.isAllowed() && button("Hint", () => table.hint(), { "data-key": "hint" }),
        table.view.decision && button("Why not …?", () => table.askWhy(), { "data-key": "why" }));
}

/** @param {any} table */
function replayButtons(table) {
    return h("div", { class: "tools" }, button("Back to now", () => table.replay(null), { "data-key": "now", class: "primary" }),
        button("Try from here", () => table.tryFrom(), { "data-key": "try" }));
}
