/* frame.js: the page of a table: top bar, rails, stage, and on a phone the sheet with its tabs. It
 * never scrolls as a whole: what is long scrolls inside its panel. */
import { actionBar } from "./bar.js";
import { placeInGame } from "./chapters.js";
import { clocks } from "./clock.js";
import { button, h, replace } from "./dom.js";
import { iconButton } from "./icons.js";
import { showKeys } from "./keys.js";
import { endScreen } from "./outcome.js";
import { peopleDialog } from "./people.js";
import { askedCardPanel } from "./rails/askedcard.js";
import { cardPanel, effectsPanel, nextPanel, orderPanel } from "./rails/card.js";
import { cardsPanel } from "./rails/cards.js";
import { chancesPanel } from "./rails/chances.js";
import { chancesUpToHere, chaptersPanel } from "./rails/chapters.js";
import { inspector } from "./rails/inspector.js";
import { logPanel } from "./rails/log.js";
import { roundPanels } from "./rails/round.js";
import { scoresPanel } from "./rails/scores.js";
import { sincePanel } from "./rails/since.js";
import { situationPanel } from "./rails/situation.js";
import { talkPanel } from "./rails/talk.js";
import { textBoard } from "./rails/textboard.js";
import { tracksPanel } from "./rails/tracks.js";
import { change, isDark, settings } from "./settings.js";
import { openSettings } from "./sheet.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function buildFrame(table) {
    // Then the cards are the board.
    const { game } = table, bare = game.visual.board.kind === "none";
    const hasCard = Boolean(game.visual.cards?.current);
    const left = hasCard ? [cardPanel(table), askedCardPanel(table), ...roundPanels(table),
        orderPanel(table), nextPanel(table), effectsPanel(table)]
        : [!bare && game.stacks.length > 0 && inTab(cardsPanel(table), "card"),
            inTab(situationPanel(table), "card"), ...roundPanels(table),
            inTab(tracksPanel(table), "card")];
    const tabs = tabsPanel(table,
        hasCard ? [["Values", situationPanel(table)], ["Cards", cardsPanel(table)]] : []);
    const middle = bare ? h("div", { class: "cloth" }, cardsPanel(table))
        : h("div", { class: "map-wrap" }, table.board?.element ?? "", boardTools(table),
            sincePanel(table));
    const end = endScreen(table);
    const replayed = h("div", { class: "replay-rail" }, chaptersPanel(table),
        chancesUpToHere(table));
    const rail = h("aside", { class: "rail left", "aria-label": "Cards and situation" }, ...left,
        replayed);
    const app = h("div", { class: "app", "data-tab": "log" }, topBar(table),
        h("div", { class: "stage" }, clocks(table), actionBar(table), end.result, middle), rail,
        h("aside", { class: "rail right", "aria-label": "Seats and log" }, scoresPanel(table), tabs,
            inspector(table)),
        end.course, sheetTabs(table));
    table.onUpdate(() => {
        replayed.hidden = !table.replayed;
        app.classList.toggle("replaying", table.replayed);
        app.classList.toggle("no-left",
            [...rail.children].every((c) => /** @type {HTMLElement} */ (c).hidden));
    });
    table.onPoint((zone) => {
        if (zone) showTab("space");
    });
    return app;
}

/** @template {HTMLElement} T @param {T} element @param {string} tab of the sheet on a phone */
function inTab(element, tab) {
    element.dataset.tab = tab;
    return element;
}

/* ---- the top bar ---- */

/** @param {Table} table */
function topBar(table) {
    const scenario = h("span", { class: "scenario" }),
        ground = iconButton("ground", "Light or dark",
            () => change({ ground: isDark() ? "light" : "dark" }));
    table.onUpdate(() => {
        const { game, info, view } = table;
        const label = game.scenarios.length > 1
            ? game.scenarios.find((s) => s.id === info.scenario)?.label
            : "";
        const where = table.replayed ? placeInGame(table) : view.phase?.label;
        scenario.textContent = [label, where, info.analysis ? "analysis" : ""].filter(Boolean)
            .join(" · ");
    });
    const words = () => table.dialog("The board in words", textBoard(table));
    return h("nav", { class: "top", "aria-label": "Table", "data-tab": "more" },
        h("a", { href: "#", class: "home" }, "LudoForge"),
        h("b", { class: "title" }, table.game.title), scenario, h("span", { class: "grow" }),
        replayTools(table),
        button("Who plays", () => peopleDialog(table, table.bots), { class: "btn small" }),
        table.game.visual.board.kind !== "none" && iconButton("words", "The board in words", words),
        ground, iconButton("gear", "Settings", openSettings),
        iconButton("help", "Keys (?)", showKeys));
}

/** @param {Table} table */
function replayTools(table) {
    const { replays } = table;
    const slider = /** @type {HTMLInputElement} */ (h("input", {
        type: "range", min: 0, max: 0, step: 1, "aria-label": "Walk through the game",
        input: () => table.replay(Number(slider.value))
    }));
    const player = button("Play", () => replays.autoplay(),
        { "data-key": "play", "aria-label": "Play the game through", class: "btn small" });
    replays.listeners.add(() => {
        player.textContent = replays.playing ? "Pause" : "Play";
        player.setAttribute("aria-label", replays.playing ? "Pause" : "Play the game through");
    });
    table.onUpdate(() => {
        slider.max = String(table.now.number);
        if (replays.wanted === null) slider.value = String(table.view.number);
    });
    return h("div", { class: "replay" },
        iconButton("back", "One decision back", () => replays.step(-1)), slider,
        iconButton("forward", "One decision forward", () => replays.step(1)), player);
}

/** @param {Table} table */
function boardTools(table) {
    const bar = h("div", { class: "board-tools", role: "group", "aria-label": "Board" });
    const fill = () => replace(bar,
        iconButton("eye", settings.pieces ? "Hide pieces" : "Show pieces",
            () => {
                change({ pieces: !settings.pieces });
                fill();
            },
            { "aria-pressed": String(!settings.pieces), "data-key": "pieces" }),
        iconButton("minus", "Zoom out", () => table.board?.view.zoom(1 / 1.4),
            { "data-key": "smaller" }),
        iconButton("plus", "Zoom in", () => table.board?.view.zoom(1.4), { "data-key": "larger" }),
        iconButton("fit", "Whole board (F)", () => table.board?.view.fit(), { "data-key": "fit" }));
    fill();
    return bar;
}

/* ---- tabs ---- */

/** @param {Table} table @param {[string, HTMLElement][]} more */
function tabsPanel(table, more) {
    const chances = chancesPanel(table), log = logPanel(table);
    table.pages.follow(/** @type {HTMLElement} */ (log.firstElementChild));
    /** @type {[string, HTMLElement][]} */
    const tabs = [["Log", log], ...more, ["Chances", chances], ["Talk", talkPanel(table)]];
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Log and more" });
    const body = h("div", { class: "tab-body" });
    const open = (/** @type {string} */ name) => {
        for (const [i, [label, panel]] of tabs.entries()) {
            const tab = /** @type {HTMLElement} */ (list.children[i]), here = label === name;
            tab.setAttribute("aria-selected", String(here));
            tab.tabIndex = here ? 0 : -1;
            panel.hidden = !here;
            if (label === "Chances" && settings.chances !== here) change({ chances: here });
        }
        chances.dispatchEvent(new Event("shown"));
    };
    for (const [label, panel] of tabs) {
        list.append(button(label, () => open(label), {
            role: "tab", id: `tab-${label}`, "data-key": `tab-${label}`,
            "aria-controls": `panel-${label}`
        }));
        panel.id = `panel-${label}`;
        panel.setAttribute("role", "tabpanel");
        panel.setAttribute("aria-labelledby", `tab-${label}`);
        body.append(panel);
    }
    list.addEventListener("keydown", (event) => {
        const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        const at = tabs.findIndex((_, i) => list.children[i] === document.activeElement);
        if (way === 0 || at < 0) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (at + way + tabs.length) % tabs.length;
        open(tabs[next][0]);
        /** @type {HTMLElement} */ (list.children[next]).focus();
    });
    table.onHint(() => {
        open("Chances");
        showTab("log");
    });
    open(settings.chances ? "Chances" : "Log");
    return h("section", { class: "panel tabbed", "aria-label": "Log", "data-tab": "log" }, list,
        body);
}

/** Shows a tab of the sheet; on large screens all of them are in view. @param {string} tab */
function showTab(tab) {
    const app = /** @type {HTMLElement | null} */ (document.querySelector(".app"));
    if (!app) return;
    app.dataset.tab = tab;
    for (const one of document.querySelectorAll(".sheet-tabs button"))
        one.setAttribute("aria-pressed", String(one.getAttribute("data-sheet") === tab));
}

/** @param {Table} table */
function sheetTabs(table) {
    const tabs = [["space", "Space"], ["card", "Cards"], ["seats", "Seats"], ["log", "Log"],
        ["more", "More"]];
    const grow = () => {
        const app = /** @type {HTMLElement} */ (document.querySelector(".app"));
        app.classList.toggle("tall");
        table.board?.view.fit();
    };
    return h("div", { class: "sheet-tabs" },
        button("", grow, { class: "grab", "aria-label": "Taller or lower" }),
        ...tabs.map(([id, label]) => button(label, () => showTab(id),
            { "data-sheet": id, "aria-pressed": String(id === "log") })));
}
