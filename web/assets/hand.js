/* hand.js: pieces that are picked up on the board: from where, how many of which kinds, and where
 * they may go. Nothing is sent before they are put down. */

import { isWayOut, sortOptions } from "./options.js";

/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Option} Option */

export class Hand {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        /** @type {string | null} */
        this.zone = null;
        /** @type {Map<string, number>} by kind */
        this.counts = new Map();
    }

    /** The moves that can be made now. @returns {Move[]} */
    get moves() {
        return this.table.decision ? this.table.ahead?.moves ?? [] : [];
    }

    get isHolding() {
        return this.zone !== null;
    }

    /** The most that can be taken, by zone and kind. @returns {Map<string, Map<string, number>>} */
    movable() {
        /** @type {Map<string, Map<string, number>>} */
        const found = new Map();
        for (const { from, kind, most } of this.moves) {
            const kinds = found.get(from) ?? new Map();
            found.set(from, kinds.set(kind, Math.max(most, kinds.get(kind) ?? 0)));
        }
        return found;
    }

    /** @param {string} zone @param {string} kind */
    most(zone, kind) {
        return this.movable().get(zone)?.get(kind) ?? 0;
    }

    /** Is the zone itself chosen by a click on its pieces? They can be taken only by completing
     * what is being chosen; a drag does that. @param {string} zone @param {string} kind */
    isSoft(zone, kind) {
        const decision = this.table.decision;
        if (!decision || this.isHolding || !sortOptions(decision).places.has(zone)) return false;
        const ways = new Set(this.table.now.decision?.options.filter(isWayOut).map((o) => o.id));
        return this.moves.every((m) => m.from !== zone || m.kind !== kind || ways.has(m.path[0]));
    }

    /** One more piece of a kind, or all.
     * @param {string} zone @param {string} kind @param {boolean} all */
    take(zone, kind, all) {
        const before = this.zone === zone ? this.counts.get(kind) ?? 0 : 0;
        this.set(zone, kind, all ? Infinity : before + 1);
    }

    /** @param {string} zone @param {string} kind @param {number} count */
    set(zone, kind, count) {
        if (this.zone !== zone) this.counts.clear();
        this.zone = zone;
        this.counts.set(kind, Math.min(count, this.most(zone, kind)));
        if ((this.counts.get(kind) ?? 0) < 1) this.counts.delete(kind);
        if (this.counts.size === 0 || this.targets().size === 0) this.keep(kind);
        if (this.counts.size === 0) this.zone = null;
        this.table.show();
    }

    /** Kinds that cannot go anywhere together: the last one is kept. @param {string} kind */
    keep(kind) {
        for (const other of [...this.counts.keys()]) if (other !== kind) this.counts.delete(other);
    }

    clear() {
        this.zone = null;
        this.counts.clear();
    }

    /** The ids to decide that take what is held to a zone; null: it cannot go there.
     * @param {string} to @returns {string[] | null} */
    path(to) {
        const ways = [...this.counts].map(([kind, count]) => this.moves.filter((m) =>
            m.from === this.zone && m.to === to && m.kind === kind &&
                (m.amount >= 0 ? m.most >= count : m.most === count))
            .sort((a, b) => a.path.length - b.path.length));
        if (ways.length === 0 || ways.some((list) => list.length === 0)) return null;
        for (const first of ways[0]) {
            const all = ways.map((list) => list.find((m) => isSameWay(first, m)));
            if (all.every((m) => m)) return this.join(/** @type {Move[]} */ (all));
        }
        return null;
    }

    /** @param {Move[]} moves one for each kind, the same but for their amounts */
    join(moves) {
        const path = [...moves[0].path], counts = [...this.counts.values()];
        for (const [i, move] of moves.entries())
            if (move.amount >= 0) path[move.amount] = String(counts[i]);
        return path;
    }

    /** Where what is held can go. @returns {Map<string, Option>} */
    targets() {
        /** @type {Map<string, Option>} */
        const found = new Map();
        for (const to of new Set(this.moves.filter((m) => m.from === this.zone).map((m) => m.to))) {
            const path = this.path(to);
            if (path)
                found.set(to, {
                    id: path.join("/"), label: to, kind: "space", subject: to, place: { space: to },
                    path
                });
        }
        return found;
    }
}

/** Do two moves differ in nothing but how many of which kind? @param {Move} a @param {Move} b */
function isSameWay(a, b) {
    if (a === b) return true;
    if (a.amount < 0 || b.amount < 0 || a.path.length !== b.path.length) return false;
    const first = Math.min(a.amount, b.amount);
    return a.amount !== b.amount && a.path.slice(0, first).every((id, i) => id === b.path[i]);
}
