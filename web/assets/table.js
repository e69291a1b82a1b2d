/* table.js: one table: what is known of it, what is asked of it, and who is told when it changes.
 * What the page looks like is in frame.js and bar.js, other seats' turns in story.js. */
import { deviceName } from "./access.js";
import { Board } from "./board/board.js";
import { hasSlots, MapBoard } from "./board/map.js";
import { trialName } from "./chapters.js";
import { placePopover } from "./board/place.js";
import { counted } from "./board/words.js";
import { Clicks, isUnknown } from "./clicks.js";
import { Curtain } from "./curtain.js";
import { devBanner } from "./dev.js";
import { button, h } from "./dom.js";
import { buildFrame } from "./frame.js";
import { Hand } from "./hand.js";
import { setShortcuts } from "./keys.js";
import { merged } from "./merge.js";
import { announce, failed, notice } from "./notices.js";
import { nameOf, placeOf, sortOptions } from "./options.js";
import { LogPages } from "./pages.js";
import { readBots } from "./people.js";
import { Replay } from "./replay.js";
import { isPhone, onChange, settings } from "./settings.js";
import { shortcutsOf } from "./shortcuts.js";
import { play } from "./sounds.js";
import { Stories } from "./story.js";
import { Thoughts } from "./thoughts.js";

/** @typedef {import("./types.js").Ahead} Ahead */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Chosen} Chosen */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").LogTurn} LogTurn */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Previewed} Previewed */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ start: number, end: number, label?: string }} Group decisions of one click */

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
        this.hand = new Hand(this);
        /** @type {Ahead | null} what lies behind the decision that is open */
        this.ahead = null;
        this.isEnding = false;
        /** @type {{ of: import("./types.js").Decision | null, ahead: Ahead | null,
         *     is: import("./types.js").Decision | null }} */
        this.joined = { of: null, ahead: null, is: null };
        /** @type {Map<string, Promise<Previewed[]>>} by decision and path */
        this.previews = new Map();
        /** @type {Set<string>} zones whose choice would change nothing now */
        this.idleZones = new Set();
        /** @type {Group[]} */
        this.groups = [];
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
        const handlers = {
            pick: (/** @type {string} */ z) => this.pick(z),
            hover: (/** @type {string | null} */ z) => this.point(z),
            take: (/** @type {string} */ z, /** @type {string} */ kind,
                /** @type {boolean} */ all) => this.hand.take(z, kind, all),
            isSoft: (/** @type {string} */ z, /** @type {string} */ kind) =>
                this.hand.isSoft(z, kind)
        };
        this.board = hasSlots(this.game) ? new MapBoard(this.game, handlers)
            : new Board(this.game, handlers);
        this.info = answer.table;
        this.board.element.append(placePopover(this));
        main.replaceChildren(h("h1", { class: "unseen" }, this.game.title), buildFrame(this));
        // Before there is a question to answer.
        setShortcuts(shortcutsOf(this), () => this.clicks.ended);
        await this.take(answer);
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
        this.elsewhere = yes ? notice("This seat is open on another device.", { seconds: 0 })
            : null;
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

    /** Reads what lies behind the decision, so that it is shown with it. @param {Answer} answer */
    async take(answer) {
        const { decision } = answer.view;
        const ahead = decision && typeof decision.id === "number" &&
            answer.view.pending === "nothing"
            ? await this.api.get(`${this.path}/ahead`).catch(() => null)
            : null;
        this.ahead = ahead?.decision === decision?.id ? ahead : null;
        this.accept(answer);
    }

    /** @param {Answer} answer */
    accept(answer) {
        if (answer.version < this.version) return;
        const before = this.now;
        this.info = answer.table;
        this.version = answer.version;
        this.now = answer.view;
        if (before?.decision?.id !== answer.view.decision?.id) this.forget();
        this.stories.moved(before, answer.view);
        if (this.replayed || this.stories.isOn) this.show();
        else this.showNow();
    }

    /** What was known of the decision before. */
    forget() {
        this.hand.clear();
        this.previews.clear();
        this.idleZones.clear();
        this.groups = this.groups.filter((g) => g.end <= this.now.number);
    }

    refresh() {
        this.busy = this.busy.then(async () => {
            try {
                await this.take(await this.api.get(this.path));
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
            announce(`${this.log.at(-1)?.summary ?? ""} ${this.view?.decision?.prompt ?? ""}`);
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
        // Nothing of a hand is shown then.
        if (!this.view || !this.board || this.curtain.isDown) return;
        this.board.update(this.view, this.marks());
        this.board.showPieces(settings.pieces);
        for (const listener of this.updates) listener();
        this.zoomToQuestion();
        this.tellTurn();
        this.takeOnly();
        this.readIdle();
    }

    /** The question that can be answered now, with what belongs to it. */
    get decision() {
        const open = !this.replayed && !this.stories.isOn && this.view?.pending === "nothing";
        return open && !this.view.over ? this.merged(this.view.decision) : null;
    }

    /** @param {import("./types.js").Decision | null} decision */
    merged(decision) {
        const { joined, ahead } = this;
        if (joined.of === decision && joined.ahead === ahead) return joined.is;
        const sides = new Set(
            this.game.visual.cards?.current ? this.game.cardParts.map((p) => p.id) : []);
        this.joined = { of: decision, ahead, is: decision && merged(decision, ahead, sides) };
        return this.joined.is;
    }

    /** Takes the only option there is, if the player likes that. */
    takeOnly() {
        const decision = this.decision;
        if (settings.forced && decision?.options.length === 1 && !this.clicks.isBusy)
            this.clicks.add({ option: decision.options[0].id });
    }

    /** The four states of everything on the board. @returns {import("./board/map.js").Marks} */
    marks() {
        const decision = this.decision;
        const chosen = new Set(this.replayed || this.stories.isOn ? [] : this.chosen.flatMap((c) =>
            (c.kind === "space" || c.kind === "zone") && c.subject ? [c.subject] : []));
        const { hand } = this, held = hand.isHolding && decision;
        return {
            lit: held ? hand.targets() : decision ? sortOptions(decision).places : new Map(),
            chosen, movable: hand.movable(),
            held: held ? { zone: hand.zone ?? "", counts: hand.counts } : null,
            idle: this.idleZones, changed: this.stories.changed(),
            sent: this.clicks.isBusy ? this.sent : null, story: this.stories.marks()
        };
    }

    /** The choices of this turn. @returns {Chosen[]} */
    get chosen() {
        const told = this.now.decision?.chosen ?? this.now.chosen;
        return told ?? this.own.filter((c) => c.index < this.now.number);
    }

    zoomToQuestion() {
        const decision = this.decision;
        if (!decision || this.zoomed === this.view.number || settings.zoom === "never") return;
        this.zoomed = this.view.number;
        const zones = [...sortOptions(decision).places.keys()];
        const always = settings.zoom === "always" || isPhone();
        if (zones.length > 0 && !this.board?.view.takeOwn())
            this.board?.zoomToQuestion(zones, always);
    }

    tellTurn() {
        const mine = Boolean(this.now.decision) && !this.now.over;
        document.title = `${mine ? "● Your turn · " : ""}${this.game.title}`;
        if (mine && !this.wasMine && document.hidden) {
            play("turn");
            if (settings.notify && "Notification" in window &&
                Notification.permission === "granted")
                new Notification(this.game.title, { body: this.now.decision?.prompt });
        }
        this.wasMine = mine;
    }

    /* ---- deciding ---- */

    /** @param {string} option */
    decide(option) {
        this.opened = null;
        this.hand.clear();
        this.clicks.add({ option });
        this.show();
    }

    /** @param {string[]} path @param {string} label of its chip */
    decidePath(path, label) {
        this.opened = null;
        this.hand.clear();
        this.clicks.add({ path, label, option: path.join("/") });
        this.show();
    }

    /** A zone was clicked: pieces are put down there, it is chosen, looked at, or kept until the
     * answer on its way has come. @param {string} zone */
    pick(zone) {
        const decision = this.decision;
        if (!decision) return this.point(zone, true);
        if (this.hand.isHolding) return this.putDown(zone);
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

    /** @param {string} zone where what is held shall go */
    putDown(zone) {
        const { hand, board } = this, path = hand.path(zone);
        if (path) {
            const from = board?.words.label(hand.zone ?? "");
            const label = `${this.heldWords()}, ${from} → ${board?.words.label(zone)}`;
            this.sent = zone;
            this.decidePath(path, label);
        } else {
            hand.clear();
            this.show();
            if (zone !== hand.zone) this.point(zone, true);
        }
    }

    /** "2 Troops and 1 Base" */
    heldWords() {
        return [...this.hand.counts].flatMap(([id, n]) => {
            const kind = this.game.kinds.find((k) => k.id === id);
            return kind ? [counted(kind, n)] : [];
        }).join(" and ");
    }

    /** A click has taken several decisions: it is one chip, and Undo takes all of it back.
     * @param {number} start @param {number} count @param {string} [label] */
    followed(start, count, label) {
        const end = (this.chosen.at(-1)?.index ?? -1) + 1;
        if (count > 1 && end > start) this.groups.push({ start, end, label });
        if (count > 1) this.show();
    }

    /** The choices to complete until the turn is over, where that is all there is to do.
     * @returns {string[] | null} */
    get ending() {
        const only = this.decision && this.ahead?.ends.length === 1;
        return only && this.info.confirm ? this.ahead?.ends[0] ?? null : null;
    }

    /** Has this seat one option and no other? @param {string | undefined} seat */
    isOnly(seat) {
        const { decision, pending } = this.now;
        return pending === "nothing" && decision?.seat === seat && decision?.options.length === 1;
    }

    /** Ends the turn: completes what is being chosen, and hands the turn over. */
    async endTurn() {
        const waits = () => this.now.pending === "turn", path = this.ending,
            seat = this.now.decision?.seat;
        if (this.now.pending !== "nothing") return this.act("confirm");
        if (!path) return;
        this.hand.clear();
        this.isEnding = true; // until all of it is done, nothing else can be chosen
        try {
            this.clicks.add({ path, option: path.join("/") });
            await this.clicks.ended;
            while (this.isOnly(seat)) { // what would end the turn is left to the player
                this.clicks.add({ option: this.now.decision?.options[0].id });
                await this.clicks.ended;
            }
            if (waits()) await this.send("confirm", {});
        } finally {
            this.isEnding = false;
        }
        this.show();
    }

    /** @param {string} what confirm, undo, undo-turn, redo */
    act(what) {
        const { now } = this, group = this.groups.at(-1), last = this.chosen.at(-1);
        if (what === "undo" || what === "undo-turn" ? !now.canUndo
            : what === "redo" && !now.canRedo) return;
        if (this.hand.isHolding && what === "undo") {
            this.hand.clear();
            return this.show();
        }
        if (what === "undo" && group && last && last.index >= group.start && last.index < group.end)
            return this.rewind({ ...last, index: group.start });
        return this.send(what, {});
    }

    /** Takes back the choices of this turn from one of them on. @param {Chosen} chosen */
    rewind(chosen) {
        this.stories.skip();
        this.busy = this.busy.then(async () => {
            try {
                await this.take(await this.api.post(`${this.path}/rewind`, { to: chosen.index }));
            } catch (error) {
                if (!isUnknown(error)) return failed(error);
                await this.undoTo(chosen.index);
            }
            this.own = this.own.filter((c) => c.index < chosen.index);
            this.groups = this.groups.filter((g) => g.start < chosen.index);
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

    /** @param {string} what @param {Record<string, unknown>} body @param {Option} [option]
     * @param {(view: View) => boolean} [goesOn] does the same click decide more? */
    send(what, body, option, goesOn = () => false) {
        this.stories.skip();
        const before = this.now;
        this.busy = this.busy.then(async () => {
            try {
                const number = what === "decide" ? {} : { number: this.now.number };
                const answer = await this.api.post(`${this.path}/${what}`, { ...number, ...body });
                if (answer.view.pending === "nothing" && answer.view.decision &&
                    goesOn(answer.view)) {
                    [this.now, this.version, this.ahead] = [answer.view, answer.version, null];
                    this.forget();
                    return;
                }
                await this.take(answer);
                this.remember(what, before, option);
                if (what === "decide") play("move");
                await this.readLog();
                if (what === "decide") this.flyFrom(this.now.number);
            } catch (error) {
                const answer = /** @type {{ body?: Answer }} */ (error).body;
                if (answer?.view) await this.take(answer);
                failed(error);
            }
        });
        return this.busy;
    }

    /** Keeps the choices of the turn where the server does not tell them.
     * @param {string} what @param {View} before @param {Option} [option] */
    remember(what, before, option) {
        const goesOn = this.now.decision?.seat === before.decision?.seat ||
            this.now.pending !== "nothing";
        if (what === "decide" && option && goesOn) {
            const { id, label, kind, subject } = option, prompt = before.decision?.prompt ?? "";
            if (kind !== "done")
                this.own.push({ index: before.number, prompt, option: id, kind, subject, label });
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

    /** What options would do, asked for once. @param {string} path ids of options, with a slash
     * between   them; with one at its end: all that come then @returns {Promise<Previewed[]>} */
    preview(path) {
        const known = this.previews.get(path) ??
            this.api.get(`${this.path}/preview?option=${encodeURIComponent(path)}`)
                .then((answer) => (answer.decision === this.now.decision?.id ? answer.options : []),
                    () => []);
        this.previews.set(path, known);
        return known;
    }

    /** Finds the places whose choice would change nothing now. */
    async readIdle() {
        const decision = this.decision, places = decision ? [...sortOptions(decision).places] : [];
        const before = new Set(places.map(([, o]) => (o.path ?? [o.id]).slice(0, -1).join("/")));
        if (before.size !== 1 || this.previews.has("places")) return;
        const [prefix] = before;
        const query = prefix ? `?option=${encodeURIComponent(`${prefix}/`)}` : "";
        const found = this.api.get(`${this.path}/preview${query}`)
            .then((answer) => (answer.decision === this.now.decision?.id ? answer.options : []),
                () => []);
        this.previews.set("places", found);
        const idle = new Set((await found).filter((/** @type {Previewed} */ p) => p.changesNothing)
            .map((/** @type {Previewed} */ p) => p.option));
        if (idle.size === 0 || this.decision !== decision) return;
        this.idleZones = new Set(places.filter(([, o]) => idle.has(o.path?.at(-1) ?? o.id))
            .map(([zone]) => zone));
        this.show();
    }

    /** Lights an option where it can be chosen. @param {Option | null} option */
    pointAt(option) {
        this.point((option && placeOf(option).zone) ?? null);
        for (const lit of document.querySelectorAll(".option.pointed"))
            lit.classList.remove("pointed");
        const found = option &&
            document.querySelector(`[data-option="${CSS.escape(nameOf(option))}"]`);
        found?.classList.add("pointed");
    }

    /** @param {string} thing @returns {Promise<string>} */
    async why(thing) {
        try {
            const answer =
                await this.api.get(`${this.path}/why?thing=${encodeURIComponent(thing)}`);
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
            return Promise.resolve([card.label,
                ...parts.map((p) => `${p.label}. ${card.texts?.[p.id]}`)].join("\n"));
        }
        const ask = (/** @type {string} */ thing) =>
            this.api.get(`${this.path}/rule?about=${encodeURIComponent(thing)}`)
                .then((a) => a.text.trim(), () => "");
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
        this.dialog("Why not …?",
            h("p", {}, "Name an action, a space, a card or an option that you miss."), input,
            h("datalist", { id: "things" }, ...things.map((t) => h("option", { value: t.label }))),
            button("Why not?", ask, { class: "primary" }), answer);
    }

    async showRule() {
        try {
            const answer = await this.api.get(`${this.path}/rule`);
            this.dialog("The rule behind the question",
                h("pre", { class: "rule" }, answer.text || "No rule text."));
        } catch (error) {
            failed(error);
        }
    }

    /** @param {string} title @param {...import("./dom.js").Child} content */
    dialog(title, ...content) {
        const dialog = /** @type {HTMLDialogElement} */ (h("dialog",
            { "aria-label": title, close: () => dialog.remove() }, h("h2", {}, title), ...content,
            button("Close", () => dialog.close())));
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
            const name = trialName(this, number),
                answer = await this.api.post(`${this.path}/try`, { number, name });
            window.open(`#table=${answer.table}`, "_blank", "noopener");
            notice(`“${name}” is open in another tab. This table stays as it is.`);
        } catch (error) {
            failed(error);
        }
    }
}
