/* clicks.js: answers on their way to the server. Players click faster than answers come: each click
 * waits for the one before it, and is then applied to the question that is open, if it still fits.
 * No click is lost, and the same answer to the same question counts once. */
import { ApiError } from "./api.js";
import { placeOf } from "./options.js";

/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {{ option?: string, place?: string, path?: string[], label?: string }} Answered */
/** @typedef {Answered & { number: number, seat: string, prompt: string }} Click */

/** Equal but for digits: prompts count. @param {string} a @param {string} b */
const isSameQuestion = (a, b) => a.replace(/\d+/g, "") === b.replace(/\d+/g, "");

export class Clicks {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Click[]} */
        this.waiting = [];
        this.busy = false;
        /** @type {Promise<void>} until no answer is on its way */
        this.ended = Promise.resolve();
    }

    /** An answer to the question that is shown. @param {Answered} what */
    add(what) {
        const decision = this.table.merged(this.table.now?.decision ?? null);
        if (!decision) return;
        const click = {
            ...what, number: this.table.now.number, seat: decision.seat, prompt: decision.prompt
        };
        const isSame = this.waiting.some((c) =>
            c.number === click.number && (c.option !== undefined && c.option === click.option ||
                c.place !== undefined && c.place === click.place));
        if (isSame) return;
        this.waiting.push(click);
        if (!this.busy) this.ended = this.run();
    }

    async run() {
        this.busy = true;
        while (this.waiting.length > 0) {
            await this.table.idle();
            const click = this.waiting[0], option = this.fits(click);
            if (option) await this.follow(option.path ?? [option.id], click.label);
            this.waiting.shift();
        }
        this.busy = false;
        this.table.show();
    }

    /** Decides the ids of a path, one after the other. What the server takes by itself is passed
     * over.
     * @param {string[]} path @param {string} [label] */
    async follow(path, label) {
        const { table } = this, start = table.now.number;
        for (let at = 0; at < path.length; at = this.taken(path, start)) {
            const { number, decision } = table.now, options = decision?.options ?? [];
            const option = options.find((o) => o.id === path[at]) ??
                (options.length === 1 ? options[0] : null);
            if (!option) break;
            await table.send("decide", this.body(option), option,
                (view) => this.taken(path, start, view) < path.length);
            if (table.now.number === number) break; // refused
        }
        table.followed(start, path.length, label);
    }

    /** How many ids of a path have been decided since `start`; all of them if the turn is over.
     * @param {string[]} path @param {number} start @param {import("./types.js").View} [view] */
    taken(path, start, view = this.table.now) {
        const made = (view.decision?.chosen ?? view.chosen ?? []).filter((c) => c.index >= start);
        if (made.length === 0 && view.number > start) return path.length;
        let at = 0;
        for (const c of made) if (path[at] === c.option || !c.forced) at++;
        return at;
    }

    /** The option that a click means now; null: the game has gone on without it.
     * @param {Click} click @returns {Option | null} */
    fits(click) {
        const { now } = this.table, decision = this.table.merged(now?.decision ?? null);
        if (!now || !decision) return null;
        const isNow = now.number === click.number, isSameSeat = decision.seat === click.seat;
        if (click.path)
            return isNow ? { id: "", label: "", kind: "", subject: null, path: click.path } : null;
        const option = decision.options.find((o) => o.id === click.option) ??
            decision.options.find((o) =>
                click.place !== undefined && placeOf(o).zone === click.place) ??
            (now.decision?.options.find((o) => o.id === click.option));
        if (!option) return null;
        return isNow || click.place !== undefined ||
            isSameSeat && isSameQuestion(decision.prompt, click.prompt) ? option : null;
    }

    /** @param {Option} option */
    body(option) {
        const { now } = this.table, id = now?.decision?.id, seat = now?.decision?.seat;
        return typeof id === "number" ? { decision: id, option: option.id, seat }
            : { number: now?.number, option: option.id, seat };
    }

    get isBusy() {
        return this.busy;
    }
}

/** Is the server older than what was asked for? @param {unknown} error */
export function isUnknown(error) {
    return error instanceof ApiError && [400, 404, 405].includes(error.status);
}
