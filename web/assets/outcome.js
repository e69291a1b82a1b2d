/* outcome.js: how a game ended, in words and as a screen: the result in the action bar, the margins
 * below it, and beside the board who was likely to win over the whole game and what decided it. */
import { chaptersOf } from "./chapters.js";
import { curve } from "./curve.js";
import { button, h, replace } from "./dom.js";
import { emblem } from "./icons.js";
import { seatLabel, tint } from "./looks.js";
import { momentCards } from "./moments.js";
import { failed } from "./notices.js";
import { whoText } from "./people.js";
import { marginWord } from "./thoughts.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, string>} */
const HOW = { resignation: " by resignation", agreement: " by agreement", time: " on time" };
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** @param {Table} table */
export function outcomeText({ game, view }) {
    const { outcome } = view,
        winners = outcome?.winners ?? (outcome?.winner ? [outcome.winner] : []);
    const labels = winners.map((id) => seatLabel(game, id)),
        margin = outcome?.margins?.[winners[0]] ?? 0;
    const by = game.margins && winners.length === 1 && margin > 0 ? ` by ${margin}` : "";
    const how = HOW[outcome?.checkpoint ?? ""] ?? by;
    if (winners.length === 0) return `The game is a draw${how}.`;
    return `${labels.join(" and ")} ${winners.length === 1 ? "wins" : "win"}${how}.`;
}

/** How it ended, as the log tells it. @param {Table} table @returns {string} */
export function endOf(table) {
    const entry = table.log.flatMap((turn) => turn.entries).findLast((e) => e.kind === "end");
    return entry?.text.replace(/^./, (c) => c.toUpperCase()) ?? "";
}

/** @param {number} margin */
const signed = (margin) => `${margin > 0 ? "+" : margin < 0 ? "−" : ""}${Math.abs(margin)}`;

/* ---- the screen ---- */

/** The two parts of the screen; they are shown until they are closed.
 * @param {Table} table @returns {{ result: HTMLElement, course: HTMLElement }} */
export function endScreen(table) {
    const result = h("section", { class: "panel end", "aria-label": "Result", hidden: true });
    const chart = h("div", { class: "course-chart" }), moments = h("div", { class: "moments" });
    const course = h("section", { class: "course", "aria-label": "What decided it", hidden: true },
        h("div", { class: "panel" }, h("header", {}, h("h2", {}, "What decided it"),
            h("small", {}, "chance to win, as an agent judged it then")), chart), moments);
    let told = false;
    const isOpen = () => !result.hidden;
    const open = (/** @type {boolean} */ yes) => {
        const thinks = table.thoughts.isAllowed();
        result.hidden = !yes;
        course.hidden = !yes || !thinks;
        const app = document.querySelector(".app");
        app?.classList.toggle("ended", yes);
        app?.classList.toggle("no-course", yes && !thinks);
        const banner = /** @type {HTMLElement | null} */ (document.querySelector(".action")),
            winner = table.view.outcome?.winners?.[0];
        banner?.classList.toggle("won", yes && winner !== undefined);
        if (banner) tint(banner, table.game, winner);
        if (!yes) return;
        table.pages.all().catch(failed);
        table.thoughts.wantChances();
        fill();
    };
    const draw = () => {
        const { points, review } = table.thoughts, box = chart.getBoundingClientRect();
        if (course.hidden || box.width < 50) return;
        replace(chart,
            points.length < 2 ? h("p", { class: "quiet" }, "The chances are being worked out …")
                : curve(table, points, {
                    width: box.width, height: box.height, last: table.now.number, large: true,
                    moments: review?.moments.map((m) => m.decision) ?? []
                }));
    };
    let shown = "";
    const fill = () => {
        const { review, isReviewing } = table.thoughts,
            state = `${table.version} ${isReviewing} ${review !== null}`;
        replace(result, ...resultOf(table, () => open(false)));
        if (state !== shown) replace(moments, ...momentCards(table)); // each has a board of its own
        shown = state;
        draw();
    };
    new ResizeObserver(draw).observe(chart);
    table.showEnd = () => open(!isOpen());
    table.thoughts.onNews(() => {
        if (table.view && isOpen()) fill();
    });
    table.onLog(() => {
        if (!isOpen()) return;
        table.pages.all().catch(failed); // the chart is of the whole game
        draw();
    });
    table.onUpdate(() => {
        if (!table.view.over || table.replayed) {
            if (isOpen()) open(false);
        } else if (!told && (table.view.outcome?.ranking?.length ?? 0) > 1) {
            told = true;
            open(true);
        }
    });
    return { result, course };
}

/** The place of the one who looks, in words. @param {Table} table */
function ownPlace({ view, info, game }) {
    const { ranking = [], margins = {} } = view.outcome ?? {}, mine = info.you.seats;
    const at = ranking.indexOf(mine[0]);
    if (mine.length !== 1 || at < 0 || ranking.length < 3) return "";
    const margin = game.margins && margins[mine[0]] !== undefined
        ? ` with a ${marginWord(game)} of ${signed(margins[mine[0]])}`
        : "";
    return `You come ${PLACES[at] ?? `${at + 1}th`}${margin}.`;
}

/** @param {Table} table @param {() => void} close */
function resultOf(table, close) {
    const { view, game, info } = table, { ranking = [], margins = {} } = view.outcome ?? {},
        own = ownPlace(table);
    const cards = chaptersOf(table).some((c) => c.card),
        isScored = view.displays.some((d) => d.scope === "seat" && (d.goal ?? 0) > 0);
    return [
        own && h("p", { class: "own-place" }, own),
        h("p", { class: "kicker" },
            h("span", {}, game.margins ? `Ranking by ${marginWord(game)}` : "Ranking"),
            isScored && h("span", {}, "score")),
        h("ol", { class: "ranking" },
            ...ranking.map((seat, i) => rankRow(table, seat, i, margins))),
        h("p", { class: "row" },
            button("What decided the game?", () => table.thoughts.askReview(), {
                class: "btn primary", "data-key": "review-all",
                hidden: !table.thoughts.isAllowed() || table.thoughts.review !== null,
                disabled: table.thoughts.isReviewing
            }),
            button(cards ? "Review card by card" : "Replay",
                () => {
                    close();
                    table.replay(0);
                },
                { class: "btn", "data-key": "replay-all" }),
            button("Play again", () => again(table), { class: "btn", hidden: !info.you.host }),
            button("Look at the board", close, { class: "btn", "data-key": "close-end" }))
    ];
}

/** A seat: its margin as a bar from the threshold, and its score. @param {Table} table
 * @param {string} seat
 * @param {number} rank @param {Record<string, number>} margins */
function rankRow({ game, view, info }, seat, rank, margins) {
    const place = info.seats.find((s) => s.seat === seat), margin = margins[seat];
    const most = Math.max(1, ...Object.values(margins).map((m) => Math.abs(m)));
    const goal = view.displays.find((d) =>
        d.scope === "seat" && d.owner === seat && d.value !== null && (d.goal ?? 0) > 0);
    const bar = h("span", { class: margin < 0 ? "margin below" : "margin" }, h("i"));
    bar.style.setProperty("--part", `${(50 * Math.abs(margin ?? 0)) / most}%`);
    const won = view.outcome?.winners?.includes(seat);
    return tint(
        h("li", { class: won ? "won" : null }, h("span", { class: "rank" }, rank + 1),
            emblem(game, seat, "big"),
            h("span", { class: "who" }, h("b", {}, seatLabel(game, seat)),
                h("small", {}, place ? whoText(place) : "")),
            margin !== undefined && bar,
            margin !== undefined && h("b", { class: "num" }, signed(margin)),
            h("small", { class: "scored" }, goal ? `${goal.text} of ${goal.goal}` : "")),
        game, seat);
}

/** A new table with the same players. @param {Table} table */
async function again({ info, api }) {
    const seats = Object.fromEntries(info.seats.map((s) =>
        [s.seat, s.who === "person" ? "open" : s.who]));
    const made = await api.post("/api/tables", { game: info.game, scenario: info.scenario, seats });
    location.hash = `table=${encodeURIComponent(made.table)}`;
}
