/* main.js: where the page begins: the key from the address, then the lobby or a table. */
import { hostKey, join, keyOf, takeHostKey, takeTableKey } from "./access.js";
import { Api } from "./api.js";
import { button, byId, h, replace } from "./dom.js";
import { openLobby } from "./lobby.js";
import { failed } from "./notices.js";
import { iconButton } from "./icons.js";
import { apply, change, isDark } from "./settings.js";
import { openSettings } from "./sheet.js";
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
    document.body.classList.remove("at-table");
    try {
        const key = at.get("key"), id = at.get("table"), token = at.get("token"),
            invitation = at.get("join");
        if (key || token)
            history.replaceState(null, "", id ? `#table=${encodeURIComponent(id)}` : "#");
        if (key) await takeHostKey(key);
        if (id && token) await takeTableKey(id, token);
        if (invitation) {
            openTable(await join(invitation));
        } else if (id) {
            table = new Table(new Api(keyOf(id)), id);
            document.body.classList.add("at-table");
            await table.open(main);
            scrollTo(0, 0); // the list that it was chosen from may have been long
        } else if (hostKey()) {
            await openLobby(new Api(hostKey()), main, openTable);
        } else {
            replace(main, h("div", { class: "lobby" }, h("h1", {}, "LudoForge"),
                h("p", { class: "lead" },
                    "Open this page by the link that the server printed, or by an invitation.")));
        }
        header();
    } catch (error) {
        failed(error);
        replace(main, h("div", { class: "lobby" }, h("h1", {}, "LudoForge"),
            h("p", {}, "The page could not be opened."),
            button("Try again", show, { class: "primary" })));
    }
}

/** The bar of pages that are no table. */
function header() {
    document.body.classList.toggle("at-table", table !== null);
    const ground = iconButton("ground", "Light or dark",
        () => change({ ground: isDark() ? "light" : "dark" }));
    replace(byId("top"), h("a", { href: "#", class: "home" }, "LudoForge"),
        h("span", { class: "grow" }), ground, iconButton("gear", "Settings", openSettings));
}

addEventListener("hashchange", show);
apply();
show();
