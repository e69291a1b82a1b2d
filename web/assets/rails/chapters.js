/* chapters.js: the left rail of a replay: the chapters, the open one with its steps, and who was
 * likely to win up to here. */
import { chapterAt, chaptersOf, numberOn, seatsOf } from "../chapters.js";
import { curve } from "../curve.js";
import { button, h, replace } from "../dom.js";
import { emblem } from "../icons.js";
import { stepAt } from "../player.js";

/** @typedef {import("../chapters.js").Chapter} Chapter */
/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table */
export function chaptersPanel(table) {
    const list = h("ol", { class: "chapter-list" });
    const element = h("section",
        { class: "panel chapters", "aria-label": "Chapters", "data-tab": "card" },
        h("h2", { class: "kicker" }, "Chapters"), list);
    let shown = "";
    const show = () => {
        if (!table.replayed) {
            shown = "";
            return;
        }
        const chapters = chaptersOf(table), here = chapterAt(chapters, table.view.number);
        replace(list, ...chapters.map((c) => row(table, c, c === here)));
        // Its steps come later.
        const next = `${table.view.number} ${list.querySelectorAll(".chapter-steps li").length}`;
        if (next === shown) return;
        for (const part of [".here", ".chapter-steps .now"])
            list.querySelector(part)?.scrollIntoView({ block: "nearest" });
        shown = next;
    };
    table.onUpdate(show);
    table.onLog(show);
    table.replays.steps.listeners.add(show);
    return element;
}

/** @param {Table} table @param {Chapter} chapter @param {boolean} here */
function row(table, chapter, here) {
    const number = numberOn(table, chapter.card) || String(chapter.turn + 1);
    const head = button("", () => table.replay(chapter.number), {
        class: "chapter-head", "data-key": `chapter-${chapter.turn}`,
        "aria-current": here ? "true" : null
    });
    head.append(h("i", { class: chapter.isRound ? "round" : "" }, number),
        h("span", {}, chapter.title),
        h("span", { class: "acted" }, ...seatsOf(chapter).map((seat) => emblem(table.game, seat))));
    return h("li", { class: here ? "here" : null }, head, here && steps(table, chapter));
}

/** @param {Table} table @param {Chapter} chapter */
function steps(table, chapter) {
    const all = table.replays.steps.of(chapter), now = stepAt(all, table.view.number);
    return h("ol", { class: "chapter-steps" }, ...all.map((step) => {
        const line = button("", () => table.replay(step.number), {
            title: step.text, "data-key": `step-${all.indexOf(step)}`,
            class: step === now ? "now" : step.number <= table.view.number ? "done" : null
        });
        line.append(step.seat ? emblem(table.game, step.seat) : h("span", { class: "emblem none" }),
            h("span", {}, step.text));
        return h("li", {}, line);
    }));
}

/** @param {Table} table */
export function chancesUpToHere(table) {
    const element = h("section", {
        class: "panel up-to-here", "aria-label": "Chances up to here", "data-tab": "card",
        hidden: true
    });
    const show = () => {
        const points = table.thoughts.points.filter((p) => p.number <= table.view.number);
        element.hidden = !table.replayed || points.length < 2;
        if (!element.hidden) replace(element, h("h2", { class: "kicker" }, "Chances up to here"),
            curve(table, points, { width: 268, height: 150, last: table.now.number }));
    };
    table.onUpdate(show);
    table.thoughts.onNews(() => {
        if (table.view) show();
    });
    return element;
}
