/* bar.js: the action bar: who decides, the path to the question, the question, what has been
 * chosen, and the buttons. Undo, Undo turn, Done and End turn never move. During another seat's
 * story and during a replay the same places hold the buttons of those. */
import { button, h, replace } from "./dom.js";
import { openFinder } from "./finder.js";
import { iconButton } from "./icons.js";
import { seatGlyph, seatLabel, seatLetters, tint } from "./looks.js";
import { isAmount, nameOf, placeOf, sortOptions } from "./options.js";
import { endOf, outcomeText } from "./outcome.js";
import { replayBar } from "./player.js";
import { tip } from "./tips.js";
import { svg } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Chosen} Chosen */
/** @typedef {import("./dom.js").Child} Child */

const MOST = 6, AMOUNTS = 10; // buttons beside the question

/** @param {Table} table */
export function actionBar(table) {
    const element = h("section", { class: "panel prompt action", "aria-label": "Decision" });
    let shown = "";
    const show = () => {
        if (table.curtain.isDown) return;
        const { view, info, stories, replays } = table;
        element.dataset.version = `${table.version}.${view.number}`;
        element.dataset.state = table.clicks.isBusy || table.isEnding ? "sent"
            : view.pending !== "nothing" ? "ends" : table.decision ? "open" : "waits";
        // A button that is being pressed must not be exchanged for its like: the click would be
        // lost.
        const { number, over, outcome, pending, decider, decision, canUndo, canRedo, phase } = view;
        const next = JSON.stringify([table.replayed, number, over, outcome, pending, decider,
            decision, canUndo, canRedo, phase, table.chosen, table.opened, table.groups,
            [...table.hand.counts], table.ahead?.decision, table.thoughts.isAllowed(),
            over && endOf(table), info.resigned, info.timedOut, info.problem, info.draw,
            stories.told?.turn, stories.at, stories.isPaused, Boolean(replays.playing),
            replays.pace, table.replayed && [table.log.length, replays.steps.known.size]]);
        if (next !== shown) fill(table, element);
        shown = next;
    };
    table.onUpdate(show);
    table.onLog(() => {
        if (table.view?.over) show(); // the end is told there
    });
    table.stories.onChange(() => {
        if (table.view) show();
    });
    for (const { listeners } of [table.replays, table.replays.steps]) listeners.add(() => {
        if (table.view) show();
    });
    return element;
}

/** Stories and replays go on while somebody presses their buttons: those stay, and the rest is
 * exchanged.
 * @param {Table} table @param {HTMLElement} element */
function fill(table, element) {
    const { stories, replays } = table, parts = content(table);
    const lasting = stories.told ? `story ${stories.told.turn} ${stories.isPaused}`
        : table.replayed ? `replay ${Boolean(replays.playing)} ${replays.pace}` : "";
    const [block, words] = [element.querySelector(".seat-block"), element.querySelector(".words")];
    if (lasting && lasting === element.dataset.lasting && block && words &&
        parts[0] instanceof Node && parts[1] instanceof Node) {
        block.replaceWith(parts[0]);
        words.replaceWith(parts[1]);
    } else replace(element, ...parts);
    element.dataset.lasting = lasting;
}

/** @param {Table} table @returns {Child[]} */
function content(table) {
    const { view } = table;
    if (table.stories.told) return storyBar(table, table.stories.told);
    if (table.replayed) return replayBar(table, (seat) => seatBlock(table, seat));
    if (view.over)
        return [seatBlock(table, view.outcome?.winners?.[0] ?? null),
            words(table, [crumb("The game is over")],
                h("h2", { class: "asked" }, outcomeText(table)),
                h("p", { class: "help" }, endOf(table))),
            buttons(table)];
    if (view.pending !== "nothing")
        return [seatBlock(table, view.decider ?? table.info.you.seats[0]),
            words(table, path(table),
                h("p", { class: "asked" },
                    view.pending === "turn" ? "End the turn, or take something back."
                        : "This cannot be taken back. Go on?"),
                chips(table)),
            buttons(table)];
    if (!view.decision)
        return [seatBlock(table, view.decider), words(table, path(table), h("p", { class: "asked" },
            view.decider ? `${seatLabel(table.game, view.decider)} decides …` : "Waiting …"),
        h("div", { class: "help" }, ...offers(table))), buttons(table)];
    return [seatBlock(table, view.decision.seat),
        words(table, path(table), asked(table),
            h("div", { class: "answers" }, ...optionButtons(table), ...offers(table),
                chips(table))),
        buttons(table)];
}

/** @param {Table} table @param {string | null | undefined} seat */
function seatBlock(table, seat) {
    const glyph = seatGlyph(table.game, seat);
    const block = h("div", { class: "seat-block", "aria-hidden": "true" },
        glyph && svg("svg", { viewBox: "-8 -8 16 16" }, glyph),
        h("span", {}, seatLetters(table.game, seat)));
    return tint(block, table.game, seat);
}

/** @param {Table} table @param {Child[]} crumbs @param {...Child} rest */
function words(table, crumbs, ...rest) {
    const { decision } = table.view, live = decision && table.decision;
    const tools = h("span", { class: "bar-tools" },
        iconButton("redo", "Redo", () => table.act("redo"),
            { "data-key": "redo", disabled: !table.view.canRedo, hidden: !table.view.canRedo }),
        live &&
            iconButton("list", "All options (/)", () => openFinder(table), { "data-key": "list" }),
        live && iconButton("rule", "The rule behind the question", () => table.showRule(),
            { "data-key": "rule" }),
        live && table.thoughts.isAllowed() &&
            iconButton("hint", "Hint", () => table.hint(), { "data-key": "hint" }));
    return h("div", { class: "words" },
        h("div", { class: "path" }, h("div", { class: "crumbs" }, ...crumbs), tools), ...rest);
}

/** @param {string} text @param {boolean} [here] */
const crumb = (text, here = false) => h(here ? "b" : "span", { class: "crumb" }, text);

/** The path to the question: the phase, the card, and what was chosen that is no place.
 * @param {Table} table @returns {Child[]} */
function path(table) {
    const { game, view } = table, steps = game.visual.stepper ?? [];
    if (view.phase && steps.includes(view.phase.id)) return [stepper(table, steps)];
    const first = table.chosen.findIndex(isPlace),
        before = first < 0 ? table.chosen : table.chosen.slice(0, first);
    const card = topCard(table), said = before.filter((c) => !c.forced && c.kind !== "number");
    const parts = [card ?? view.phase?.label ?? "", ...said.map((c) => c.label)].filter(Boolean);
    return parts.map((text, i) => crumb(text, i > 0 && i === parts.length - 1));
}

/** @param {Table} table */
function topCard({ game, view }) {
    const stack = view.position.stacks?.[game.visual.cards?.current ?? ""];
    const id = Array.isArray(stack) ? stack[0] : null;
    return id && game.cards.find((c) => c.id === id)?.label;
}

/** The phases of a round, in order. @param {Table} table @param {string[]} steps */
function stepper({ game, view }, steps) {
    const at = steps.indexOf(view.phase?.id ?? "");
    return h("ol", { class: "stepper", "aria-label": "Phases" }, ...steps.map((id, i) => {
        const label = game.phases.find((p) => p.id === id)?.label ?? id, now = i === at;
        return h("li",
            { class: i < at ? "done" : now ? "now" : null, title: label,
                "aria-current": now ? "step" : null },
            h("i", {}, i < at ? "✓" : i + 1),
            now ? h("span", {}, label) : h("span", { class: "unseen" }, label));
    }));
}

/** @param {Table} table */
function asked(table) {
    const decision = table.decision ?? table.view.decision,
        seat = seatLabel(table.game, decision?.seat);
    const text = table.hand.isHolding ? `Where do ${table.heldWords()} go?`
        : decision?.prompt ?? "";
    return h("p", { class: "asked", id: "asked" }, h("span", { class: "unseen" }, `${seat}: `),
        text);
}

/** Who has given up, who had no time left, which bot cannot go on, and who offers a draw.
 * @param {Table} table */
function offers({ game, info }) {
    const said = [...info.resigned, ...info.timedOut, ...(info.problem ? [info.problem] : [])]
        .map((r) => r.text);
    const offering = info.draw.map((id) => seatLabel(game, id)).join(" and ");
    const verb = info.draw.length === 1 ? "offers" : "offer";
    if (offering) said.push(`${offering} ${verb} a draw; answer under “Who plays”.`);
    return said.map((text) => h("p", { class: "reason" }, text));
}

/* ---- options and choices ---- */

/** Options that are no place on the board, and those of a place that has several.
 * @param {Table} table @returns {Child[]} */
function optionButtons(table) {
    const decision = table.decision;
    if (!decision) return [];
    const { buttons: all, byZone } = sortOptions(decision);
    const list = table.opened ? byZone.get(table.opened) ?? [] : all;
    const most = list.every(isAmount) ? AMOUNTS : MOST,
        short = list.length > most ? list.slice(0, most - 1) : list;
    if (list.length === 0) return [];
    return [h("ul",
        { class: list.every(isAmount) ? "options amounts" : "options", "aria-labelledby": "asked" },
        ...short.map((o, i) => h("li", {}, optionButton(table, o, i))),
        list.length > short.length && h("li", {},
            button(`All ${list.length} …`, () => openFinder(table),
                { class: "btn", "data-key": "more" })))];
}

/** @param {Table} table @param {Option} o @param {number} index */
export function optionButton(table, o, index) {
    const { zone } = placeOf(o), point = () => table.point(zone ?? null);
    const element = button(o.label, () => table.decide(o.id), {
        "data-key": `option-${o.id}`, "data-option": nameOf(o), class: `btn option kind-${o.kind}`,
        "aria-keyshortcuts": index >= 0 && index < 9 ? String(index + 1) : null, mouseenter: point,
        focus: point
    });
    if (index >= 0 && index < 9 && !isAmount(o))
        element.append(h("kbd", { "aria-hidden": "true" }, index + 1));
    tip(element, () => (zone ? "" : o.text ? `${o.label}\n${o.text}` : table.about(o)));
    return element;
}

/** @param {Chosen} c */
const isPlace = (c) => c.kind === "space" || c.kind === "zone";

/** What has been chosen in this turn, and what is held; each can be taken out.
 * @param {Table} table */
function chips(table) {
    let place = 0;
    const list = table.chosen.flatMap((c, i, all) => {
        const group = table.groups.find((g) => c.index >= g.start && c.index < g.end);
        if (group?.label) return c.index === group.start ? [chip(table, c, group.label, 0)] : [];
        if (c.forced) { // one chip for those in a row
            const rest = all.slice(i), end = rest.findIndex((other) => !other.forced),
                n = end < 0 ? rest.length : end;
            return all[i - 1]?.forced ? []
                : [chip(table, c, n > 1 ? `${c.label} +${n - 1}` : c.label, 0)];
        }
        if (isPlace(c)) place++;
        return isPlace(c) || c.kind === "number" || c.kind === "kind"
            ? [chip(table, c, c.label, isPlace(c) ? place : 0, group?.start)] : [];
    });
    const held = table.hand.isHolding && h("li", { class: "chip", "data-chip": "held" },
        h("span", {}, `${table.heldWords()}, ${table.board?.words.label(table.hand.zone ?? "")}`),
        button("×", () => {
            table.hand.clear();
            table.show();
        }, { class: "x", "aria-label": "Put back", "data-key": "chip-held" }));
    return h("ul", { class: "chips", "aria-label": "Chosen so far" }, ...list, held);
}

/** @param {Table} table @param {Chosen} c @param {string} label @param {number} place its number;
 * 0: none
 * @param {number} [start] of the click that chose it */
function chip(table, c, label, place, start = c.index) {
    return h("li",
        { class: c.forced ? "chip forced" : "chip", "data-chip": c.index, title: c.prompt,
            mouseenter: () => isPlace(c) && table.point(c.subject ?? null) },
        place > 0 && h("i", {}, place), h("span", {}, label),
        c.forced && h("small", {}, "only option"),
        button("×", () => table.rewind({ ...c, index: start }),
            { class: "x", "aria-label": `Take back ${label}`, "data-key": `chip-${c.index}` }));
}

/** @param {string} text @param {string} key */
const withKey = (text, key) => [text, " ", h("kbd", { "aria-hidden": "true" }, key)];

/** The six places of buttons. @param {Table} table */
function buttons(table) {
    const { view } = table, decision = table.decision, waits = view.pending !== "nothing";
    const { done, others = [] } = decision ? sortOptions(decision) : {};
    const places = decision ? table.chosen.filter(isPlace).length : 0;
    const make = (/** @type {string} */ key, /** @type {Child[]} */ label,
        /** @type {() => void} */ act, /** @type {boolean} */ on,
        /** @type {string} */ name = "btn") => {
        const made = button("", act, { class: name, "data-key": key, disabled: !on });
        made.append(...label.map((c) => (c instanceof Node ? c : String(c))));
        return made;
    };
    const doneLabel = done?.label ?? "Done", count = places > 0 && done ? `, ${places}` : "";
    const other = others[0];
    return h("div", { class: "btns" },
        make("undo", withKey("Undo", "Z"), () => table.act("undo"), view.canUndo),
        make("undo-turn", ["Undo turn"], () => table.act("undo-turn"), view.canUndo),
        make("done", withKey(`${doneLabel}${count}`, "↵"), () => done && table.decide(done.id),
            Boolean(done), done ? "btn primary done" : "btn done"),
        view.over ? make("review", ["Review"], () => table.showEnd(), true)
            : other ? make("other", [other.label], () => table.decide(other.id), true)
            : make("hint-2", ["Hint"], () => table.hint(),
                Boolean(decision) && table.thoughts.isAllowed()),
        make("why", ["Why not …?"], () => table.askWhy(), Boolean(decision)),
        make("confirm", withKey(view.pending === "decision" ? "Go on" : "End turn", "E"),
            () => table.endTurn(), waits || table.ending !== null,
            waits ? "btn primary confirm" : "btn confirm"));
}

/* ---- stories ---- */

/** @param {Table} table @param {import("./types.js").Story} story @returns {Child[]} */
function storyBar(table, story) {
    const { stories, game } = table, step = story.steps[stories.at];
    const why = step && (step.why ?? table.thoughts.reasons.get(step.number - 1));
    const dots = h("ol", { class: "dots", "aria-label": "Steps" }, ...story.steps.map((_, i) =>
        h("li", { class: i < stories.at ? "done" : i === stories.at ? "now" : null }, i + 1)));
    const by = table.info.seats.find((s) => s.seat === story.seat);
    const manual = button(stories.isPaused ? "Go on" : "Pause", () => stories.pause(),
        { class: "btn", "data-key": "pause" });
    return [seatBlock(table, story.seat),
        h("div", { class: "words story-words" },
            h("div", { class: "path" },
                h("div", { class: "crumbs" }, crumb(seatLabel(game, story.seat)),
                    crumb(by?.who.replace("bot:", "bot, ") ?? ""))),
            h("p", { class: "asked" }, step ? step.text : story.title),
            why && h("p", { class: "help" }, why), dots),
        h("div", { class: "btns" },
            button("Again", () => stories.again(), { class: "btn", "data-key": "again" }), manual,
            button("Skip", () => stories.skip(), { class: "btn primary", "data-key": "skip" }),
            button("Next step", () => stories.step(), { class: "btn", "data-key": "next-step" }))];
}
