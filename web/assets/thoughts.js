/* thoughts.js: what agents think of a game, as the server works it out: advice for the one who
 * decides, chances over the game, why bots did what they did. */
import { failed } from "./notices.js";

// Milliseconds until what is being worked out is asked for again, should the event that tells it be
// lost.
const AGAIN = 1500;

/** @typedef {{ option: string, label: string, visits: number, win: number, margin: number,
 *   line: string }} Advised */
/** @typedef {{ agent: string, seat: string, options: Advised[], win: Record<string, number>,
 *   margin: Record<string, number> }} Advice */
/** @typedef {{ win: Record<string, number>, margin: Record<string, number> }} Worth */
/** @typedef {Worth & { number: number, turn: number }} Point */
/** @typedef {{ decision: number, turn: number, seat: string, change: number, text: string,
 *   before: Worth, after: Worth }} Moment */
/** @typedef {{ agent: string, moments: Moment[] }} Review */

export class Thoughts {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Advice | null} */
        this.advice = null;
        /** @type {number} the decision that the advice is for, or is being waited for; -1: none */
        this.advised = -1;
        /** @type {Point[]} */
        this.points = [];
        /** @type {Map<number, string>} why a bot took the decision with this number */
        this.reasons = new Map();
        /** @type {Set<() => void>} */
        this.listeners = new Set();
        /** @type {Review | null} the game looked at again, once it is over and somebody has asked;
         * null: not yet */
        this.review = null;
        this.isReviewing = false;
        this.wantsChances = false;
        this.asked = ""; // for which state of the game chances were asked
        this.timer = 0;
    }

    /** @param {() => void} listener */
    onNews(listener) {
        this.listeners.add(listener);
    }

    tell() {
        for (const listener of this.listeners) listener();
    }

    isAllowed() {
        return this.table.info?.hints === true ||
            Boolean(this.table.info && "hints" in this.table.info && this.table.now?.over);
    }

    get isThinking() {
        return this.advised === this.table.now?.number && !this.advice;
    }

    /** What agents think is heard of by an event of that name. @param {string} name */
    heard(name) {
        if (name === "advice" && this.isThinking) this.askAdvice();
        if (name === "chances") this.askChances(true);
        if (name === "review" && this.isReviewing) this.askReview();
    }

    /** The game went on, or was taken back. */
    moved() {
        if (this.advised !== this.table.now.number) {
            this.advice = null;
            this.advised = -1;
        }
        if (!this.table.now.over) {
            this.review = null;
            this.isReviewing = false;
        }
        if (this.isAllowed()) this.askReasons();
        this.askChances(false);
        this.tell();
    }

    async askAdvice() {
        const { table } = this, number = table.now.number;
        this.advised = number;
        this.tell();
        try {
            const answer = await table.api.get(`${table.path}/advice`);
            if (this.advised !== number || table.closed) return;
            if (answer.ready === false) setTimeout(() => {
                if (this.isThinking && this.advised === number && !table.closed) this.askAdvice();
            }, AGAIN);
            else this.advice = answer;
        } catch (error) {
            this.advised = -1;
            failed(error);
        }
        this.tell();
    }

    /** Somebody looks at the chances from now on. */
    wantChances() {
        this.wantsChances = true;
        this.askChances(false);
    }

    /** @param {boolean} again although the game stands where it stood */
    askChances(again) {
        const { table } = this, state = `${table.now?.number} ${table.log.length}`;
        if (!this.wantsChances || !this.isAllowed() || (state === this.asked && !again)) return;
        this.asked = state;
        clearTimeout(this.timer);
        this.timer = setTimeout(async () => {
            const answer = await table.api.get(`${table.path}/chances`).catch(() => null);
            if (!answer || table.closed) return;
            this.points = answer.points;
            if (!answer.ready) this.timer = setTimeout(() => this.askChances(true), AGAIN);
            this.tell();
        }, 200);
    }

    /** The game is over: what decided it? */
    async askReview() {
        const { table } = this;
        this.isReviewing = true;
        this.tell();
        try {
            const answer = await table.api.get(`${table.path}/review`);
            if (table.closed || !this.isReviewing) return;
            if (answer.ready === false) setTimeout(() => {
                if (this.isReviewing && !table.closed) this.askReview();
            }, AGAIN);
            else [this.review, this.isReviewing] = [answer, false];
        } catch (error) {
            this.isReviewing = false;
            failed(error);
        }
        this.tell();
    }

    async askReasons() {
        const { table } = this, now = table.now.number;
        for (const number of this.reasons.keys()) if (number >= now) this.reasons.delete(number);
        const from = Math.max(0, ...[...this.reasons.keys()].map((number) => number + 1));
        const answer = await table.api.get(`${table.path}/reasons?from=${from}`).catch(() => null);
        if (!answer || answer.reasons.length === 0) return;
        for (const { number, text } of answer.reasons) this.reasons.set(number, text);
        this.tell();
    }
}

/** @param {number} win 0 … 1 */
export const percent = (win) => `${Math.round(win * 100)} %`;

/** What the margins of a game are called. @param {import("./types.js").Game} game */
export const marginWord = (game) => game.payoff?.label ?? "margin";

/** @param {number} margin */
export const signed = (margin) =>
    `${margin > 0 ? "+" : margin < 0 ? "−" : ""}${Math.abs(margin).toFixed(1)}`;
