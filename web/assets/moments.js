/* moments.js: the turns that mattered most: each with its part of the board, what was done, how the
 * chances changed, and the ways back there. */
import { Board } from "./board/board.js";
import { hasSlots, MapBoard } from "./board/map.js";
import { chapterAt, chaptersOf } from "./chapters.js";
import { button, h } from "./dom.js";
import { emblem } from "./icons.js";
import { seatLetters } from "./looks.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./thoughts.js").Moment} Moment */
/** @typedef {import("./thoughts.js").Worth} Worth */

const PART = [300, 150]; // of the board, in its units, around what happened
const CLOSER = 2; // the pictures are small
/** @type {import("./board/map.js").Marks} */
const NO_MARKS = { lit: new Map(), idle: new Set(), movable: new Map(), held: null,
    chosen: new Set(), changed: new Map(), sent: null, story: null };

/** @param {Table} table */
export function momentCards(table) {
    const { review, isReviewing } = table.thoughts;
    if (isReviewing) return [h("p", { class: "quiet" }, "The game is being looked at again …")];
    if (!review) return [h("p", { class: "quiet" }, "Not looked at yet.")];
    if (review.moments.length === 0)
        return [h("p", { class: "quiet" }, "No turn moved the chances.")];
    return review.moments.map((m, i) => card(table, m, i + 1));
}

/** @param {Table} table @param {Moment} moment @param {number} number */
function card(table, moment, number) {
    const chapter = chapterAt(chaptersOf(table), moment.decision + 1), seat = moment.seat;
    const hundred = (/** @type {Worth} */ worth) => Math.round((worth.win[seat] ?? 0) * 100);
    return h("article", { class: "panel moment-card" },
        h("div", { class: "part" }, part(table, moment), h("i", {}, number)),
        h("h3", {}, emblem(table.game, seat),
            chapter?.card ? `Card ${chapter.turn + 1} · ${chapter.title}` : `Turn ${moment.turn}`),
        h("p", {}, moment.text),
        h("p", { class: "changed-chance" }, `${seatLetters(table.game, seat)} `,
            `${hundred(moment.before)} → ${hundred(moment.after)} of 100`),
        h("p", { class: "row" },
            button("Watch", () => watch(table, moment),
                { class: "btn small", "data-key": `watch-${moment.decision}` }),
            button("Try another way", () => table.tryFrom(moment.decision),
                { class: "btn small", "data-key": `try-${moment.decision}` })));
}

/** From this decision to the end of its turn, by itself.
 * @param {Table} table @param {Moment} moment */
async function watch(table, moment) {
    const end = table.log.find((t) => t.number > moment.decision)?.number;
    await table.replay(moment.decision);
    setTimeout(() => {
        if (table.replayed && !table.replays.playing) table.replays.autoplay(end);
    }, table.replays.pace);
}

/** Where something happened in this turn, in units of the board; null: nowhere.
 * @param {Table} table @param {Moment} moment @returns {number[] | null} */
function placeOf({ game, log }, moment) {
    const turn = log.findLast((t) => t.number <= moment.decision && t.seat === moment.seat);
    const zones = (turn?.entries ?? []).flatMap((e) => [e.subject, e.to])
        .filter((id) => id && game.visual.spaces[id]);
    const look = zones.length > 0 ? game.visual.spaces[/** @type {string} */ (zones[0])] : null;
    return look?.pieces ?? look?.label ?? null;
}

/** A picture of a part of the board as it was then. @param {Table} table @param {Moment} moment */
function part(table, moment) {
    const { game } = table, handlers = { pick: () => undefined, hover: () => undefined };
    if (game.visual.board.kind === "none") return "";
    const board = hasSlots(game) ? new MapBoard(game, handlers) : new Board(game, handlers);
    const at = placeOf(table, moment);
    board.element.setAttribute("inert", "");
    board.element.setAttribute("aria-hidden", "true");
    table.replays.read(moment.decision).then((view) => {
        board.update(view, NO_MARKS);
        if (!at || !hasSlots(game)) return;
        board.view.zoomTo([at[0] - PART[0] / 2, at[1] - PART[1] / 2, ...PART]);
        board.view.zoom(CLOSER);
    }, () => undefined);
    return board.element;
}
