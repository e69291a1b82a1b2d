/* chapters.js: a game as chapters: one for each turn of the game, which is a card where cards are
 * played, each with what its seats did. */

/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").LogTurn} LogTurn */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./table.js").Table} Table */

/**
 * @typedef {object} Chapter
 * @property {number} turn of the game
 * @property {Card | null} card that was played in it
 * @property {string} title
 * @property {number} number decisions made before it
 * @property {number} end decisions made when it was over
 * @property {boolean} isRound it has one of the phases that are shown as steps
 * @property {LogTurn[]} turns of the log
 */

const NAME = 100; // letters of the name of a table

/** The card that came into play in a turn of the log. @param {Table} table @param {LogTurn} turn */
function cardOf({ game }, turn) {
    const stack = game.visual.cards?.current;
    const entry = stack &&
        turn.entries.find((e) => e.to === stack && game.cards.some((c) => c.id === e.subject));
    return (entry && game.cards.find((c) => c.id === entry.subject)) || null;
}

/** @param {Table} table @returns {Chapter[]} */
export function chaptersOf(table) {
    const { game, log, now } = table, steps = game.visual.stepper ?? [];
    /** @type {Chapter[]} */
    const chapters = [];
    for (const turn of log) {
        const last = chapters[chapters.length - 1], card = cardOf(table, turn);
        const isRound = steps.includes(turn.phase ?? "");
        if (last && last.turn === turn.gameTurn) {
            last.turns.push(turn);
            last.card ??= card;
            last.isRound ||= isRound;
        } else chapters.push({
            turn: turn.gameTurn ?? 0, card, title: "", number: turn.number, end: turn.number,
            isRound, turns: [turn]
        });
    }
    chapters.forEach((chapter, i) => {
        chapter.end = chapters[i + 1]?.number ?? now.number;
        chapter.title = chapter.card?.label ?? `Turn ${chapter.turn + 1}`;
    });
    return chapters;
}

/** The chapter that a position belongs to: what the last decision was part of.
 * @param {Chapter[]} chapters @param {number} number of decisions made
 * @returns {Chapter | undefined} */
export function chapterAt(chapters, number) {
    return chapters.findLast((c) => c.number < number) ?? chapters[0];
}

/** The number that is printed on a card, where cards are named by it.
 * @param {Table} table @param {Card | null} card */
export function numberOn({ game }, card) {
    return (game.visual.cards?.names === "numbered" && card && /[0-9]+$/.exec(card.id)?.[0]) || "";
}

/** The seats that acted in a chapter, each once. @param {Chapter} chapter */
export function seatsOf(chapter) {
    return [...new Set(chapter.turns.flatMap((t) => (t.seat ? [t.seat] : [])))];
}

/** The steps of chapters, as the server tells them; asked for again when the game has changed. */
export class ChapterSteps {
    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Map<number, Step[]>} by turn of the game */
        this.known = new Map();
        /** @type {Map<number, string>} what was asked for last */
        this.asked = new Map();
        /** @type {Set<() => void>} */
        this.listeners = new Set();
    }

    /** @param {Chapter} chapter @returns {Step[]} what is known; what is new is asked for */
    of(chapter) {
        const state = `${chapter.end} ${chapter.turns[chapter.turns.length - 1].turn}`;
        if (this.asked.get(chapter.turn) !== state) this.ask(chapter, state);
        return this.known.get(chapter.turn) ?? [];
    }

    /** @param {Chapter} chapter @param {string} state */
    async ask(chapter, state) {
        const { api, path } = this.table, first = chapter.turns[0].turn,
            last = chapter.turns[chapter.turns.length - 1].turn;
        this.asked.set(chapter.turn, state);
        const answer = await api.get(`${path}/turns?since=${first}&limit=${last - first + 1}`)
            .catch(() => ({ turns: [] }));
        if (this.asked.get(chapter.turn) !== state) return;
        /** @type {(LogTurn & { steps: Step[] })[]} */
        const turns = answer.turns.filter((/** @type {LogTurn} */ t) => t.turn <= last);
        this.known.set(chapter.turn,
            turns.flatMap((t) => t.steps.filter((s) => s.text && s.effect !== "card").map((s) => ({
                ...s, seat: s.seat ?? t.seat, phase: t.phase, space: s.space ?? s.to ?? null
            }))));
        for (const listener of this.listeners) listener();
    }
}

/** Which position of the game is shown. @param {Table} table */
export function placeInGame(table) {
    const chapters = chaptersOf(table), here = chapterAt(chapters, table.view.number);
    const chapter = here
        ? `${here.card ? "card" : "turn"} ${chapters.indexOf(here) + 1} of ${chapters.length} · `
        : "";
    return `Replay · ${chapter}decision ${table.view.number} of ${table.now.number}`;
}

/** What a table from a position of this one is called.
 * @param {Table} table @param {number} number */
export function trialName(table, number) {
    const chapter = chapterAt(chaptersOf(table), number);
    const where = chapter?.card ? `${numberOn(table, chapter.card)} ${chapter.title}, `.trimStart()
        : "";
    const count = `${number} ${number === 1 ? "decision" : "decisions"}`;
    return `${table.game.title}: ${where}after ${count}`.slice(0, NAME);
}
