/* chances.js: who is likely to win, now and over the game, as a small chart and in numbers; and
 * what an agent would do, on demand. When the game is over: what decided it. */
import { curve } from "../curve.js";
import { button, h, replace } from "../dom.js";
import { seatColour } from "../looks.js";
import { marginWord, percent, signed } from "../thoughts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../thoughts.js").Advised} Advised */
/** @typedef {import("../thoughts.js").Moment} Moment */
/** @typedef {import("../thoughts.js").Point} Point */
/** @typedef {import("../types.js").Seat} Seat */

const WIDTH = 320, HEIGHT = 90; // of the chart

/** @param {Table} table */
export function chancesPanel(table) {
    const chart = h("div", { class: "chart" }),
        advice = h("div", { class: "advice", "aria-live": "polite" });
    const none = h("p", { class: "quiet", hidden: true }, "Hints are off at this table.");
    const element = h("div", { class: "chances" }, none, chart, advice);
    element.addEventListener("shown", () => {
        table.thoughts.wantsChances = !element.hidden;
        table.thoughts.askChances(false);
        if (!element.hidden && table.now) show(table, chart, advice);
    });
    table.thoughts.onNews(() => {
        const allowed = table.thoughts.isAllowed();
        none.hidden = allowed;
        chart.hidden = advice.hidden = !allowed;
        if (!element.hidden) show(table, chart, advice);
    });
    table.onUpdate(() => {
        if (!element.hidden && table.replayed) show(table, chart, advice);
    });
    return element;
}

/** @param {Table} table @param {HTMLElement} chart @param {HTMLElement} advice */
function show(table, chart, advice) {
    const { points } = table.thoughts;
    const here = table.replayed ? table.view.number : null;
    replace(chart,
        points.length === 0 ? h("p", { class: "quiet" }, "The chances are being worked out …")
            : curve(table, points,
                { width: WIDTH, height: HEIGHT, last: points[points.length - 1].number, here }),
        points.length > 0 && values(table, points));
    replace(advice, ...(table.now.over ? turningPoints(table) : hints(table)));
}

/* ---- the numbers ---- */

/** @param {Table} table @param {Point[]} points */
function values(table, points) {
    const point = (table.replayed && points.findLast((p) => p.number <= table.view.number)) ||
        points[points.length - 1];
    const row = (/** @type {Seat} */ seat) => {
        const name = h("th", { scope: "row", class: "seat-name" }, seat.label);
        name.style.setProperty("--seat", seatColour(table.game, seat.id));
        return h("tr", {}, name, h("td", {}, percent(point.win[seat.id] ?? 0)),
            table.game.margins && h("td", {}, signed(point.margin[seat.id] ?? 0)));
    };
    const head = h("tr", {}, h("th", { scope: "col" }, table.replayed ? "Then" : "Now"),
        h("th", { scope: "col" }, "to win"),
        table.game.margins && h("th", { scope: "col" }, marginWord(table.game)));
    return h("table", { class: "values" }, h("thead", {}, head),
        h("tbody", {}, ...table.game.seats.map(row)));
}

/* ---- advice ---- */

/** @param {Table} table */
function hints(table) {
    const { thoughts, now } = table,
        decides = now.decision && now.pending === "nothing" && !table.replayed;
    if (!decides) return [];
    if (thoughts.isThinking) return [h("p", { class: "quiet" }, "Thinking …")];
    if (!thoughts.advice)
        return [button("What would you do?", () => table.hint(), { "data-key": "advise" })];
    const { agent, options } = thoughts.advice;
    return [h("p", { class: "quiet" }, `${agent} thinks, best first:`),
        h("ol", { class: "hints" }, ...options.slice(0, 6).map((o) => hintLine(table, o)))];
}

/** @param {Table} table @param {Advised} advised */
function hintLine(table, advised) {
    const option = table.now.decision?.options.find((o) => o.id === advised.option);
    if (!option) return false;
    const light = () => table.pointAt(option);
    return h("li", {},
        button(option.label, light, {
            class: "name", "data-key": `hint-${option.id}`, "aria-label": `Show ${option.label}`,
            mouseenter: light, mouseleave: () => table.pointAt(null)
        }),
        h("span", { class: "worth" }, ` ${percent(advised.win)}`,
            table.game.margins ? `, ${marginWord(table.game)} ${signed(advised.margin)} ` : " "),
        button("Play", () => table.decide(option.id),
            { "data-key": `play-${option.id}`, "aria-label": `Play ${option.label}` }),
        advised.line && h("small", {}, advised.line));
}

/* ---- looking back ---- */

/** The turns that moved the chances most; each leads to its position. @param {Table} table */
function turningPoints(table) {
    const { review, isReviewing } = table.thoughts;
    if (isReviewing) return [h("p", { class: "quiet" }, "The game is being looked at again …")];
    if (!review)
        return [button("What decided the game?", () => table.thoughts.askReview(),
            { "data-key": "review" })];
    if (review.moments.length === 0)
        return [h("p", { class: "quiet" }, "No turn moved the chances.")];
    const show = (/** @type {Moment} */ m) => button("Show", () => table.replay(m.decision), {
        "data-key": `moment-${m.decision}`, "aria-label": `Show the position before: ${m.text}`
    });
    return [h("p", { class: "quiet" }, `${review.agent} thinks these turns mattered most:`),
        h("ol", { class: "hints" },
            ...review.moments.map((m) => h("li", {}, m.text, " ", show(m))))];
}
