/* table.js: one table: what is known of it, what is asked of it, and the page that shows it. */
import { deviceName } from "./access.js";
import { Board } from "./board/board.js";
import { clocks } from "./clock.js";
import { button, h, replace } from "./dom.js";
import { setShortcuts, showKeys } from "./keys.js";
import { announce, failed, notice } from "./notices.js";
import { chancesPanel } from "./panels/chances.js";
import { cardsPanel } from "./panels/cards.js";
import { logPanel } from "./panels/log.js";
import { promptPanel } from "./panels/prompt.js";
import { scoresPanel } from "./panels/scores.js";
import { situationPanel } from "./panels/situation.js";
import { talkPanel } from "./panels/talk.js";
import { textBoard } from "./panels/textboard.js";
import { tracksPanel } from "./panels/tracks.js";
import { devBanner } from "./dev.js";
import { peopleDialog, readBots } from "./people.js";
import { change, onChange, settings } from "./settings.js";
import { Thoughts } from "./thoughts.js";

const PANELS = { prompt: promptPanel, cards: cardsPanel, scores: scoresPanel, situation: situationPanel, tracks: tracksPanel, chances: chancesPanel, log: logPanel, chat: talkPanel };

/** @type {[number, string][]} milliseconds from one decision to the next */
const PACES = [[1600, "slow"], [700, "steady"], [250, "fast"]];
const RETRY = 3000; // milliseconds until what could not be read is asked for again

export class Table {
    /**
     * @param {import("./api.js").Api} api
     * @param {string} id
     */
    constructor(api, id) {
        this.api = api;
        this.id = id;
        this.path = `/api/tables/${encodeURIComponent(id)}`;
        /** @type {any} */
        this.game = null;
        /** @type {any} */
        this.info = null;
        /** @type {any} what is shown */
        this.view = null;
        /** @type {any} where the game stands */
        this.now = null;
        this.version = -1;
        this.replayed = false;
        /** @type {any[]} */
        this.log = [];
        /** @type {Set<() => void>} */
        this.updates = new Set();
        /** @type {Set<() => void>} */
        this.logUpdates = new Set();
        /** @type {Set<() => void>} */
        this.hintAsks = new Set();
        this.thoughts = new Thoughts(this);
        /** @type {Map<string, Promise<string>>} what the rules say about things, by their label */
        this.told = new Map();
        /** @type {import("./people.js").Bot[]} */
        this.bots = [];
        this.busy = Promise.resolve();
        this.skipped = false;
        this.closed = false;
        /** @type {object | null} the walk that goes on by itself */
        this.playing = null;
        this.pace = PACES[1][0];
        /** @type {HTMLElement | null} */
        this.player = null;
        /** @type {string | null} the seat whose hand is shown at a screen that several share */
        this.uncovered = null;
        this.isCurtained = false;
        /** @type {HTMLElement | null} */
        this.lost = null;
        /** @type {HTMLElement | null} */
        this.elsewhere = null;
        this.wasMine = false;
        this.stops = /** @type {(() => void)[]} */ ([]);
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

    /* ---- beginning and end ---- */

    /** @param {HTMLElement} main */
    async open(main) {
        const answer = await this.api.get(this.path);
        this.game = await this.api.get(`${this.path}/game`); // its own rules, which may be older than those that are offered
        this.bots = await readBots(this.api);
        this.board = new Board(this.game, { pick: (space) => this.pickSpace(space), look: (space) => this.lookAt(space) });
        main.replaceChildren(this.page());
        this.accept(answer);
        await this.readLog();
        await this.readDev();
        this.stops.push(this.api.listen(`${this.path}/events?device=${deviceName()}`, {
            event: (name, data) => this.heard(name, data),
            connected: (yes) => this.connected(yes),
        }));
        this.stops.push(onChange(() => { this.board?.draw(); this.show(); }));
        setShortcuts(this.shortcuts());
    }

    /** @param {string} name of an event @param {any} data */
    heard(name, data) {
        if (name === "presence") this.present(data);
        else if (name === "dev") this.readDev();
        else if (name === "devices") this.openElsewhere(data.elsewhere);
        else if (name === "problem") this.refresh();
        else if (name === "change") this.busy.then(() => { if (data.version > this.version) this.refresh(); }); // one's own decision is known already
        else this.thoughts.heard(name);
    }

    close() {
        this.closed = true;
        this.pause();
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
            this.lost = notice("The connection is lost. It comes back by itself; nothing is lost.", { kind: "error", seconds: 0 });
        }
    }

    /* ---- what comes from the server ---- */

    /** @param {any} answer */
    accept(answer) {
        if (answer.version < this.version) return;
        const before = this.now;
        this.info = answer.table;
        this.version = answer.version;
        this.now = answer.view;
        if (this.replayed) return;
        if (before && this.isOthers(before, answer.view)) this.playBack(before.number, answer.view);
        else this.showNow();
    }

    /** Did others move, more than one step? @param {any} before @param {any} after */
    isOthers(before, after) {
        return settings.pace > 0 && after.number > before.number + 1 && !this.info.you.seats.includes(before.decider);
    }

    refresh() {
        this.busy = this.busy.then(async () => {
            try {
                this.accept(await this.api.get(this.path));
                await this.readLog();
            } catch (error) {
                if (this.lost || this.closed) return;
                failed(error);
                setTimeout(() => { if (!this.closed) this.refresh(); }, RETRY);
            }
        });
        return this.busy;
    }

    async readLog() {
        const from = Math.max(0, this.log.length - 3);
        const answer = await this.api.get(`${this.path}/log?from=${from}`);
        const kept = this.log.filter((turn) => turn.turn < from);
        this.log = [...kept, ...answer.turns];
        for (const listener of this.logUpdates) listener();
        this.thoughts.moved();
        if (this.log.length > 0) announce(`${this.log[this.log.length - 1].summary ?? ""} ${this.view?.decision?.prompt ?? ""}`);
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
        this.replayed = false;
        const seat = this.now.decision?.seat;
        if (seat && this.needsCurtain(seat)) this.drawCurtain(seat);
        else if (!this.isCurtained || this.now.over || seat) this.liftCurtain();
    }

    /** One screen, several hands: nobody sees a hand before its owner sits there. @param {string} seat */
    needsCurtain(seat) {
        const hands = this.game.stacks.some((/** @type {any} */ stack) => stack.visible === "owner");
        return hands && this.info.you.seats.length > 1 && seat !== this.uncovered;
    }

    /** @param {string} seat */
    drawCurtain(seat) {
        const main = /** @type {HTMLElement} */ (document.querySelector(".table")), label = this.game.seats.find((/** @type {any} */ s) => s.id === seat)?.label ?? seat;
        document.querySelector(".curtain")?.remove();
        main.hidden = this.isCurtained = true;
        const curtain = h("div", { class: "curtain" }, h("h2", {}, `${label} decides.`), h("p", {}, "The others look away."), button(`I am ${label}: show my hand`, () => {
            this.uncovered = seat;
            this.liftCurtain();
        }, { class: "primary" }));
        main.after(curtain);
        curtain.querySelector("button")?.focus();
    }

    liftCurtain() {
        document.querySelector(".curtain")?.remove();
        /** @type {HTMLElement} */ (document.querySelector(".table")).hidden = this.isCurtained = false;
        this.show();
    }

    show() {
        if (!this.view || !this.board || this.isCurtained) return; // nothing of a hand is on the page before its owner is
        const lit = new Map();
        for (const option of this.replayed ? [] : this.view.decision?.options ?? [])
            if (option.kind === "space" || option.kind === "zone") lit.set(option.subject, option);
        this.board.update(this.view, lit);
        this.board.showPieces(settings.pieces);
        for (const listener of this.updates) listener();
        if (this.slider) {
            this.slider.max = String(this.now.number);
            this.slider.value = String(this.view.number);
        }
        this.tellTurn();
    }

    tellTurn() {
        const mine = Boolean(this.now.decision) && !this.now.over;
        document.title = `${mine ? "● Your turn · " : ""}${this.game.title}`;
        if (mine && !this.wasMine && document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted")
            new Notification(this.game.title, { body: this.now.decision.prompt });
        this.wasMine = mine;
    }

    /** Shows what others did, step by step. @param {number} from @param {any} target */
    async playBack(from, target) {
        this.skipped = false;
        for (let number = from + 1; number < target.number && !this.skipped && this.now === target; number++) {
            try {
                const earlier = await this.api.get(`${this.path}/at?number=${number}`);
                if (this.skipped || this.now !== target || this.replayed) break;
                this.flyFrom(number);
                this.view = { ...(earlier.view ?? earlier), decision: null, pending: "nothing", reason: this.thoughts.reasons.get(number - 1) };
                this.show();
            } catch {
                break;
            }
            await new Promise((done) => setTimeout(done, settings.pace));
        }
        if (this.now === target && !this.replayed) {
            this.flyFrom(target.number);
            this.showNow();
        }
    }

    /** @param {number} number of the decision whose moves are shown */
    flyFrom(number) {
        const kinds = new Map(this.game.kinds.map((/** @type {any} */ k) => [k.id, k]));
        const moves = this.log.flatMap((turn) => turn.entries).filter((e) => e.kind === "move" && e.number === number && e.from && e.to && kinds.has(e.subject));
        this.board?.fly(moves.map((e) => ({ from: e.from, to: e.to, kind: kinds.get(e.subject), count: Number(e.after) || 1 })));
    }

    /* ---- deciding ---- */

    /** @param {string} option */
    decide(option) {
        return this.send("decide", { option, seat: this.now.decision?.seat });
    }

    /** @param {string} what confirm, undo, undo-turn, redo */
    act(what) {
        return this.send(what, {});
    }

    /** @param {string} what @param {any} body */
    send(what, body) {
        this.skipped = true;
        const number = this.now.number; // what was clicked answers what was asked then: twice the same click is one answer
        this.busy = this.busy.then(async () => {
            try {
                this.accept(await this.api.post(`${this.path}/${what}`, { number, ...body }));
                await this.readLog();
                if (what === "decide") this.flyFrom(this.now.number);
            } catch (error) {
                const body = /** @type {any} */ (error).body;
                if (body?.view) this.accept(body);
                failed(error);
            }
        });
        return this.busy;
    }

    /** @param {string} space */
    pickSpace(space) {
        const option = this.now.decision?.options.find((/** @type {any} */ o) => o.subject === space && (o.kind === "space" || o.kind === "zone"));
        if (option) this.decide(option.id);
    }

    /** Words about a space that cannot be chosen, and why not. @param {string} space */
    async lookAt(space) {
        this.board?.point(space);
        let text = this.board?.describe(this.view, space) ?? "";
        if (this.now.decision && !this.replayed && this.now.decision.options.some((/** @type {any} */ o) => o.kind === "space" || o.kind === "zone"))
            text += `\n\n${await this.why(space)}`;
        notice(text, { seconds: 12 });
    }

    /** @param {string} thing */
    async why(thing) {
        try {
            const answer = await this.api.get(`${this.path}/why?thing=${encodeURIComponent(thing)}`);
            return answer.text ?? answer.why ?? "";
        } catch (error) {
            return error instanceof Error ? error.message : "";
        }
    }

    hint() {
        for (const listener of this.hintAsks) listener();
        return this.thoughts.askAdvice();
    }

    /** Lights an option where it can be chosen. @param {any} option null: none */
    pointAt(option) {
        const space = option?.kind === "space" || option?.kind === "zone" ? option.subject : null;
        this.board?.point(space);
        for (const lit of document.querySelectorAll(".option.pointed")) lit.classList.remove("pointed");
        const element = option && document.querySelector(`[data-option="${CSS.escape(option.id)}"]`);
        element?.classList.add("pointed");
        element?.scrollIntoView({ block: "nearest" });
    }

    /** What an option means, as the rules and cards tell it; asked for once. @param {any} option @returns {Promise<string>} */
    about(option) {
        const card = this.game.cards.find((/** @type {any} */ c) => c.id === option.subject);
        if (card) return Promise.resolve([card.label, ...this.game.cardParts.filter((/** @type {any} */ p) => card.texts?.[p.id]).map((/** @type {any} */ p) => `${p.label}. ${card.texts[p.id]}`)].join("\n"));
        const ask = (/** @type {string} */ thing) => this.api.get(`${this.path}/rule?about=${encodeURIComponent(thing)}`).then((answer) => answer.text.trim(), () => "");
        const known = this.told.get(option.label) ?? ask(option.label).then((text) => text || option.kind !== "action" ? text : ask(option.subject)).then((text) => text && `${option.label}\n${text}`);
        this.told.set(option.label, known);
        return known;
    }

    askWhy() {
        const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", "aria-label": "What do you miss?", list: "things" }));
        const answer = h("p", { class: "answer", "aria-live": "polite" });
        const things = [...this.game.actions ?? [], ...this.game.spaces, ...this.game.cards];
        this.dialog("Why not …?", h("p", {}, "Name an action, a space, a card or an option that you miss."), input,
            h("datalist", { id: "things" }, ...things.map((/** @type {any} */ t) => h("option", { value: t.label }))),
            button("Why not?", async () => { answer.textContent = await this.why(input.value.trim()); }, { class: "primary" }), answer);
    }

    async showRule() {
        try {
            const answer = await this.api.get(`${this.path}/rule`);
            this.dialog("The rule behind it", h("pre", { class: "rule" }, answer.text ?? ""));
        } catch (error) {
            failed(error);
        }
    }

    /** @param {string} title @param {...(Node | string | false)} content */
    dialog(title, ...content) {
        const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title, close: () => dialog.remove() }, h("h2", {}, title), ...content, button("Close", () => dialog.close())));
        document.body.append(dialog);
        dialog.showModal();
    }

    /* ---- walking through the game ---- */

    /** @param {number | null} number null: to the present */
    replay(number) {
        this.pause();
        return this.goTo(number);
    }

    /** Shows the game decision by decision, from where it is looked at, or from the beginning; while it does, pauses. */
    async autoplay() {
        if (this.playing) {
            this.pause();
            return;
        }
        const walk = this.playing = {};
        this.showPlaying();
        for (let number = this.replayed ? this.view.number + 1 : 0; this.playing === walk; number++) {
            const last = number >= this.now.number;
            await this.goTo(last ? null : number);
            if (last) break;
            await new Promise((done) => setTimeout(done, this.pace));
        }
        if (this.playing === walk) this.pause();
    }

    pause() {
        this.playing = null;
        this.showPlaying();
    }

    showPlaying() {
        if (!this.player) return;
        this.player.textContent = this.playing ? "Pause" : "Play";
        this.player.setAttribute("aria-label", this.playing ? "Pause" : "Play the game through");
    }

    /** @param {number | null} number null: to the present */
    async goTo(number) {
        this.skipped = true;
        if (number === null || number >= this.now.number) {
            this.showNow();
            return;
        }
        try {
            const earlier = await this.api.get(`${this.path}/at?number=${Math.max(0, number)}`);
            this.view = { ...(earlier.view ?? earlier), decision: null, pending: "nothing" };
            this.replayed = true;
            this.show();
        } catch (error) {
            failed(error);
        }
    }

    /** @param {number} by */
    step(by) {
        return this.replay(this.view.number + by);
    }

    async tryFrom() {
        try {
            const answer = await this.api.post(`${this.path}/try`, { number: this.view.number });
            window.open(`#table=${answer.table}`, "_blank", "noopener");
            notice("A copy to try things on is open in another tab. It touches nothing here.");
        } catch (error) {
            failed(error);
        }
    }

    /* ---- the page ---- */

    page() {
        this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Walk through the game", input: () => this.replay(Number(this.slider?.value)) }));
        const wanted = this.game.visual.panels ?? ["prompt", "cards", "scores", "situation", "tracks", "log"];
        const others = wanted.filter((/** @type {string} */ n) => !["prompt", "boxes", "chances", "chat"].includes(n));
        const names = ["prompt", ...others.flatMap((/** @type {string} */ n) => n === "log" ? ["chances", "log"] : [n]), "chat"];
        const bare = this.game.visual.board.kind === "none"; // then the cards are the board
        const panels = names.filter((name) => !(bare && name === "cards")).map((name) => /** @type {any} */ (PANELS)[name]?.(this)).filter(Boolean);
        const middle = bare ? h("div", { class: "cloth" }, cardsPanel(this)) : this.board?.element ?? "";
        return h("div", { class: "table" },
            h("div", { class: "stage" }, this.boardTools(bare), clocks(this), middle, this.replayBar(), !bare && textBoard(this)),
            h("aside", { class: "side" }, ...panels));
    }

    /** Walking through the game: step by step, by the slider, or by itself. */
    replayBar() {
        this.player = button("Play", () => this.autoplay(), { "data-key": "play", "aria-label": "Play the game through" });
        const pace = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Pace", change: () => { this.pace = Number(pace.value); } },
            ...PACES.map(([ms, text]) => h("option", { value: ms, selected: ms === this.pace }, text))));
        return h("div", { class: "replay" }, this.player, pace, button("◀", () => this.step(-1), { "aria-label": "One decision back" }), this.slider ?? "",
            button("▶", () => this.step(1), { "aria-label": "One decision forward" }));
    }

    /** @param {boolean} bare without a board */
    boardTools(bare) {
        const bar = h("div", { class: "board-tools" });
        const fill = () => replace(bar, ...(bare ? [] : [
            button("+", () => this.board?.view.zoom(1.4), { "aria-label": "Larger" }), button("−", () => this.board?.view.zoom(1 / 1.4), { "aria-label": "Smaller" }), button("Fit", () => this.board?.view.fit()),
            button(settings.pieces ? "Hide pieces" : "Show pieces", () => { change({ pieces: !settings.pieces }); fill(); }, { "aria-pressed": String(!settings.pieces) })]),
            button("Who plays", () => peopleDialog(this, this.bots)), button("Keys ?", () => showKeys()));
        fill();
        return bar;
    }

    shortcuts() {
        const options = () => this.now?.decision?.options ?? [];
        return [
            { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], text: "the first to ninth option", act: () => undefined },
            { keys: ["u"], text: "undo", act: () => this.act("undo") },
            { keys: ["U"], text: "undo the turn", act: () => this.act("undo-turn") },
            { keys: ["r"], text: "redo", act: () => this.act("redo") },
            { keys: ["e"], text: "end the turn", act: () => { if (this.now.pending !== "nothing") this.act("confirm"); } },
            { keys: ["t"], text: "a hint", act: () => { if (this.now.decision && this.thoughts.isAllowed()) this.hint(); } },
            { keys: ["w"], text: "why not …?", act: () => this.askWhy() },
            { keys: ["i"], text: "the rule behind the question", act: () => { if (this.now.decision) this.showRule(); } },
            { keys: ["ArrowLeft"], text: "one decision back", act: () => this.step(-1) },
            { keys: ["ArrowRight"], text: "one decision forward", act: () => this.step(1) },
            { keys: ["p"], text: "play the game through; pause", act: () => this.autoplay() },
            { keys: ["End", "Escape"], text: "back to now; skip what is played back", act: () => this.replay(null) },
            { keys: ["+"], text: "larger", act: () => this.board?.view.zoom(1.3) },
            { keys: ["-"], text: "smaller", act: () => this.board?.view.zoom(1 / 1.3) },
            { keys: ["0"], text: "the whole board", act: () => this.board?.view.fit() },
            { keys: ["h"], text: "the board to the left", act: () => this.board?.view.pan(-1, 0) },
            { keys: ["j"], text: "the board down", act: () => this.board?.view.pan(0, 1) },
            { keys: ["k"], text: "the board up", act: () => this.board?.view.pan(0, -1) },
            { keys: ["l"], text: "the board to the right", act: () => this.board?.view.pan(1, 0) },
        ].flatMap((s) => s.keys[0] === "1" ? s.keys.map((key, i) => ({ keys: [key], text: i === 0 ? "the first option; 2 to 9 the next ones" : "", act: () => { const o = options().filter((/** @type {any} */ x) => !["done", "skip", "cancel"].includes(x.kind))[i]; if (o) this.decide(o.id); } })) : [s]);
    }
}
