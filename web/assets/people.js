/* people.js: who plays at a table: invitations, bots, open seats, onlookers, who gives up; and the
 * table itself: its record, its end. */
import { button, closeDialogs, h } from "./dom.js";
import { failed } from "./notices.js";

/** @typedef {{ name: string, line: string, level: boolean }} Bot */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Sitting} Sitting */

/** Who can play a seat for nobody, the levels that people choose among first.
 * @param {import("./api.js").Api} api @returns {Promise<Bot[]>} */
export async function readBots(api) {
    return (await api.get("/api/bots").catch(() => ({ bots: [] }))).bots;
}

/** What can be chosen for a seat, with a line on each bot. @param {Bot[]} bots @param {string} open
 * what an open seat is called @param {string} [now] who sits there, should the list not have it
 * @returns {[string, string][]} */
export function whoList(bots, open, now = "me") {
    /** @type {[string, string][]} */
    const list = [["me", "me"], ["open", open],
        ...bots.map((bot) => /** @type {[string, string]} */ (
            [`bot:${bot.name}`, `bot, ${bot.name}: ${bot.line}`]))];
    return list.some(([value]) => value === now) || !now.startsWith("bot:") ? list
        : [...list, [now, `bot, ${now.slice(4)}`]];
}

/** @param {Table} table @param {Bot[]} bots */
export function peopleDialog(table, bots) {
    const owner = table.info.you.role === "owner", list = h("ul", { class: "people" }),
        links = h("div", { class: "links-out", "aria-live": "polite" });
    const fill = () => list.replaceChildren(...table.info.seats.map((place) =>
        row(table, place, bots, owner, fill, links)));
    fill();
    table.dialog("Who plays", list, links,
        owner &&
            button("Invite somebody to look on", () => invite(table, null, "To look on", links)),
        table.info.you.role === "seat" && button("Open this seat on another device", () =>
            show(links, "Your own link; it is the key to your seat", location.origin +
                `/#table=${encodeURIComponent(table.id)}&token=${table.api.token}`)),
        button("Save the record", () => saveRecord(table)), ...drawButtons(table),
        ...(table.now.over ? []
            : table.info.you.seats.map((seat) => button(
                `Resign${table.info.you.seats.length > 1 ? ` as ${labelOf(table, seat)}` : ""} …`,
                () => askResign(table, seat), { class: "danger" }))),
        owner && button("Remove the table", () => remove(table), { class: "danger" }));
}

/** @param {Sitting} place */
export function whoText(place) {
    if (place.who === "me") return "you";
    if (place.who.startsWith("bot:")) return `bot, ${place.who.slice(4)}`;
    return place.who === "open" ? "open" : place.present ? "here" : "away";
}

/** @param {Table} table @param {Sitting} place @param {Bot[]} bots @param {boolean} owner
 * @param {() => void} again @param {HTMLElement} links */
function row(table, place, bots, owner, again, links) {
    if (!owner) return h("li", {}, `${place.label}: ${whoText(place)}`);
    const choice = /** @type {HTMLSelectElement} */ (h("select",
        { "aria-label": `Who plays ${place.label}` },
        ...whoList(bots, "somebody else", place.who).map(([value, text]) => h("option", {
            value, selected: value === place.who || (value === "open" && place.who === "person")
        }, text))));
    choice.addEventListener("change", async () => {
        try {
            await table.api.post(`${table.path}/seats/${encodeURIComponent(place.seat)}`,
                { who: choice.value });
            await table.refresh();
            again();
        } catch (error) {
            failed(error);
        }
    });
    return h("li", {}, h("span", {}, `${place.label} `), choice,
        (place.who === "open" || place.who === "person") &&
            button("New link", () => invite(table, place.seat, place.label, links)));
}

/** @param {HTMLElement} links @param {string} label @param {string} address */
function show(links, label, address) {
    links.append(h("p", {}, `${label}: `, h("code", {}, address), " ",
        button("Copy", () => navigator.clipboard?.writeText(address).catch(failed))));
}

/** @param {Table} table @param {string | null} seat @param {string} label
 * @param {HTMLElement} links */
async function invite(table, seat, label, links) {
    try {
        const answer = await table.api.post(`${table.path}/invitations`, { seat });
        show(links, label, `${location.origin}/#join=${answer.invitation}`);
    } catch (error) {
        failed(error);
    }
}

/** @param {Table} table @param {string} seat */
function labelOf(table, seat) {
    return table.game.seats.find((s) => s.id === seat)?.label ?? seat;
}

/** To offer a draw, or to answer an offer: only where people play all seats, for bots agree to
 * none. @param {Table} table @returns {HTMLElement[]} */
function drawButtons(table) {
    if (table.now.over || table.info.you.seats.length === 0 ||
        table.info.seats.some((place) => place.who.startsWith("bot:"))) return [];
    const offering = table.info.draw,
        seat = table.info.you.seats.find((/** @type {string} */ s) => !offering.includes(s));
    const answer = (/** @type {string} */ text, /** @type {string} */ said,
        /** @type {string} */ as) => button(text, () => {
        closeDialogs();
        table.send("draw", { seat: as, answer: said });
    }, { "data-key": `draw-${said}` });
    if (seat === undefined)
        return [answer("Take the offer of a draw back", "decline", table.info.you.seats[0])];
    return [answer(offering.length > 0 ? "Agree to a draw" : "Offer a draw", "offer", seat),
        ...(offering.length > 0 ? [answer("Decline the draw", "decline", seat)] : [])];
}

/** @param {Table} table @param {string} seat */
function askResign(table, seat) {
    closeDialogs();
    const what = table.game.seats.length === 2 ? "The game ends, and the other side wins."
        : "A bot plays on for you, and you may look on.";
    const resign = button(`Resign as ${labelOf(table, seat)}`, () => {
        closeDialogs();
        table.send("resign", { seat });
    }, { class: "danger", "data-key": "resign" });
    table.dialog("Resign?", h("p", {}, `${what} This cannot be taken back.`), resign);
}

/** @param {Table} table */
async function saveRecord(table) {
    try {
        const record = await table.api.get(`${table.path}/record`);
        const link = /** @type {HTMLAnchorElement} */ (h("a", {
            href: URL.createObjectURL(new Blob([JSON.stringify(record)],
                { type: "application/json" })),
            download: `${table.game.id}-${table.id}.json`
        }));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) {
        failed(error);
    }
}

/** @param {Table} table */
async function remove(table) {
    if (!confirm("Remove this table for all who play at it?")) return;
    try {
        await table.api.ask("DELETE", table.path);
        location.hash = "";
    } catch (error) {
        failed(error);
    }
}
