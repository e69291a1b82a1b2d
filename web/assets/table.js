/* table.js: one table: what is known of it, what is asked of it, and who is told when it changes.
 * What the page looks like is in frame.js and bar.js, other seats' turns in story.js. */
import { deviceName } from "./access.js";
import { Board } from "./board/board.js";
import { hasSlots, MapBoard } from "./board/map.js";
import { trialName } from "./chapters.js";
import { Clicks, isUnknown } from "./clicks.js";
import { Curtain } from "./curtain.js";
import { devBanner } from "./dev.js";
import { button, h } from "./dom.js";
import { buildFrame } from "./frame.js";
import { setShortcuts } from "./keys.js";
import { announce, failed, notice } from "./notices.js";
import { placeOf, sortOptions } from "./options.js";
import { LogPages } from "./pages.js";
import { readBots } from "./people.js";
import { Replay } from "./replay.js";
import { isPhone, onChange, settings } from "./settings.js";
import { shortcutsOf } from "./shortcuts.js";
import { play } from "./sounds.js";
import { Stories } from "./story.js";
import { Thoughts } from "./thoughts.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Chosen} Chosen */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").LogTurn} LogTurn */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").View} View */

const RETRY = 3000; // milliseconds until what could not be read is asked for again

export class Table {
    /** @param {import("./api.js").Api} api @param {string} id */
    constructor(api, id) {
        this.api = api;
        this.id = id;
        this.path = `/api/tables/${encodeURIComponent(id)}`;
        this.game = /** @type {Game} */ (/** @type {unknown} */ (null));
        this.info = /** @type {Info} */ (/** @type {unknown} */ (null));
        /** @type {View} what is shown */
        this.view = /** @type {View} */ (/** @type {unknown} */ (null));
        /** @type {View} where the game stands */
        this.now = /** @type {View} */ (/** @type {unknown} */ (null));
        this.version = -1;
        /** @type {LogTurn[]} */
        this.log = [];
        this.pages = new LogPages(this);
        /** @type {Set<() => void>} */
        this.updates = new Set();
        /** @type {Set<() => void>} */
        this.logUpdates = new Set();
        /** @type {Set<() => void>} */
        this.hintAsks = new Set();
        /** @type {Set<(zone: string | null, asked: boolean) => void>} */
        this.pointers = new Set();
        this.thoughts = new Thoughts(this);
        this.clicks = new Clicks(this);
        this.replays = new Replay(this);
        this.stories = new Stories(this);
        this.curtain = new Curtain(this);
        /** @type {Map<string, Promise<string>>} what the rules say about things, by their label */
        this.told = new Map();
        /** @type {import("./people.js").Bot[]} */
        this.bots = [];
        /** @type {Promise<void>} the requests that change something, one after the other */
        this.busy = Promise.resolve();
        this.closed = false;
        /** @type {Board | MapBoard | null} */
        this.board = null;
        /** @type {string | null} a zone that was clicked and not answered yet */
        this.sent = null;
        /** @type {string | null} a zone with several options, that is being chosen among */
        this.opened = null;
        /** @type {Chosen[]} of servers that do not tell it: the choices made on this page */
        this.own = [];
        /** @type {number} the question that the board was zoomed to */
        this.zoomed = -1;
        /** @type {HTMLElement | null} */
        this.lost = null;
        /** @type {HTMLElement | null} */
        this.elsewhere = null;
        this.wasMine = false;
        /** Shows or hides the result; the panel that does it sets this. */
        this.showEnd = () => {};
        /** @type {(() => void)[]} */
        this.stops = [];
    }

    /** @param {() => void} listener */
    onUpdate(listener) {
        this.updates.add(listener);
    }

    /** @param {() => void} listener */
    onLog(listener) {
        this.logUpdates.add(listener);
    }

    /** @param {() => void} listener */
    onHint(listener) {
        this.hintAsks.add(listener);
    }

    /** @param {(zone: string | null, asked: boolean) => void} listener */
    onPoint(listener) {
        this.pointers.add(listener);
    }

    get replayed() {
        return this.replays.isOn;
    }

    /* ---- beginning and end ---- */

    /** @param {HTMLElement} main */
    async open(main) {
        const [answer, game, bots] = await Promise.all([
            this.api.get(this.path),
            this.api.get(`${this.path}/game`), // its own rules: those that are offered may be newer
            readBots(this.api),
        ]);
        this.game = game;
        this.bots = bots;
        const handlers = { pick: (/** @type {string} */ z) => this.pick(z),
            hover: (/** @type {string | null} */ z) => this.point(z) };
        this.board = hasSlots(this.game) ? new MapBoard(this.game, handlers) : new Board(this.game, handlers);
        this.info = answer.table;
        main.replaceChildren(h("h1", { class: "unseen" }, this.game.title), buildFrame(this));
        this.accept(answer);
        await this.readLog();
        await this.readDev();
        this.stops.push(this.api.listen(`${this.path}/events?device=${deviceName()}`, {
            event: (name, data) => this.heard(name, data),
            connected: (yes) => this.connected(yes),
        }));
        this.stops.push(onChange(() => {
            this.board?.draw();
            this.show();
        }));
        setShortcuts(shortcutsOf(this));
    }

    /** @param {string} name of an event
     * @param {{ version: number, elsewhere: boolean } & string[]} data */
    heard(name, data) {
        if (name === "presence") this.present(data);
        else if (name === "dev") this.readDev();
        else if (name === "devices") this.openElsewhere(data.elsewhere);
        else if (name === "problem") this.refresh();
        else if (name === "change") // one's own decision is known already
            this.busy.then(() => {
                if (data.version > this.version) this.refresh();
            });
        else this.thoughts.heard(name);
    }

    close() {
        this.closed = true;
        this.replays.pause();
        this.stories.stop();
        for (const stop of this.stops) stop();
        this.openElsewhere(false);
        setShortcuts([]);
        document.title = "LudoForge";
    }

    /** @param {boolean} yes is the seat of this player open on another device? */
    openElsewhere(yes) {
        this.elsewhere?.remove();
        this.elsewhere = yes ? notice("This seat is open on another device.", { seconds: 0 }) : null;
    }

    /** @param {boolean} yes */
    connected(yes) {
        if (!yes) this.openElsewhere(false); // a new stream tells it again
        if (yes && this.lost) {
            this.lost.remove();
            this.lost = null;
            this.refresh();
        } else if (!yes && !this.lost) {
            this.lost = notice("The connection is lost. The page reconnects by itself.",
                { kind: "error", seconds: 0 });
        }
    }

    /* ---- what comes from the server ---- */

    /** @param {Answer} answer */
    accept(answer) {
        if (answer.version < this.version) return;
        const before = this.now;
        this.info = answer.table;
        this.version = answer.version;
        this.now = answer.view;
        this.stories.moved(before, answer.view);
        if (this.replayed || this.stories.isOn) this.show();
        else this.showNow();
    }

    refresh() {
        this.busy = this.busy.then(async () => {
            try {
                this.accept(await this.api.get(this.path));
                await this.readLog();
            } catch (error) {
                if (this.lost || this.closed) return;
                failed(error);
                setTimeout(() => {
                    if (!this.closed) this.refresh();
                }, RETRY);
            }
        });
        return this.busy;
    }

    /** Until nothing is under way. */
    async idle() {
        await this.busy;
    }

    async readLog() {
        this.log = await this.pages.update(this.log);
        for (const listener of this.logUpdates) listener();
        this.thoughts.moved();
        this.stories.logRead();
        if (this.log.length > 0 && !this.stories.tells())
            announce(`${this.log[this.log.length - 1].summary ?? ""} ${this.view?.decision?.prompt ?? ""}`);
    }

    /** @param {string[]} seats that listen */
    present(seats) {
        for (const place of this.info.seats) place.present = seats.includes(place.seat);
        this.show();
    }

    async readDev() {
        const banner = devBanner(await this.api.get("/api/dev").catch(() => null));
        document.querySelector(".dev")?.remove();
        if (banner) document.querySelector(".stage")?.prepend(banner);
        if (banner) this.refresh();
    }

    /* ---- showing ---- */

    showNow() {
        this.view = this.now;
        this.replays.isOn = false;
        this.curtain.check();
    }

    show() {
        if (!this.view || !this.board || this.curtain.isDown) return; // nothing of a hand is shown then
        this.board.update(this.view, this.marks());
        this.board.showPieces(settings.pieces);
        for (const listener of this.updates) listener();
        this.zoomToQuestion();
        this.tellTurn();
    }

    /** The question that can be answered now. */
    get decision() {
        const open = !this.replayed && !this.stories.isOn && this.view?.pending === "nothing";
        return open && !this.view.over ? this.view.decision : null;
    }

    /** The four states of everything on the board. @returns {import("./board/map.js").Marks} */
    marks() {
        const decision = this.decision;
        const chosen = new Set(this.replayed || this.stories.isOn ? [] : this.chosen.flatMap((c) =>
            (c.kind === "space" || c.kind === "zone") && c.subject ? [c.subject] : []));
        return { lit: decision ? sortOptions(decision).places : new Map(), chosen,
            changed: this.stories.changed(), sent: this.clicks.isBusy ? this.sent : null,
            story: this.stories.marks() };
    }

    /** The choices of this turn. @returns {Chosen[]} */
    get chosen() {
        const told = this.now.decision?.chosen ?? /** @type {{ chosen?: Chosen[] }} */ (this.now).chosen;
        return told ?? this.own.filter((c) => c.index < this.now.number);
    }

    zoomToQuestion() {
        const decision = this.decision;
        if (!decision || this.zoomed === this.view.number || settings.zoom === "never") return;
        this.zoomed = this.view.number;
        const zones = [...sortOptions(decision).places.keys()];
        const always = settings.zoom === "always" || isPhone();
        if (zones.length > 0 && !this.board?.view.takeOwn()) this.board?.zoomToQuestion(zones, always);
    }

    tellTurn() {
        const mine = Boolean(this.now.decision) && !this.now.over;
        document.title = `${mine ? "● Your turn · " : ""}${this.game.title}`;
        if (mine && !this.wasMine && document.hidden) {
            play("turn");
            if (settings.notify && "Notification" in window && Notification.permission === "granted")
                new Notification(this.game.title, { body: this.now.decision?.prompt });
        }
        this.wasMine = mine;
    }

    /* ---- deciding ---- */

    /** @param {string} option */
    decide(option) {
        this.opened = null;
        this.clicks.add({ option });
        this.show();
    }

    /** A zone was clicked: it is chosen, looked at, or kept until the answer on its way has come.
     * @param {string} zone */
    pick(zone) {
        const decision = this.decision;
        if (!decision) return this.point(zone, true);
        const list = sortOptions(decision).byZone.get(zone) ?? [];
        if (list.length > 1) {
            this.opened = zone;
            this.show();
        } else if (list.length === 1 || this.clicks.isBusy) {
            this.sent = zone;
            this.clicks.add({ option: list[0]?.id, place: zone });
            this.show();
        } else this.point(zone, true);
    }

    /** @param {string} what confirm, undo, undo-turn, redo */
    act(what) {
        const { now } = this;
        if (what === "undo" || what === "undo-turn" ? !now.canUndo : what === "redo" && !now.canRedo) return;
        return this.send(what, {});
    }

    /** Takes back the choices of this turn from one of them on. @param {Chosen} chosen */
    rewind(chosen) {
        this.stories.skip();
        this.busy = this.busy.then(async () => {
            try {
                this.accept(await this.api.post(`${this.path}/rewind`, { to: chosen.index }));
            } catch (error) {
                if (!isUnknown(error)) return failed(error);
                await this.undoTo(chosen.index);
            }
            this.own = this.own.filter((c) => c.index < chosen.index);
            await this.readLog();
            this.show();
        });
        return this.busy;
    }

    /** For servers without `rewind`. @param {number} number */
    async undoTo(number) {
        while (this.now.number > number && this.now.canUndo)
            this.accept(await this.api.post(`${this.path}/undo`, {}));
    }

    /** @param {string} what @param {Record<string, unknown>} body @param {Option} [option] */
    send(what, body, option) {
        this.stories.skip();
        const before = this.now;
        this.busy = this.busy.then(async () => {
            try {
                const number = what === "decide" ? {} : { number: this.now.number };
                this.accept(await this.api.post(`${this.path}/${what}`, { ...number, ...body }));
                this.remember(what, before, option);
                if (what === "decide") play("move");
                await this.readLog();
                if (what === "decide") this.flyFrom(this.now.number);
            } catch (error) {
                const answer = /** @type {{ body?: Answer }} */ (error).body;
                if (answer?.view) this.accept(answer);
                failed(error);
            }
        });
        return this.busy;
    }

    /** Keeps the choices of the turn where the server does not tell them.
     * @param {string} what @param {View} before @param {Option} [option] */
    remember(what, before, option) {
        const goesOn = this.now.decision?.seat === before.decision?.seat || this.now.pending !== "nothing";
        if (what === "decide" && option && goesOn) {
            const { id, label, kind, subject } = option, prompt = before.decision?.prompt ?? "";
            if (kind !== "done") this.own.push({ index: before.number, prompt, option: id, kind, subject, label });
        } else if (what !== "decide" && what !== "confirm")
            this.own = this.own.filter((c) => c.index < this.now.number);
        if (what === "confirm" || !goesOn || this.now.turn !== before.turn) this.own = [];
        this.show();
    }

    /** @param {number} number of the decision whose moves are shown */
    flyFrom(number) {
        const kinds = new Map(this.game.kinds.map((k) => [k.id, k]));
        const moves = this.log.slice(-3).flatMap((turn) => turn.entries).flatMap((e) => {
            const kind = kinds.get(e.subject ?? "");
            return e.kind === "move" && e.number === number && e.from && e.to && kind
                ? [{ from: e.from, to: e.to, kind, count: Number(e.after) || 1 }] : [];
        });
        this.board?.fly(moves);
    }

    /* ---- looking ---- */

    /** @param {string | null} zone @param {boolean} [asked] was it clicked? */
    point(zone, asked = false) {
        this.board?.point(zone);
        for (const listener of this.pointers) listener(zone, asked);
    }

    /** Lights an option where it can be chosen. @param {Option | null} option */
    pointAt(option) {
        this.point((option && placeOf(option).zone) ?? null);
        for (const lit of document.querySelectorAll(".option.pointed")) lit.classList.remove("pointed");
        const found = option && document.querySelector(`[data-option="${CSS.escape(option.id)}"]`);
        found?.classList.add("pointed");
    }

    /** @param {string} thing @returns {Promise<string>} */
    async why(thing) {
        try {
            const answer = await this.api.get(`${this.path}/why?thing=${encodeURIComponent(thing)}`);
            return answer.text ?? "";
        } catch (error) {
            return error instanceof Error ? error.message : "";
        }
    }

    hint() {
        for (const listener of this.hintAsks) listener();
        return this.thoughts.askAdvice();
    }

    /** What an option means, as the rules and cards tell it; asked for once.
     * @param {Option} option @returns {Promise<string>} */
    about(option) {
        const card = this.game.cards.find((c) => c.id === option.subject);
        if (card) {
            const parts = this.game.cardParts.filter((p) => card.texts?.[p.id]);
            return Promise.resolve([card.label, ...parts.map((p) => `${p.label}. ${card.texts?.[p.id]}`)].join("\n"));
        }
        const ask = (/** @type {string} */ thing) => this.api.get(
            `${this.path}/rule?about=${encodeURIComponent(thing)}`).then((a) => a.text.trim(), () => "");
        const known = this.told.get(option.label) ?? ask(option.label)
            .then((text) => (text || option.kind !== "action" ? text : ask(option.subject ?? "")))
            .then((text) => text && `${option.label}\n${text}`);
        this.told.set(option.label, known);
        return known;
    }

    askWhy() {
        const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", list: "things",
            "aria-label": "What is missing?" }));
        const answer = h("p", { class: "answer", "aria-live": "polite" });
        const things = [...this.game.actions ?? [], ...this.game.spaces, ...this.game.cards];
        const ask = async () => {
            answer.textContent = await this.why(input.value.trim());
        };
        this.dialog("Why not …?", h("p", {}, "Name an action, a space, a card or an option that you miss."), input,
            h("datalist", { id: "things" }, ...things.map((t) => h("option", { value: t.label }))),
            button("Why not?", ask, { class: "primary" }), answer);
    }

    async showRule() {
        try {
            const answer = await this.api.get(`${this.path}/rule`);
            this.dialog("The rule behind the question", h("pre", { class: "rule" }, answer.text || "No rule text."));
        } catch (error) {
            failed(error);
        }
    }

    /** @param {string} title @param {...import("./dom.js").Child} content */
    dialog(title, ...content) {
        const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title,
            close: () => dialog.remove() }, h("h2", {}, title), ...content, button("Close", () => dialog.close())));
        document.body.append(dialog);
        dialog.showModal();
        return dialog;
    }

    /** @param {number | null} number null: to the present */
    replay(number) {
        return this.replays.replay(number);
    }

    /** A table of one's own from a position; it is listed by its name. @param {number} [number] */
    async tryFrom(number = this.view.number) {
        try {
            const name = trialName(this, number), answer = await this.api.post(`${this.path}/try`, { number, name });
            window.open(`#table=${answer.table}`, "_blank", "noopener");
            notice(`“${name}” is open in another tab. This table stays as it is.`);
        } catch (error) {
            failed(error);
        }
    }
}
