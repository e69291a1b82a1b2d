/* lobby.js: the games with their boards, tables under way, and a new table. */
import { Board } from "./board/board.js";
import { button, h } from "./dom.js";
import { failed } from "./notices.js";

/**
 * @param {import("./api.js").Api} api
 * @param {HTMLElement} main
 * @param {(id: string) => void} openTable
 */
export async function openLobby(api, main, openTable) {
    const [games, tables] = await Promise.all([api.get("/api/games"), api.get("/api/tables")]);
    const list = tables.tables;
    const form = h("div", { class: "new-table" });
    main.replaceChildren(h("div", { class: "lobby" },
        h("h1", {}, "LudoForge"),
        h("p", { class: "lead" }, "Choose a game and begin a table: alone against bots, with others at one screen, or with players elsewhere."),
        h("section", { "aria-label": "Games" }, h("h2", {}, "Games"), h("ul", { class: "games" }, ...games.games.map((/** @type {any} */ game) => gameCard(api, { ...game, bots: games.bots }, form, openTable)))),
        form,
        tableList("Under way", list.filter((/** @type {any} */ t) => !t.finished), openTable),
        tableList("Finished", list.filter((/** @type {any} */ t) => t.finished), openTable),
        importForm(api, openTable)));
}

/** @param {any} api @param {any} game @param {HTMLElement} form @param {(id: string) => void} openTable */
function gameCard(api, game, form, openTable) {
    const picture = h("div", { class: "picture", "aria-hidden": "true" });
    api.get(`/api/games/${encodeURIComponent(game.id)}`).then((/** @type {any} */ full) => {
        if (full.visual && full.visual.board.kind !== "none") picture.append(new Board(full, { pick: () => undefined, look: () => undefined }).element);
    }, () => undefined);
    return h("li", { class: "game" }, picture, h("h3", {}, game.title), game.description && h("p", {}, game.description),
        button("New table", () => {
            form.replaceChildren(newTable(api, game, openTable));
            form.scrollIntoView({ block: "nearest" });
            form.querySelector("select")?.focus();
        }, { class: "primary", "aria-label": `New table of ${game.title}` }));
}

/** @param {any} api @param {any} game @param {(id: string) => void} openTable */
function newTable(api, game, openTable) {
    const scenario = select("scenario", game.scenarios.map((/** @type {any} */ s) => [s.id, s.label]), game.scenario);
    const options = game.options.map((/** @type {any} */ o) => ({ id: o.id, field: select(o.id, choices(o), o.default), o }));
    const seats = game.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => ({ id: seat.id, label: seat.label, field: select(seat.id, who(game), i === 0 ? "me" : `bot:${game.bots.includes("normal") ? "normal" : game.bots[game.bots.length - 1]}`) }));
    const confirm = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "confirm", checked: true }));
    const begin = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
            const answer = await api.post("/api/tables", {
                game: game.id, scenario: scenario.value, confirm: confirm.checked,
                options: Object.fromEntries(options.map((/** @type {any} */ o) => [o.id, o.field.value])),
                seats: Object.fromEntries(seats.map((/** @type {any} */ s) => [s.id, s.field.value])),
            });
            openTable(answer.table);
        } catch (error) {
            failed(error);
        }
    };
    return h("form", { class: "panel", submit: begin, "aria-label": `New table of ${game.title}` }, h("h2", {}, `New table: ${game.title}`),
        game.scenarios.length > 1 && h("label", {}, "Scenario ", scenario),
        ...options.map((/** @type {any} */ o) => h("label", {}, `${o.o.label} `, o.field, o.o.description && h("small", {}, o.o.description))),
        h("fieldset", {}, h("legend", {}, "Who plays"), ...seats.map((/** @type {any} */ s) => h("label", {}, `${s.label} `, s.field))),
        h("label", { for: "confirm" }, confirm, " Ask before a turn is handed over"),
        h("button", { type: "submit", class: "primary" }, "Begin"));
}

/** @param {string} name @param {[string, string][]} list @param {string} chosen */
function select(name, list, chosen) {
    return /** @type {HTMLSelectElement} */ (h("select", { name }, ...list.map(([value, label]) => h("option", { value, selected: value === chosen }, label))));
}

/** @param {any} option @returns {[string, string][]} */
function choices(option) {
    if (Array.isArray(option.values)) return option.values.map((/** @type {any} */ v) => typeof v === "object" ? [String(v.id), v.label] : [String(v), String(v)]);
    return String(option.values).replace(/ \(.*\)$/, "").split("|").map((v) => [v, v]);
}

/** @param {any} game @returns {[string, string][]} */
function who(game) {
    return [["me", "me"], ["open", "open: a link for somebody else"], ...game.bots.map((/** @type {string} */ bot) => /** @type {[string, string]} */ ([`bot:${bot}`, `bot, ${bot}`]))];
}

/** @param {string} title @param {any[]} list @param {(id: string) => void} openTable */
function tableList(title, list, openTable) {
    return list.length > 0 && h("section", { "aria-label": title }, h("h2", {}, title), h("ul", { class: "tables" }, ...list.map((t) => h("li", {}, button(tableName(t), () => openTable(t.id), { class: "name" }), standing(t)))));
}

/** @param {any} t */
function tableName(t) {
    const name = t.name || t.game.replaceAll("-", " ").replace(/^./, (/** @type {string} */ c) => c.toUpperCase());
    return `${name}${t.scenario && t.scenario !== "default" ? `, ${t.scenario}` : ""}${t.analysis ? " (analysis)" : ""}${t.imported ? " (recorded)" : ""}`;
}

/** @param {any} t */
function standing(t) {
    const s = t.standing ?? {};
    return ` · ${s.number ?? 0} decisions${s.over ? `, won by ${(s.winners ?? []).join(", ") || "nobody"}` : s.decider ? `, ${s.decider} decides` : ""} · ${new Date(t.changed * (t.changed > 1e12 ? 1 : 1000)).toLocaleString()}`;
}

/** @param {any} api @param {(id: string) => void} openTable */
function importForm(api, openTable) {
    const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,application/json", "aria-label": "A recorded game" }));
    file.addEventListener("change", async () => {
        try {
            const answer = await api.post("/api/records", JSON.parse(await /** @type {FileList} */ (file.files)[0].text()));
            openTable(answer.table);
        } catch (error) {
            failed(error instanceof SyntaxError ? new Error("That file is no recorded game.") : error);
        }
    });
    return h("section", { "aria-label": "Recorded games" }, h("h2", {}, "Recorded games"), h("label", {}, "Look at a recorded game: ", file));
}
