/* replay.js: walking through the game: step by step, by the slider, or by itself. Requests
 * coalesce: one is under way, and the last number asked for is the next. */
import { ChapterSteps } from "./chapters.js";
import { failed } from "./notices.js";

/** @typedef {import("./types.js").View} View */

/** @type {[number, string][]} milliseconds from one decision to the next */
export const PACES = [[1400, "½×"], [700, "1×"], [350, "2×"], [175, "4×"]];
const KEPT = 400;

export class Replay {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.isOn = false;
        this.pace = PACES[1][0];
        /** @type {object | null} the walk that goes on by itself */
        this.playing = null;
        /** @type {number | null} what was asked for last */
        this.wanted = null;
        /** @type {Promise<void> | null} */
        this.running = null;
        /** @type {Map<string, View>} positions that were read, by number and version */
        this.kept = new Map();
        this.steps = new ChapterSteps(table);
        /** @type {Set<() => void>} */
        this.listeners = new Set();
    }

    /** The game after some decisions, without anything to decide.
     * @param {number} number @returns {Promise<View>} */
    async read(number) {
        const { api, path, version } = this.table, key = `${version} ${number}`,
            known = this.kept.get(key);
        if (known) return known;
        const earlier = await api.get(`${path}/at?number=${number}`);
        const view = { ...(earlier.view ?? earlier), decision: null, pending: "nothing" };
        if (this.kept.size > KEPT) this.kept.clear();
        this.kept.set(key, view);
        return view;
    }

    /** @param {number | null} number null: to the present */
    replay(number) {
        this.pause();
        return this.goTo(number);
    }

    /** @param {number | null} number null: to the present @returns {Promise<void>} */
    async goTo(number) {
        this.table.stories.stop();
        if (number === null || number >= this.table.now.number) {
            this.wanted = null;
            this.table.showNow();
            return;
        }
        this.wanted = Math.max(0, number);
        this.table.pages.all().catch(failed); // the chapters are those of the whole game
        this.table.thoughts.wantChances();
        this.running ??= this.follow().finally(() => {
            this.running = null;
        });
        await this.running;
    }

    async follow() {
        while (this.wanted !== null) {
            const number = this.wanted;
            try {
                const view = await this.read(number);
                if (this.wanted === null) return;
                if (this.wanted === number) this.wanted = null;
                this.isOn = true;
                this.table.view = view;
                this.table.show();
            } catch (error) {
                if (this.wanted === number) this.wanted = null;
                failed(error);
            }
        }
    }

    /** @param {number} by */
    step(by) {
        return this.replay((this.wanted ?? this.table.view.number) + by);
    }

    /** Shows the game decision by decision, from where it is looked at, or from the beginning.
     * @param {number} [until] the decision at which it pauses */
    async autoplay(until = Infinity) {
        if (this.playing) {
            this.pause();
            return;
        }
        const walk = this.playing = {}, { table } = this;
        this.tell();
        for (let number = this.isOn ? table.view.number + 1 : 0; this.playing === walk; number++) {
            const last = number >= table.now.number;
            await this.goTo(last ? null : number);
            if (last || number >= until) break;
            await new Promise((done) => setTimeout(done, this.pace));
        }
        if (this.playing === walk) this.pause();
    }

    /** @param {number} ms from one decision to the next */
    setPace(ms) {
        this.pace = ms;
        this.tell();
    }

    pause() {
        this.playing = null;
        this.tell();
    }

    tell() {
        for (const listener of this.listeners) listener();
    }
}
