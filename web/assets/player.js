/* player.js: the action bar during a replay: what happened, a strip with one segment for each
 * chapter, and the buttons of a player. */
import { chapterAt, chaptersOf, numberOn } from "./chapters.js";
import { button, h } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { seatLabel } from "./looks.js";
import { PACES } from "./replay.js";

/** @typedef {import("./chapters.js").Chapter} Chapter */
/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Step} Step */

/** The step that led to the position that is shown. @param {Step[]} steps @param {number} number */
export function stepAt(steps, number) {
    return steps.findLast((s) => s.number <= number) ?? null;
}

/** What happened last, who did it, and in which chapter. @param {Table} table */
export function happened(table) {
    const { view, replays } = table, chapter = chapterAt(chaptersOf(table), view.number);
    const step = chapter ? stepAt(replays.steps.of(chapter), view.number) : null;
    const turn = chapter?.turns.findLast((t) => t.entries.some((e) => e.number <= view.number));
    const entry = turn?.entries.findLast((e) => e.number <= view.number && e.kind === "decision");
    const isNew = step !== null && step.number === view.number;
    return { chapter, step, seat: (isNew ? step.seat : entry?.seat) ?? turn?.seat ?? null, turn,
        text: (isNew ? step.text : entry?.text) ?? turn?.summary ?? "The game begins." };
}

/** @param {Table} table @param {(seat: string | null) => Child} seatBlock @returns {Child[]} */
export function replayBar(table, seatBlock) {
    const { view, replays, game } = table, { chapter, seat, text, turn } = happened(table);
    const card = chapter &&
        [numberOn(table, chapter.card), chapter.title].filter(Boolean).join(" ");
    const crumbs = ["Replay", card, turn?.seat && seatLabel(game, turn.seat)].filter(Boolean);
    const count = `${view.number} ${view.number === 1 ? "decision" : "decisions"}`;
    return [
        seatBlock(seat),
        h("div", { class: "words" },
            h("div", { class: "path" },
                h("div", { class: "crumbs" },
                    ...crumbs.map((c) => h("span", { class: "crumb" }, c)))),
            h("p", { class: "asked" }, text,
                h("span", { class: "unseen" }, ` The board after ${count}.`)),
            strip(table)),
        h("div", { class: "btns player" }, transport(table), backToNow(table),
            button("Play on from here", () => table.tryFrom(), { "data-key": "try", class: "btn" }))
    ];
}

/** @param {Table} table */
function backToNow(table) {
    const made = button("Back to now", () => table.replay(null),
        { "data-key": "now", class: "btn" });
    made.append(h("kbd", { "aria-hidden": "true" }, "Esc"));
    return made;
}

/** First, back, pause, forward and the speed. @param {Table} table */
function transport({ replays }) {
    const plays = Boolean(replays.playing), text = plays ? "Pause" : "Play";
    const main = button("", () => replays.autoplay(),
        { class: "btn primary", "data-key": "play-2" });
    main.append(icon(plays ? "pause" : "play"), text);
    return h("div", { class: "transport" },
        iconButton("first", "To the beginning", () => replays.replay(0),
            { "data-key": "step-first" }),
        iconButton("back", "One decision back", () => replays.step(-1),
            { "data-key": "step-back" }),
        main,
        iconButton("forward", "One decision forward", () => replays.step(1),
            { "data-key": "step-forward" }),
        h("div", { class: "segments", role: "group", "aria-label": "Speed" },
            ...PACES.map(([ms, name]) => button(name, () => replays.setPace(ms),
                { "aria-pressed": String(replays.pace === ms), "data-key": `speed-${ms}` }))));
}

/** One segment for each chapter, as long as it has decisions. Who does not use a pointer has the
 * chapters in the rail and the keys. @param {Table} table */
export function strip(table) {
    const { view } = table, chapters = chaptersOf(table), here = chapterAt(chapters, view.number);
    const element = h("div", { class: "strip", "aria-hidden": "true" }, ...chapters.map((c) => {
        const steps = Math.max(1, c.end - c.number),
            done = Math.max(0, Math.min(steps, view.number - c.number));
        const segment = h("i",
            { class: c.isRound ? "round" : null, "data-chapter": c.turn, title: c.title }, h("b"));
        segment.style.flexGrow = String(steps);
        segment.style.setProperty("--done", `${(100 * done) / steps}%`);
        segment.classList.toggle("here", c === here);
        return segment;
    }));
    element.addEventListener("click", (event) => {
        const segment = /** @type {Element} */ (event.target).closest("[data-chapter]");
        const chapter = chapters.find((c) =>
            String(c.turn) === segment?.getAttribute("data-chapter"));
        if (!segment || !chapter) return;
        const box = segment.getBoundingClientRect(),
            part = (event.clientX - box.left) / Math.max(1, box.width);
        table.replay(Math.round(chapter.number + part * (chapter.end - chapter.number)));
    });
    return element;
}
