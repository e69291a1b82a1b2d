/* chances.js: who is likely to win, now and over the game, as a small chart and in numbers; and what an agent would do, on demand. When the game is over: what decided it. */
import { button, h, replace, svg } from "../dom.js";
import { seatColour } from "../looks.js";
import { marginWord, percent, signed } from "../thoughts.js";

const WIDTH = 320, HEIGHT = 90, EDGE = 26; // the chart; room for names at its right edge
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "1 4", "12 4"]; // lines differ by more than their colours

/** @param {any} table */
export function chancesPanel(table) {
    const chart = h("div", { class: "chart" }), advice = h("div", { class: "advice", "aria-live": "polite" });
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

/** @param {any} table @param {HTMLElement} chart @param {HTMLElement} advice */
function show(table, chart, advice) {
    const { points } = table.thoughts;
    replace(chart, points.length === 0 ? h("p", { class: "quiet" }, "The chances are being worked out …") : lines(table, points), points.length > 0 && values(table, points));
    replace(advice, ...(table.now.over ? turningPoints(table) : hints(table)));
}

/* ---- the chart ---- */

/** @param {any} table @param {any[]} points */
function lines(table, points) {
    const last = Math.max(1, points[points.length - 1].number);
    const x = (/** @type {any} */ point) => point.number / last * (WIDTH - EDGE), y = (/** @type {number} */ win) => 4 + (1 - win) * (HEIGHT - 8);
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Chance to win over the game. ${words(table, points)}` });
    for (const win of [0, 0.5, 1]) picture.append(svg("line", { class: "rule", x1: 0, x2: WIDTH - EDGE, y1: y(win), y2: y(win) }));
    const ends = endings(table, points[points.length - 1], y);
    table.game.seats.forEach((/** @type {any} */ seat, /** @type {number} */ i) => {
        const course = points.map((p) => `${x(p).toFixed(1)},${y(p.win[seat.id] ?? 0).toFixed(1)}`).join(" "), dashes = DASHES[i % DASHES.length];
        const line = svg("polyline", { class: "chance", points: course, "stroke-dasharray": dashes });
        line.style.stroke = seatColour(table.game, seat.id);
        picture.append(svg("polyline", { class: "casing", points: course, "stroke-dasharray": dashes }), line, svg("text", { x: WIDTH - EDGE + 3, y: ends.get(seat.id) }, symbolOf(table, seat)));
    });
    const shown = table.replayed ? table.view.number / last * (WIDTH - EDGE) : null;
    if (shown !== null) picture.append(svg("line", { class: "here", x1: shown, x2: shown, y1: 0, y2: HEIGHT }));
    picture.addEventListener("click", (event) => {
        const box = picture.getBoundingClientRect(), at = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width * WIDTH;
        const point = points.reduce((best, p) => Math.abs(x(p) - at) < Math.abs(x(best) - at) ? p : best);
        table.replay(point.number);
    });
    return picture;
}

/** Where the names stand at the right edge, none upon another. @param {any} table @param {any} point @param {(win: number) => number} y */
function endings(table, point, y) {
    const sorted = [...table.game.seats].sort((a, b) => (point.win[b.id] ?? 0) - (point.win[a.id] ?? 0)), places = new Map();
    let least = 10;
    sorted.forEach((seat, i) => {
        const most = HEIGHT - 1 - (sorted.length - 1 - i) * 12;
        least = Math.min(most, Math.max(least, y(point.win[seat.id] ?? 0) + 4));
        places.set(seat.id, least);
        least += 12;
    });
    return places;
}

/** @param {any} table @param {any} seat */
function symbolOf(table, seat) {
    return table.game.visual.seats?.[seat.id]?.symbol ?? seat.label.slice(0, 2);
}

/** The chart in words. @param {any} table @param {any[]} points */
function words(table, points) {
    const [first, last] = [points[0], points[points.length - 1]];
    return table.game.seats.map((/** @type {any} */ s) => `${s.label}: ${percent(first.win[s.id] ?? 0)} at first, ${percent(last.win[s.id] ?? 0)} now`).join("; ");
}

/** @param {any} table @param {any[]} points */
function values(table, points) {
    const point = (table.replayed && [...points].reverse().find((/** @type {any} */ p) => p.number <= table.view.number)) || points[points.length - 1];
    const row = (/** @type {any} */ seat) => {
        const name = h("th", { scope: "row", class: "seat-name" }, seat.label);
        name.style.setProperty("--seat", seatColour(table.game, seat.id));
        return h("tr", {}, name, h("td", {}, percent(point.win[seat.id] ?? 0)), table.game.margins && h("td", {}, signed(point.margin[seat.id] ?? 0)));
    };
    return h("table", { class: "values" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, table.replayed ? "Then" : "Now"), h("th", { scope: "col" }, "to win"), table.game.margins && h("th", { scope: "col" }, marginWord(table.game)))), h("tbody", {}, ...table.game.seats.map(row)));
}

/* ---- advice ---- */

/** @param {any} table */
function hints(table) {
    const { thoughts, now } = table, decides = now.decision && now.pending === "nothing" && !table.replayed;
    if (!decides) return [];
    if (thoughts.isThinking) return [h("p", { class: "quiet" }, "Thinking …")];
    if (!thoughts.advice) return [button("What would you do?", () => table.hint(), { "data-key": "advise" })];
    const { agent, options } = thoughts.advice;
    return [h("p", { class: "quiet" }, `${agent} thinks, best first:`), h("ol", { class: "hints" }, ...options.slice(0, 6).map((/** @type {any} */ o) => hintLine(table, o)))];
}

/** @param {any} table @param {any} advised */
function hintLine(table, advised) {
    const option = table.now.decision.options.find((/** @type {any} */ o) => o.id === advised.option);
    if (!option) return false;
    const light = () => table.pointAt(option);
    return h("li", {},
        button(option.label, light, { class: "name", "data-key": `hint-${option.id}`, "aria-label": `Show ${option.label}`, mouseenter: light, mouseleave: () => table.pointAt(null) }),
        h("span", { class: "worth" }, ` ${percent(advised.win)}${table.game.margins ? `, ${marginWord(table.game)} ${signed(advised.margin)}` : ""} `),
        button("Play", () => table.decide(option.id), { "data-key": `play-${option.id}`, "aria-label": `Play ${option.label}` }),
        advised.line && h("small", {}, advised.line));
}

/* ---- looking back ---- */

/** The turns that moved the chances most; each leads to its position. @param {any} table */
function turningPoints(table) {
    const { review, isReviewing } = table.thoughts;
    if (isReviewing) return [h("p", { class: "quiet" }, "The game is being looked at again …")];
    if (!review) return [button("What decided the game?", () => table.thoughts.askReview(), { "data-key": "review" })];
    if (review.moments.length === 0) return [h("p", { class: "quiet" }, "No turn moved the chances.")];
    const show = (/** @type {any} */ m) => button("Show", () => table.replay(m.decision), { "data-key": `moment-${m.decision}`, "aria-label": `Show the position before: ${m.text}` });
    return [h("p", { class: "quiet" }, `${review.agent} thinks these turns mattered most:`), h("ol", { class: "hints" }, ...review.moments.map((/** @type {any} */ m) => h("li", {}, m.text, " ", show(m))))];
}
