/* clicks.js: answers on their way to the server. Players click faster than answers come: each click
 * waits for the one before it, and is then applied to the question that is open, if it still fits.
 * No click is lost, and the same answer to the same question counts once. */
import { ApiError } from "./api.js";
import { placeOf } from "./options.js";

/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {{ option?: string, place?: string, number: number, seat: string }} Click */

/** Equal but for digits: prompts count. @param {string} a @param {string} b */
const isSameQuestion = (a, b) => a.replace(/\d+/g, "") === b.replace(/\d+/g, "");

export class Clicks {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {(Click & { prompt: string })[]} */
        this.waiting = [];
        this.busy = false;
    }

    /** An answer to the question that is shown. @param {{ option?: string, place?: string }} what */
    add(what) {
        const decision = this.table.now?.decision;
        if (!decision || !this.table.now) return;
        const click = { ...what, number: this.table.now.number, seat: decision.seat, prompt: decision.prompt };
        const isSame = this.waiting.some((c) => c.number === click.number &&
            (c.option !== undefined && c.option === click.option || c.place !== undefined && c.place === click.place));
        if (isSame) return;
        this.waiting.push(click);
        this.run();
    }

    async run() {
        if (this.busy) return;
        this.busy = true;
        while (this.waiting.length > 0) {
            await this.table.idle();
            const click = this.waiting[0], option = this.fits(click);
            if (option) await this.table.send("decide", this.body(option), option);
            this.waiting.shift();
        }
        this.busy = false;
        this.table.show();
    }

    /** The option that a click means now; null: the game has gone on without it.
     * @param {Click & { prompt: string }} click @returns {Option | null} */
    fits(click) {
        const { now } = this.table, decision = now?.decision;
        if (!now || !decision) return null;
        const option = decision.options.find((o) => o.id === click.option) ??
            decision.options.find((o) => click.place !== undefined && placeOf(o).zone === click.place);
        if (!option) return null;
        const isNow = now.number === click.number, isSameSeat = decision.seat === click.seat;
        return isNow || click.place !== undefined || isSameSeat && isSameQuestion(decision.prompt, click.prompt)
            ? option : null;
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
