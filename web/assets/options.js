/* options.js: what the options of a decision are to a player: places on the board, cards, seats,
 * amounts, ways out, and the rest, which gets buttons. */

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Decision} Decision */

const WAYS_OUT = new Set(["done", "skip", "cancel"]);

/** @param {Option} o */
export function isWayOut(o) {
    return Boolean(o.wayOut) || WAYS_OUT.has(o.kind);
}

/**
 * Where an option belongs.
 * @param {Option} o
 * @returns {{ zone?: string, card?: string, seat?: string, piece?: string }}
 */
export function placeOf(o) {
    const place = o.place;
    if (place?.space) return { zone: place.space };
    if (place?.card) return { card: place.card };
    if (place?.seat) return { seat: place.seat };
    const piece = /** @type {{ space?: string, kind?: string } | undefined} */ (
        /** @type {unknown} */ (place?.piece));
    if (piece?.space) return { zone: piece.space, piece: piece.kind };
    if (!o.subject) return {};
    if (o.kind === "space" || o.kind === "zone") return { zone: o.subject };
    if (o.kind === "card") return { card: o.subject };
    if (o.kind === "seat") return { seat: o.subject };
    return {};
}

/** The id that the rules have for an option, also if it is merged. @param {Option} o */
export const nameOf = (o) => o.path?.at(-1) ?? o.id;

/** Numbers, none of them a place. @param {Option} o */
export const isAmount = (o) => o.kind === "number";

/**
 * The options as the action bar shows them; sides of a card are chosen on it. `places` are chosen
 * on the board; `buttons` have no place, or share theirs with others; `done` is the way out that
 * completes, `others` the rest.
 * @param {Decision} decision
 */
export function sortOptions(decision) {
    const ways = decision.options.filter(isWayOut),
        rest = decision.options.filter((o) => !isWayOut(o) && !o.side);
    /** @type {Map<string, Option[]>} */
    const byZone = new Map();
    for (const o of rest) {
        const { zone } = placeOf(o);
        if (zone) byZone.set(zone, [...(byZone.get(zone) ?? []), o]);
    }
    const places = new Map([...byZone].map(([zone, list]) => [zone, list[0]]));
    const shared = new Set([...byZone.values()].filter((list) => list.length > 1).flat());
    const buttons = rest.filter((o) => !placeOf(o).zone || shared.has(o));
    const done = ways.find((o) => (o.wayOut ?? o.kind) === "done");
    return { rest, places, buttons, byZone, done, others: ways.filter((o) => o !== done) };
}
