/* people.js: who plays at a table: invitations, bots, open seats, onlookers; and the table itself: its record, its end. */
import { button, h } from "./dom.js";
import { failed } from "./notices.js";

/** @param {any} table @param {string[]} bots */
export function peopleDialog(table, bots) {
    const owner = table.info.you.role === "owner", list = h("ul", { class: "people" }), links = h("div", { class: "links-out", "aria-live": "polite" });
    const fill = () => list.replaceChildren(...table.info.seats.map((/** @type {any} */ place) => row(table, place, bots, owner, fill, links)));
    fill();
    table.dialog("Who plays", list, links,
        owner && button("Invite somebody to look on", () => invite(table, null, "To look on", links)),
        button("Save the record", () => saveRecord(table)),
        owner && button("Remove the table", () => remove(table), { class: "danger" }));
}

/** @param {any} place */
export function whoText(place) {
    if (place.who === "me") return "you";
    if (place.who.startsWith("bot:")) return `bot, ${place.who.slice(4)}`;
    return place.who === "open" ? "open" : place.present ? "here" : "away";
}

/** @param {any} table @param {any} place @param {string[]} bots @param {boolean} owner @param {() => void} again @param {HTMLElement} links */
function row(table, place, bots, owner, again, links) {
    if (!owner) return h("li", {}, `${place.label}: ${whoText(place)}`);
    const choice = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": `Who plays ${place.label}` },
        ...[["me", "me"], ["open", "somebody else"], ...bots.map((bot) => [`bot:${bot}`, `bot, ${bot}`])].map(([value, text]) => h("option", { value, selected: value === place.who || (value === "open" && place.who === "person") }, text))));
    choice.addEventListener("change", async () => {
        try {
            await table.api.post(`${table.path}/seats/${encodeURIComponent(place.seat)}`, { who: choice.value });
            await table.refresh();
            again();
        } catch (error) {
            failed(error);
        }
    });
    return h("li", {}, h("span", {}, `${place.label} `), choice, (place.who === "open" || place.who === "person") && button("New link", () => invite(table, place.seat, place.label, links)));
}

/** @param {any} table @param {string | null} seat @param {string} label @param {HTMLElement} links */
async function invite(table, seat, label, links) {
    try {
        const answer = await table.api.post(`${table.path}/invitations`, { seat }), address = `${location.origin}/#join=${answer.invitation}`;
        links.append(h("p", {}, `${label}: `, h("code", {}, address), " ", button("Copy", () => navigator.clipboard?.writeText(address).catch(failed))));
    } catch (error) {
        failed(error);
    }
}

/** @param {any} table */
async function saveRecord(table) {
    try {
        const record = await table.api.get(`${table.path}/record`);
        const link = /** @type {HTMLAnchorElement} */ (h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" })), download: `${table.game.id}-${table.id}.json` }));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) {
        failed(error);
    }
}

/** @param {any} table */
async function remove(table) {
    if (!confirm("Remove this table for all who play at it?")) return;
    try {
        await table.api.ask("DELETE", table.path);
        location.hash = "";
    } catch (error) {
        failed(error);
    }
}
