/* words.js: what lies in the zones of a position, as data and in words. Every board draws from it,
 * and screen readers and the inspector read it. */
import { colourOf } from "../looks.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Display} Display */
/** @typedef {{ symbol: string, colour: string, text: string, isDisplay: boolean }} Mark */
/** @typedef {{ shape: string, colour: string, symbol?: string }} SetLook */

export class Words {
    /** @param {Game} game */
    constructor(game) {
        this.game = game;
        /** @type {View | null} */
        this.view = null;
        /** @type {Map<string, Display[]>} by space */
        this.displays = new Map();
        this.labels = new Map([...game.spaces, ...game.boxes].map((s) => [s.id, s.label]));
    }

    /** @param {View} view */
    read(view) {
        this.view = view;
        this.displays = new Map();
        for (const d of view.displays) {
            if (d.scope !== "space" || !d.owner) continue;
            const list = this.displays.get(d.owner);
            if (list) list.push(d);
            else this.displays.set(d.owner, [d]);
        }
    }

    /** @param {string} zone */
    label(zone) {
        return this.labels.get(zone) ?? zone;
    }

    /** @param {string} zone @returns {[Kind, number][]} */
    pieces(zone) {
        const counts = this.view?.position.zones?.[zone] ?? {};
        return this.game.kinds.flatMap((kind) =>
            counts[kind.id] > 0 ? [/** @type {[Kind, number]} */ ([kind, counts[kind.id]])] : []);
    }

    /** Sets of spaces that the zone is in. @param {string} zone
     * @returns {{ label: string, look: SetLook }[]} */
    sets(zone) {
        return Object.entries(this.game.visual.sets ?? {}).flatMap(([name, look]) => {
            const set = this.view?.position.globals?.[name];
            if (!Array.isArray(set) || !set.includes(zone)) return [];
            const label = this.game.globalVars?.find((g) => g.id === name)?.label ?? name;
            const colour = colourOf(look.color, "#444444");
            return [{ label, look: { shape: look.shape ?? "disc", colour, symbol: look.symbol } }];
        });
    }

    /** A variable or a display of a space: its value as visual data names it, and its words.
     * @param {string} zone @param {string} name */
    value(zone, name) {
        const display = this.displays.get(zone)?.find((d) => d.id === name);
        if (display) return { id: display.text, words: display.text, label: display.label };
        const declared = this.game.spaceVars?.find((v) => v.id === name);
        const value = this.view?.position.spaces?.[zone]?.[name];
        if (!declared || value === undefined) return null;
        const words = declared.values?.find((v) => v.id === String(value))?.label ?? String(value);
        return { id: String(value), words, label: declared.label };
    }

    /** Markers of the zone that visual data gives a look. @param {string} zone @returns {Mark[]} */
    marks(zone) {
        return Object.entries(this.game.visual.markers ?? {}).flatMap(([name, looks]) => {
            const value = this.value(zone, name), look = value && looks[value.id];
            if (!value || !look || !look.symbol) return [];
            const isDisplay = Boolean(this.displays.get(zone)?.some((d) => d.id === name));
            const text = isDisplay ? `${value.label} ${value.words}`
                : value.words === "true" ? value.label : value.words;
            const colour = colourOf(look.color, "#444444");
            return [{ symbol: look.symbol, colour, text, isDisplay }];
        });
    }

    /** Numbers of the zone without a look, such as markers that pile up. @param {string} zone */
    counts(zone) {
        const values = this.view?.position.spaces?.[zone] ?? {};
        return (this.game.spaceVars ?? []).flatMap((v) => {
            const n = values[v.id];
            if (v.bookkeeping || this.game.visual.markers?.[v.id] || typeof n !== "number" ||
                n === 0) return [];
            return [{ symbol: `${v.label.slice(0, 1)}${n}`, text: `${n} ${v.label}` }];
        });
    }

    /** What kind of space it is: the properties that are names. @param {string} zone */
    nature(zone) {
        const space = this.game.spaces.find((s) => s.id === zone);
        return Object.values(space?.properties ?? {}).filter((value) => /^[A-Z]/.test(value));
    }

    /** What is known of the zone besides its pieces. @param {string} zone @returns {string[]} */
    facts(zone) {
        const shown = (this.displays.get(zone) ?? []).map((d) => `${d.label} ${d.text}`);
        const marks = this.marks(zone).filter((m) => !m.isDisplay).map((m) => m.text);
        return [...shown, ...marks, ...this.counts(zone).map((c) => c.text)];
    }

    /** The zone in words. @param {string} zone */
    describe(zone) {
        const pieces = this.pieces(zone).map(([kind, n]) => counted(kind, n));
        const sets = this.sets(zone).map((set) => set.label);
        return [this.label(zone), ...this.facts(zone), ...pieces, ...sets].join(", ");
    }
}

/** "1 Scout", "3 Scouts". @param {Kind} kind @param {number} n */
export function counted(kind, n) {
    return `${n} ${n === 1 ? kind.one || kind.label : kind.label}`;
}
