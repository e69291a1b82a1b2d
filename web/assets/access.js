/* access.js: the keys that this browser keeps: the host's, and one for each table that somebody was
 * invited to. A link never replaces one of them unasked. */
import { Api, ApiError } from "./api.js";
import { button, h } from "./dom.js";

const KEYS = "ludoforge.keys";

/** @returns {Record<string, string>} keys by table; "" is the host's */
function keys() {
    try {
        return JSON.parse(localStorage.getItem(KEYS) ?? "{}");
    } catch {
        return {};
    }
}

/** @param {string} name @param {string} key */
function keep(name, key) {
    localStorage.setItem(KEYS, JSON.stringify({ ...keys(), [name]: key }));
}

export function hostKey() {
    return keys()[""];
}

/** @param {string} table */
export function keyOf(table) {
    return keys()[table] ?? hostKey() ?? "";
}

/** 256 random bits that this browser makes once and keeps under a name. @param {string} name */
function ownRandom(name) {
    const kept = localStorage.getItem(`ludoforge.${name}`);
    if (kept) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const made = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
        .replaceAll("=", "");
    localStorage.setItem(`ludoforge.${name}`, made);
    return made;
}

/** What this browser is called when it listens: two pages of it are one device. */
export function deviceName() {
    return ownRandom("device");
}

/**
 * Asks whether the key of a link is to be used from now on.
 * @param {string} text @param {string} use @param {string} leave
 * @returns {Promise<boolean>}
 */
function ask(text, use, leave) {
    return new Promise((done) => {
        const dialog = /** @type {HTMLDialogElement} */ (h("dialog",
            { "aria-label": "Which key?",
                close: () => {
                    dialog.remove();
                    done(dialog.returnValue === "use");
                } },
            h("p", {}, text),
            h("p", { class: "row" }, button(leave, () => dialog.close(), { class: "primary" }), " ",
                button(use, () => dialog.close("use")))));
        document.body.append(dialog);
        dialog.showModal();
    });
}

/** @param {Promise<any>} request @returns {Promise<boolean>} was it allowed? */
async function isAllowed(request) {
    try {
        await request;
        return true;
    } catch (error) {
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return false;
        throw error;
    }
}

/** The key of a link to the whole server. There is one host's key, which the server knows.
 * @param {string} key */
export async function takeHostKey(key) {
    const mine = hostKey();
    if (!mine || mine === key || await isAllowed(new Api(key).get("/api/dev")) ||
        await ask("The key of this link is not the host's. This browser has another key.",
            "Use that of the link", "Keep mine"))
        keep("", key);
}

/** The key of a link to one table. @param {string} table @param {string} key */
export async function takeTableKey(table, key) {
    const mine = keyOf(table);
    if (mine === key) return;
    const mayLook = mine !== "" &&
        await isAllowed(new Api(mine).get(`/api/tables/${encodeURIComponent(table)}`));
    if (!mayLook ||
        await ask("You are at this table already, as somebody else. " +
            "The link opens another place at it.", "Use that of the link", "Keep mine"))
        keep(table, key);
}

/** Takes the place of an invitation, as this browser and no other.
 * @param {string} invitation @returns {Promise<string>} the table */
export async function join(invitation) {
    const answer = await new Api("").post("/api/join", { invitation, secret: ownRandom("secret") });
    await takeTableKey(answer.table, answer.token);
    return answer.table;
}
