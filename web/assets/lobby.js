/* lobby.js: the games with their boards, tables under way, and a new table. */
import { Board } from "./board/board.js";
import { hasSlots, MapBoard } from "./board/map.js";
import { button, h } from "./dom.js";
import { failed } from "./notices.js";
import { readBots, whoList } from "./people.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./types.js").Named} Named */
/** @typedef {Named & { type?: string, min: number, max: number, default: unknown,
 *   description?: string, values?: (Named & { description?: string })[] }} GameOption */
/** @typedef {{ id: string, title: string, description?: string,
 *   scenarios: (Named & { default?: boolean })[], options: GameOption[], seats: Named[],
 *   seatsInPlay?: string | null, bots: import("./people.js").Bot[] }} GameHead */
/** @typedef {{ number?: number, over?: boolean, winners?: string[],
 *   decider?: string | null }} Standing */
/** @typedef {{ id: string, game: string, name: string | null, scenario: string, changed: number,
 *   finished: boolean, analysis: boolean, imported: boolean, standing?: Standing }} TableHead */

/**
 * @param {import("./api.js").Api} api
 * @param {HTMLElement} main
 * @param {(id: string) => void} openTable
 */
export async function openLobby(api, main, openTable) {
    const [games, tables, bots] = await Promise.all([api.get("/api/games"), api.get("/api/tables"),
        readBots(api)]);
    /** @type {TableHead[]} */
    const list = tables.tables;
    /** @type {GameHead[]} */
    const offered = games.games;
    const form = h("div", { class: "new-table" });
    main.replaceChildren(h("div", { class: "lobby" }, h("h1", {}, "LudoForge"),
        h("p", { class: "lead" },
            "Choose a game and begin a table: alone against bots, with others at one screen, " +
            "or with players elsewhere."),
        h("section", { "aria-label": "Games" }, h("h2", {}, "Games"),
            h("ul", { class: "games" },
                ...offered.map((game) => gameCard(api, { ...game, bots }, form, openTable)))),
        form, tableList("Under way", list.filter((t) => !t.finished), offered, openTable),
        tableList("Finished", list.filter((t) => t.finished), offered, openTable),
        importForm(api, openTable)));
}

/** @param {import("./types.js").Game} game */
function boardOf(game) {
    const handlers = { pick: () => undefined, hover: () => undefined };
    return (hasSlots(game) ? new MapBoard(game, handlers) : new Board(game, handlers)).element;
}

/** @param {Api} api @param {GameHead} game @param {HTMLElement} form
 * @param {(id: string) => void} openTable */
function gameCard(api, game, form, openTable) {
    const picture = h("div", { class: "picture", "aria-hidden": "true" });
    api.get(`/api/games/${encodeURIComponent(game.id)}`).then((full) => {
        if (full.visual && full.visual.board.kind !== "none") picture.append(boardOf(full));
    }, () => undefined);
    return h("li", { class: "game" }, picture, h("h3", {}, game.title),
        game.description && h("p", {}, game.description),
        button("New table",
            () => {
                form.replaceChildren(newTable(api, game, openTable));
                form.scrollIntoView({ block: "nearest" });
                form.querySelector("select")?.focus();
            },
            { class: "primary", "aria-label": `New table of ${game.title}` }));
}

/** @param {Api} api @param {GameHead} game @param {(id: string) => void} openTable */
function newTable(api, game, openTable) {
    const usual = game.bots.find((bot) => bot.name === "normal") ?? game.bots[0];
    const scenario = chosen("Scenario", "scenario",
        game.scenarios.map((s) => [s.id, s.label === s.id ? s.label : `${s.label} (${s.id})`]),
        game.scenarios.find((s) => s.default)?.id);
    const options = game.options.map((o) =>
        chosen(o.label, o.id, choices(o), standard(o), o.description));
    const seats = game.seats.map((seat, i) =>
        chosen(seat.label, seat.id, whoList(game.bots, "open: a link for somebody else"),
            i === 0 || !usual ? "me" : `bot:${usual.name}`));
    /* Where an option says how many play, only so many seats are offered. */
    const number = options.find((o) => o.name === game.seatsInPlay),
        playing = () => number === undefined ? seats : seats.slice(0, Number(number.select.value));
    const offer = () => seats.forEach((s) => { s.element.hidden = !playing().includes(s); });
    number?.select.addEventListener("change", offer);
    offer();
    const clock = clockField();
    const confirm = tick("confirm", "Ask before a turn is handed over"),
        hints = tick("hints", "Allow hints and show who is likely to win");
    const begin = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const named = (/** @type {{ name: string, select: HTMLSelectElement }[]} */ list) =>
            Object.fromEntries(list.map((field) => [field.name, field.select.value]));
        try {
            const answer = await api.post("/api/tables", {
                game: game.id, scenario: scenario.select.value, confirm: confirm.box.checked,
                forced: "show", hints: hints.box.checked, clock: clock.value(),
                options: named(options), seats: named(playing())
            });
            openTable(answer.table);
        } catch (error) {
            failed(error);
        }
    };
    return h("form", { class: "panel", submit: begin, "aria-label": `New table of ${game.title}` },
        h("h2", {}, `New table: ${game.title}`), game.scenarios.length > 1 && scenario.element,
        ...options.map((o) => o.element),
        h("fieldset", {}, h("legend", {}, "Who plays"), ...seats.map((s) => s.element)),
        clock.element, confirm.element, hints.element,
        h("button", { type: "submit", class: "primary" }, "Begin"));
}

/**
 * A list to choose from, with words on what is chosen below it.
 * @param {string} label @param {string} name @param {[string, string, string?][]} list
 * @param {string | undefined} first what is chosen at first @param {string} [text] on the whole
 */
function chosen(label, name, list, first, text) {
    const words = h("small", { id: `about-${name}` }),
        about = new Map(list.map(([value, , more]) => [value, more]));
    const select = /** @type {HTMLSelectElement} */ (h("select",
        { name, "aria-describedby": words.id },
        ...list.map(([value, shown]) => h("option", { value, selected: value === first }, shown))));
    const tell = () => {
        words.textContent = [text, about.get(select.value)].filter(Boolean).join(" ");
        words.hidden = words.textContent === "";
    };
    select.addEventListener("change", tell);
    tell();
    return {
        name, select,
        element: h("div", { class: "field" }, h("label", {}, `${label} `, select), words)
    };
}

/** @param {string} name @param {string} label @param {number} value @param {number} least
 * @param {number} most */
function number(name, label, value, least, most) {
    return /** @type {HTMLInputElement} */ (h("input", {
        type: "number", name, "aria-label": label, value, min: least, max: most, step: "any",
        required: true
    }));
}

/** How a game is timed: minutes for each seat, and seconds that each turn adds. */
function clockField() {
    const usual = [[5, 3], [10, 5], [30, 20]],
        minutes = number("minutes", "Minutes for each seat", 15, 0.1, 500_000),
        seconds = number("seconds", "Seconds for each turn", 10, 0, 86_400);
    const choice = chosen("Clock", "clock", [
        ["none", "none"],
        ...usual.map(([m, s]) => /** @type {[string, string]} */ (
            [`${m}+${s}`, `${m} minutes, and ${s} seconds for each turn`])),
        ["other", "another"]
    ], "none");
    const free = h("div", { class: "field free-clock", hidden: true }, minutes,
        " minutes for each seat, and ", seconds, " seconds for each turn");
    const isFree = () => choice.select.value === "other";
    const offer = () => { free.hidden = minutes.disabled = seconds.disabled = !isFree(); };
    choice.select.addEventListener("change", offer);
    offer();
    const value = () => {
        if (choice.select.value === "none") return null;
        const [m, s] = isFree() ? [minutes.valueAsNumber, seconds.valueAsNumber]
            : choice.select.value.split("+").map(Number);
        return { mainMs: Math.round(m * 60_000), incrementMs: Math.round(s * 1000) };
    };
    return { value, element: h("div", {}, choice.element, free) };
}

/** @param {string} id @param {string} label */
function tick(id, label) {
    const box = /** @type {HTMLInputElement} */ (h("input",
        { type: "checkbox", id, checked: true }));
    return { box, element: h("label", { for: id }, box, ` ${label}`) };
}

/** @param {GameOption} option @returns {[string, string, string?][]} */
function choices(option) {
    if (option.values) return option.values.map((v) => [v.id, v.label, v.description]);
    if (option.type === "bool") return [["true", "yes"], ["false", "no"]];
    return Array.from({ length: option.max - option.min + 1 },
        (_, i) => [String(option.min + i), String(option.min + i)]);
}

/** What is taken when nothing is chosen. @param {GameOption} option */
function standard(option) {
    return String(option.default);
}

/** @param {string} title @param {TableHead[]} list @param {GameHead[]} games
 * @param {(id: string) => void} openTable */
function tableList(title, list, games, openTable) {
    const row = (/** @type {TableHead} */ t) => {
        const game = games.find((g) => g.id === t.game); // it may not be served any more
        return h("li", {}, button(tableName(t, game), () => openTable(t.id), { class: "name" }),
            standing(t, game));
    };
    return list.length > 0 && h("section", { "aria-label": title }, h("h2", {}, title),
        h("ul", { class: "tables" }, ...list.map(row)));
}

/** What people call a thing of a game. @param {Named[] | undefined} list @param {string} id */
const labelOf = (list, id) => list?.find((one) => one.id === id)?.label ?? id;

/** @param {TableHead} t @param {GameHead | undefined} game */
function tableName(t, game) {
    const scenario = (game ? game.scenarios.length > 1 : t.scenario !== "default") && t.scenario;
    return (t.name || game?.title || t.game) +
        (scenario ? `, ${labelOf(game?.scenarios, scenario)}` : "") +
        (t.analysis ? " (analysis)" : "") + (t.imported ? " (recorded)" : "");
}

/** @param {TableHead} t @param {GameHead | undefined} game */
function standing(t, game) {
    const s = t.standing ?? {}, number = s.number ?? 0,
        seat = (/** @type {string} */ id) => labelOf(game?.seats, id);
    const end = s.over ? `, won by ${(s.winners ?? []).map(seat).join(", ") || "nobody"}`
        : s.decider ? `, ${seat(s.decider)} decides` : "";
    const changed = new Date(t.changed * (t.changed > 1e12 ? 1 : 1000)).toLocaleString();
    return ` · ${number} ${number === 1 ? "decision" : "decisions"}${end} · ${changed}`;
}

/** @param {Api} api @param {(id: string) => void} openTable */
function importForm(api, openTable) {
    const file = /** @type {HTMLInputElement} */ (h("input",
        { type: "file", accept: ".json,application/json", "aria-label": "A recorded game" }));
    file.addEventListener("change", async () => {
        try {
            const answer = await api.post("/api/records",
                JSON.parse(await /** @type {FileList} */ (file.files)[0].text()));
            openTable(answer.table);
        } catch (error) {
            failed(error instanceof SyntaxError ? new Error("That file is no recorded game.")
                : error);
        }
    });
    return h("section", { "aria-label": "Recorded games" }, h("h2", {}, "Recorded games"),
        h("label", {}, "Look at a recorded game: ", file));
}
