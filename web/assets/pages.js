/* pages.js: the log, page by page: the last turns first, earlier ones when somebody looks for
 * them. */
import { failed } from "./notices.js";

/** @typedef {import("./types.js").LogTurn} LogTurn */
/** @typedef {{ turns: LogTurn[], previous: number | null }} Page */

const FIRST = 30, NEW = 4, EARLIER = 60; // turns in an answer

export class LogPages {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {number | null} where the page before what is known ends; null: all of it is
         * known */
        this.previous = null;
        /** @type {Promise<void> | null} */
        this.running = null;
        /** @type {HTMLElement | null} the log on the page, which scrolls */
        this.list = null;
    }

    /** @param {number} limit @param {number | null} [before] @returns {Promise<Page>} */
    read(limit, before = null) {
        const { api, path } = this.table;
        return api.get(`${path}/log?limit=${limit}${before === null ? "" : `&before=${before}`}`);
    }

    /** What is known, with the newest turns. A page that leaves a gap behind what is known is
     * followed by the ones before it. @param {LogTurn[]} known @returns {Promise<LogTurn[]>} */
    async update(known) {
        const last = known[known.length - 1]?.turn ?? -1;
        let { turns, previous } = await this.read(known.length > 0 ? NEW : FIRST);
        const again = known.find((t) => t.turn === turns[0]?.turn && t.turn < last);
        // It was taken back, and played otherwise.
        if (again && again.summary !== turns[0].summary) return this.update([]);
        while (known.length > 0 && previous !== null && turns[0].turn > last) {
            const page = await this.read(EARLIER, previous);
            [turns, previous] = [[...page.turns, ...turns], page.previous];
        }
        const begin = turns[0]?.turn ?? 0, kept = known.filter((t) => t.turn < begin);
        if (kept.length === 0) this.previous = previous;
        return [...kept, ...turns];
    }

    /** Puts the page before what is known in front of it.
     * @param {number} [limit] @returns {Promise<void>} */
    earlier(limit = EARLIER) {
        this.running ??= this.readEarlier(limit).finally(() => {
            this.running = null;
        });
        return this.running;
    }

    /** @param {number} limit */
    async readEarlier(limit) {
        const { table, previous } = this;
        if (previous === null) return;
        const page = await this.read(limit, previous), begin = table.log[0]?.turn ?? Infinity;
        if (table.closed || this.previous !== previous) return;
        this.previous = page.previous;
        const below = this.list ? this.list.scrollHeight - this.list.scrollTop : 0;
        table.log = [...page.turns.filter((t) => t.turn < begin), ...table.log];
        for (const listener of table.logUpdates) listener();
        // What is looked at stays in its place.
        if (this.list) this.list.scrollTop = this.list.scrollHeight - below;
    }

    /** Reads earlier turns whenever the log is scrolled to its top. @param {HTMLElement} list */
    follow(list) {
        this.list = list;
        list.addEventListener("scroll", () => {
            if (list.scrollTop < 80) this.earlier().catch(failed);
        });
        this.table.onUpdate(() => this.showReplayed(list));
        this.table.onLog(() => this.showReplayed(list));
    }

    /** During a replay the log shows the turn that is looked at. @param {HTMLElement} list with a
     * line for each turn that has a summary */
    showReplayed(list) {
        const { log, view, replayed } = this.table;
        list.querySelector(":scope > .replayed")?.classList.remove("replayed");
        if (!replayed) return;
        const told = log.filter((t) => t.summary);
        const line = list.children[told.findLastIndex((t) => t.number < view.number)];
        line?.classList.add("replayed");
        line?.scrollIntoView({ block: "nearest" });
    }

    /** All turns, for those who look at the whole game. */
    async all() {
        while (this.previous !== null && !this.table.closed) await this.earlier(500);
    }
}
