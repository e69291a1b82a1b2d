/* main.js: where the page begins: the key from the address, then the lobby or a table. */
import { hostKey, join, keyOf, takeHostKey, takeTableKey } from "./access.js";
import { Api } from "./api.js";
import { button, byId, h, replace } from "./dom.js";
import { openLobby } from "./lobby.js";
import { failed } from "./notices.js";
import { apply, change, settings } from "./settings.js";
import { Table } from "./table.js";

/** @type {Table | null} */
let table = null;

/** The parts of the address behind #: key, table, token, join. */
function address() {
    return new URLSearchParams(location.hash.slice(1));
}

/** @param {string} id */
function openTable(id) {
    location.hash = `table=${encodeURIComponent(id)}`;
}

async function show() {
    const at = address(), main = byId("main");
    table?.close();
    table = null;
    try {
        const key = at.get("key"), id = at.get("table"), token = at.get("token"), invitation = at.get("join");
        if (key || token) history.replaceState(null, "", id ? `#table=${encodeURIComponent(id)}` : "#");
        if (key) await takeHostKey(key);
        if (id && token) await takeTableKey(id, token);
        if (invitation) {
            openTable(await join(invitation));
        } else if (id) {
            table = new Table(new Api(keyOf(id)), id);
            await table.open(main);
            scrollTo(0, 0); // the list that it was chosen from may have been long
        } else if (hostKey()) {
            await openLobby(new Api(hostKey()), main, openTable);
        } else {
            replace(main, h("div", { class: "lobby" }, h("h1", {}, "LudoForge"), h("p", { class: "lead" }, "Open this page by the link that the server printed, or by an invitation.")));
        }
        header();
    } catch (error) {
        failed(error);
        replace(main, h("div", { class: "lobby" }, h("h1", {}, "LudoForge"), h("p", {}, "The page could not be opened."), button("Try again", show, { class: "primary" })));
    }
}

function header() {
    const grounds = { auto: "Ground: as the system", light: "Ground: light", dark: "Ground: dark" };
    const paces = /** @type {[number, string][]} */ ([[0, "Others' turns: at once"], [250, "Others' turns: fast"], [600, "Others' turns: normal"], [1500, "Others' turns: slow"]]);
    const ground = h("select", { "aria-label": "Ground" , change: (/** @type {Event} */ e) => change({ ground: /** @type {HTMLSelectElement} */ (e.target).value }) }, ...Object.entries(grounds).map(([value, text]) => h("option", { value, selected: settings.ground === value }, text)));
    const pace = h("select", { "aria-label": "Pace of others' turns", change: (/** @type {Event} */ e) => change({ pace: Number(/** @type {HTMLSelectElement} */ (e.target).value) }) }, ...paces.map(([value, text]) => h("option", { value, selected: settings.pace === value }, text)));
    const notify = button(settings.notify ? "Notifications: on" : "Notifications: off", async () => {
        const on = !settings.notify && "Notification" in window && await Notification.requestPermission() === "granted";
        change({ notify: on });
        header();
    });
    replace(byId("top"), h("a", { href: "#", class: "home" }, "LudoForge"), table?.game ? h("h1", { class: "here" }, table.game.title) : h("span", { class: "here" }), ground, pace, notify);
}

addEventListener("hashchange", show);
apply();
show();
