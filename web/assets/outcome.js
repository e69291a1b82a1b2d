/* outcome.js: how a game ended: in words, and as a card with margins over the board. */
import { button, h } from "./dom.js";
import { emblem } from "./icons.js";
import { seatLabel, tint } from "./looks.js";
import { whoText } from "./people.js";
import { marginWord } from "./thoughts.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, string>} */
const HOW = { resignation: " by resignation", agreement: " by agreement", time: " on time" };

/** @param {Table} table */
export function outcomeText({ game, view }) {
    const { outcome } = view, winners = outcome?.winners ?? (outcome?.winner ? [outcome.winner] : []);
    const how = HOW[outcome?.checkpoint ?? ""] ?? "", labels = winners.map((id) => seatLabel(game, id));
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

/** Result, margins, and what to do next; over the board until it is closed.
 * @param {Table} table */
export function endPanel(table) {
    const element = h("section", { class: "panel end", "aria-label": "Result", hidden: true });
    let told = false;
    const close = () => {
        element.hidden = true;
    };
    const fill = () => {
        const { game, view, info } = table, { ranking = [], margins = {} } = view.outcome ?? {};
        const most = Math.max(1, ...Object.values(margins).map((m) => Math.abs(m)));
        const rows = ranking.map((seat, i) => {
            const place = info.seats.find((s) => s.seat === seat), margin = margins[seat];
            const bar = h("span", { class: margin < 0 ? "margin below" : "margin" }, h("i"));
            bar.style.setProperty("--part", `${(50 * Math.abs(margin ?? 0)) / most}%`);
            return tint(h("li", {}, h("span", { class: "rank" }, i + 1), emblem(game, seat, "big"),
                h("span", { class: "who" }, h("b", {}, seatLabel(game, seat)), h("small", {}, place ? whoText(place) : "")),
                margin !== undefined && bar, margin !== undefined && h("b", { class: "num" }, signed(margin))), game, seat);
        });
        const winner = view.outcome?.winners?.[0];
        element.replaceChildren(tint(h("header", { class: winner ? "won" : null }, h("h3", {}, outcomeText(table)),
            h("p", {}, endOf(table))), game, winner),
        h("p", { class: "kicker" }, Object.keys(margins).length > 0 ? `Ranking by ${marginWord(game)}` : "Ranking"),
        h("ol", { class: "ranking" }, ...rows), h("p", { class: "row" },
            button("What decided the game?", () => table.hint(), { class: "btn primary", hidden: !table.thoughts.isAllowed() }),
            button("Replay", () => {
                close();
                table.replays.autoplay();
            }, { class: "btn" }), button("Play again", () => again(table), { class: "btn", hidden: !info.you.host }),
            button("Look at the board", close, { class: "btn", "data-key": "close-end" })));
    };
    table.showEnd = () => {
        fill();
        element.hidden = !element.hidden;
    };
    table.onUpdate(() => {
        if (!table.view.over || table.replayed) close();
        else if (!told && (table.view.outcome?.ranking?.length ?? 0) > 1) {
            told = true;
            fill();
            element.hidden = false;
        }
    });
    return element;
}

/** A new table with the same players. @param {Table} table */
async function again({ info, api }) {
    const seats = Object.fromEntries(info.seats.map((s) => [s.seat, s.who === "person" ? "open" : s.who]));
    const made = await api.post("/api/tables", { game: info.game, scenario: info.scenario, seats });
    location.hash = `table=${encodeURIComponent(made.table)}`;
}
