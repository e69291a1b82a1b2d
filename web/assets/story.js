/* story.js: other seats' turns as stories, from what was last shown: the plan, each step, and then
 * the list "Since your last turn". Stories never mix and never skip a step; skipping is up to the
 * player. */
import { isUnknown } from "./clicks.js";
import { announce } from "./notices.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").LogTurn} LogTurn */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Story} Story */
/** @typedef {import("./types.js").View} View */

const FLIGHT = 600, PLAN = 900, QUICK = 120;

export class Stories {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Story[]} turns of others after one's own last turn */
        this.since = [];
        /** @type {Story | null} the one that is told */
        this.told = null;
        /** @type {number} the step that is shown; -1: the plan */
        this.at = -1;
        this.isPaused = false;
        /** @type {number | null} the last turn of the log that was shown */
        this.shown = null;
        /** @type {Story | null} whose marks stay on the board */
        this.marked = null;
        /** @type {Position | null} the position after one's own last decision */
        this.base = null;
        /** @type {(() => void) | null} goes on with the next step */
        this.next = null;
        /** @type {Story[]} what is told next */
        this.queue = [];
        this.run = 0;
        this.hasTurns = true;
        /** @type {Set<() => void>} */
        this.listeners = new Set();
    }

    get isOn() {
        return this.told !== null;
    }

    /** @param {() => void} listener */
    onChange(listener) {
        this.listeners.add(listener);
    }

    tell() {
        for (const listener of this.listeners) listener();
    }

    /** @param {string | null} seat */
    isMine(seat) {
        return this.table.info.you.seats.includes(seat ?? "");
    }

    /** Are the last turns told as stories? Then nobody else reads them out. */
    tells() {
        const { log } = this.table, last = log.findLast((t) => t.seat);
        return this.isOn || (settings.pace !== 0 && this.shown !== null && last !== undefined &&
            !this.isMine(last.seat) && !this.isAlone);
    }

    get isAlone() {
        return this.table.info.seats.every((s) => this.isMine(s.seat));
    }

    /** Keeps the position that changes are shown against.
     * @param {View | null} before @param {View} after */
    moved(before, after) {
        if (!before) this.base = this.isAlone ? null : after.position;
        else if (after.number < before.number) this.base = after.position;
        else if (this.isAlone) {
            if (after.decider !== before.decider || after.turn !== before.turn)
                this.base = before.position;
        } else if (before.decision || before.pending !== "nothing") this.base = after.position;
    }

    /* ---- what others did ---- */

    /** The log has been read: finds turns of others that were not shown. */
    async logRead() {
        const { log, now, info } = this.table;
        const mine = log.findLastIndex((t) => this.isMine(t.seat) && t.number < now.number);
        const others = log.slice(mine + 1)
            .filter((t) => t.seat && t.summary && !this.isMine(t.seat));
        if (info.you.seats.length === 0 || this.isAlone) others.length = 0;
        const last = log[log.length - 1]?.turn ?? -1, first = this.shown === null;
        const isEnded = (/** @type {LogTurn} */ t) =>
            t.turn < last || now.over || this.isMine(now.decider) || now.decision !== null;
        const fresh = others.filter((t) =>
            isEnded(t) && !this.since.some((s) => s.turn === t.turn));
        this.since = this.since.filter((s) => others.some((t) => t.turn === s.turn));
        if (fresh.length === 0 && !first) return this.tell();
        const made = await this.storiesOf(fresh);
        if (others.length > 0) this.base = (await this.viewAt(others[0].number)).position;
        this.since.push(...made.filter((s) => !this.since.some((t) => t.turn === s.turn)));
        this.marked = this.since[this.since.length - 1] ?? null;
        const begin = this.shown ?? last;
        this.shown = Math.max(begin, ...made.map((s) => s.turn));
        this.tell();
        const toTell = first ? [] : made.filter((s) => s.turn > begin);
        if (toTell.length > 0 && settings.pace !== 0) this.tellAll(toTell);
        else if (!this.isOn && !this.table.replayed) this.table.show();
    }

    /** @param {LogTurn[]} turns @returns {Promise<Story[]>} */
    async storiesOf(turns) {
        if (turns.length === 0) return [];
        const { api, path } = this.table;
        if (this.hasTurns) {
            try {
                const answer = await api.get(`${path}/turns?since=${turns[0].turn}`);
                /** @type {Map<number, { steps: (Step & { to?: string })[] }>} */
                const byTurn = new Map(answer.turns.map((/** @type {LogTurn} */ t) => [t.turn, t]));
                return turns.map((t) => {
                    const steps = byTurn.get(t.turn)?.steps ?? stepsOf(t);
                    return story(t, steps.map((s) => ({ ...s, space: s.space ?? s.to ?? null })));
                });
            } catch (error) {
                if (!isUnknown(error)) return turns.map((t) => story(t, stepsOf(t)));
                this.hasTurns = false;
            }
        }
        return turns.map((t) => story(t, stepsOf(t)));
    }

    /* ---- telling ---- */

    /** One after the other; those that come meanwhile wait. @param {Story[]} stories */
    async tellAll(stories) {
        this.queue.push(...stories);
        if (this.isOn) return;
        const run = ++this.run;
        for (let one = this.queue.shift(); one && this.run === run; one = this.queue.shift())
            await this.tellOne(one, run);
        if (this.run === run) this.finish();
    }

    /** @param {Story} one @param {number} run */
    async tellOne(one, run) {
        const { table } = this;
        [this.told, this.marked, this.at] = [one, one, -1];
        table.view = await this.viewAt((one.steps[0]?.number ?? 1) - 1);
        if (this.run !== run) return;
        this.showStep(one.title);
        await this.wait(settings.pace === QUICK ? PLAN / 2 : PLAN);
        for (let i = 0; i < one.steps.length && this.run === run; i++) {
            this.at = i;
            const view = await this.viewAt(one.steps[i].number);
            if (this.run !== run) return;
            table.view = view;
            table.flyFrom(one.steps[i].number);
            this.showStep(`${i + 1} of ${one.steps.length}: ${one.steps[i].text}`);
            await this.wait(settings.pace === QUICK ? QUICK : settings.pace + FLIGHT);
        }
    }

    /** A frame is drawn and read out once: its number makes two equal texts two.
     * @param {string} text */
    showStep(text) {
        this.table.show();
        this.tell();
        announce(text);
    }

    /** @param {number} number @returns {Promise<View>} */
    viewAt(number) {
        const { table } = this;
        return number >= table.now.number ? Promise.resolve({ ...table.now, decision: null })
            : table.replays.read(Math.max(0, number)).catch(() => table.now);
    }

    /** Until it is time for the next step, or somebody asks for it. @param {number} ms */
    wait(ms) {
        return new Promise((/** @type {(v?: unknown) => void} */ done) => {
            this.next = () => done();
            if (settings.pace > 0) setTimeout(() => {
                if (!this.isPaused) done();
            }, ms);
        });
    }

    step() {
        this.next?.();
    }

    pause() {
        this.isPaused = !this.isPaused;
        if (!this.isPaused) this.step();
        this.tell();
    }

    /** To where the game stands. */
    skip() {
        if (this.isOn) this.finish();
    }

    /** Once more, all of them. */
    again() {
        const all = this.told ? [this.told] : [...this.since];
        this.stop();
        if (all.length > 0) this.tellAll(all);
    }

    stop() {
        this.run++;
        this.queue = [];
        this.told = null;
        this.isPaused = false;
        this.next?.();
        this.tell();
    }

    finish() {
        this.stop();
        this.table.showNow();
        announce(this.table.now.decision?.prompt ?? "");
    }

    /** Shows or hides the marks of a turn. @param {Story} one */
    mark(one) {
        this.marked = this.marked === one ? null : one;
        this.table.show();
        this.tell();
    }

    /* ---- what the board shows of it ---- */

    /** @returns {import("./board/motion.js").StoryMarks | null} */
    marks() {
        const one = this.told ??
            (this.table.replayed || this.table.chosen.length > 0 ? null : this.marked);
        if (!one) return null;
        const state = (/** @type {number} */ i) => !this.told ? "shown" : this.at < 0 ? "plan"
            : i < this.at ? "done" : i === this.at ? "now" : "todo";
        return {
            seat: one.seat, text: this.at >= 0 && this.told ? one.steps[this.at]?.text ?? "" : "",
            steps: one.steps.map((s, i) =>
                ({ number: i + 1, space: s.space ?? null, from: s.from ?? null, state: state(i) }))
        };
    }

    /** Kinds of pieces that changed since one's own last decision, by zone.
     * @returns {Map<string, Set<string>>} */
    changed() {
        const before = this.base, { view, replayed } = this.table, found = new Map();
        if (!before || replayed) return found;
        const add = (/** @type {string} */ zone, /** @type {string} */ kind) =>
            found.set(zone, (found.get(zone) ?? new Set()).add(kind));
        const zones = { ...before.zones, ...view.position.zones };
        for (const zone of Object.keys(zones)) {
            const a = before.zones?.[zone] ?? {}, b = view.position.zones?.[zone] ?? {};
            for (const kind of new Set([...Object.keys(a), ...Object.keys(b)]))
                if ((a[kind] ?? 0) !== (b[kind] ?? 0)) add(zone, kind);
        }
        for (const name of Object.keys(this.table.game.visual.sets ?? {})) {
            const a = before.globals?.[name], b = view.position.globals?.[name];
            if (!Array.isArray(a) || !Array.isArray(b)) continue;
            for (const zone of [...a, ...b])
                if (a.includes(zone) !== b.includes(zone)) add(zone, name);
        }
        return found;
    }
}

/** @param {LogTurn} turn @param {Step[]} steps @returns {Story} */
function story(turn, steps) {
    const title = turn.lines?.find((line) => line.kind === "head")?.text ?? turn.summary;
    const told = steps.length > 0 ? steps
        : [{ seat: turn.seat, text: turn.summary, number: turn.number }];
    return { seat: turn.seat, turn: turn.turn, title, steps: told };
}

/** The steps of a turn from its log: what each decision brought.
 * @param {LogTurn} turn @returns {Step[]} */
function stepsOf(turn) {
    /** @type {Map<number, Step>} */
    const steps = new Map();
    for (const e of turn.entries) {
        if (e.kind === "decision" || e.kind === "phase") continue;
        const known = steps.get(e.number), space = e.to ?? e.from ?? null;
        if (known) {
            known.text += `; ${e.text}`;
            known.space ??= space;
            known.from ??= e.from;
        } else steps.set(e.number,
            { seat: turn.seat, text: e.text, number: e.number, space, from: e.from });
    }
    return [...steps.values()];
}
