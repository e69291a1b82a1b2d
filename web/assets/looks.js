/* looks.js: colours, glyphs and symbols from a game's visual data, with defaults for games that say
 * nothing. */
import { svg } from "./dom.js";
import { isDark } from "./settings.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Kind} Kind */

const SEATS = [
    { light: "#1f5fa8", dark: "#85b7ee" }, { light: "#a3312a", dark: "#f08a80" },
    { light: "#2f7d4c", dark: "#8fd6a8" }, { light: "#a97f06", dark: "#e2b93b" },
    { light: "#6a4c93", dark: "#c3a6e8" }, { light: "#0f766e", dark: "#6fd3c9" },
];

/**
 * @param {Colour | undefined} colour
 * @param {string} [otherwise]
 */
export function colourOf(colour, otherwise = "") {
    if (!colour) return otherwise;
    return typeof colour === "string" ? colour : isDark() ? colour.dark : colour.light;
}

/** @param {string} hex */
function luminance(hex) {
    const [r, g, b] = [1, 3, 5].map((i) => {
        const c = parseInt(hex.slice(i, i + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever is read better on a colour. @param {string} hex */
export function inkOn(hex) {
    return luminance(hex) > 0.179 ? "#111111" : "#ffffff";
}

/** @param {Game} game @param {string | null | undefined} seat */
export function seatColour(game, seat) {
    const index = game.seats.findIndex((s) => s.id === seat);
    if (index < 0) return isDark() ? "#9a9a9a" : "#5a5a5a";
    const own = game.visual?.seats?.[seat ?? ""]?.color ?? game.seats[index].color;
    return colourOf(own, colourOf(SEATS[index % SEATS.length]));
}

/** @param {Game} game @param {string | null | undefined} seat */
export function seatInk(game, seat) {
    return colourOf(game.visual?.seats?.[seat ?? ""]?.ink, inkOn(seatColour(game, seat)));
}

/** The letters of a seat. @param {Game} game @param {string | null | undefined} seat */
export function seatLetters(game, seat) {
    const label = game.seats.find((s) => s.id === seat)?.label ?? seat ?? "";
    return game.visual?.seats?.[seat ?? ""]?.symbol ?? label.slice(0, 2);
}

/** @param {Game} game @param {string | null | undefined} seat */
export function seatLabel(game, seat) {
    return game.seats.find((s) => s.id === seat)?.label ?? seat ?? "";
}

/** Sets the two colours of a seat on an element, for its style sheet.
 * @template {HTMLElement | SVGElement} T
 * @param {T} element @param {Game} game @param {string | null | undefined} seat @returns {T} */
export function tint(element, game, seat) {
    element.style.setProperty("--f", seatColour(game, seat));
    element.style.setProperty("--fi", seatInk(game, seat));
    return element;
}

/** Points of a star around 0, y. @param {number} r @param {number} y @param {number} n
 * @param {number} inner */
export function starPoints(r, y = 0, n = 5, inner = 0.42) {
    return Array.from({ length: n * 2 }, (_, i) => {
        const turn = -Math.PI / 2 + (i * Math.PI) / n, far = i % 2 ? r * inner : r;
        return `${(far * Math.cos(turn)).toFixed(1)},${(y + far * Math.sin(turn)).toFixed(1)}`;
    });
}

const ROUND = "M0 -7A7 7 0 1 1 0 7A7 7 0 1 1 0 -7Z";
/** @type {Record<string, string>} outlines within a circle of radius 7 */
const GLYPHS = {
    star: `M${starPoints(7).join("L")}Z`,
    bars: "M-6 -4.6h12v2.3h-12zM-6 -1.1h12v2.3h-12zM-6 2.4h12v2.3h-12z",
    burst: `${ROUND}M${starPoints(6).join("L")}Z`,
    half: `${ROUND}M0 -5A5 5 0 0 0 0 5Z`,
    dot: "M0 -5A5 5 0 1 1 0 5A5 5 0 1 1 0 -5Z",
    cross: "M-6 -4L-4 -6L0 -2L4 -6L6 -4L2 0L6 4L4 6L0 2L-4 6L-6 4L-2 0Z",
};

/** The glyph of a seat; null where its letters stand for it.
 * @param {Game} game @param {string | null | undefined} seat */
export function seatGlyph(game, seat) {
    const path = GLYPHS[game.visual?.seats?.[seat ?? ""]?.glyph ?? ""];
    return path ? svg("path", { d: path, "fill-rule": "evenodd" }) : null;
}

/**
 * How a kind of pieces looks: "scouts.hidden" has the shape of its kind and the mark of its state.
 * @param {Game} game
 * @param {Kind} kind of the description
 */
export function pieceLook(game, kind) {
    const [name, state] = kind.id.split(".");
    const look = game.visual?.kinds?.[name] ?? {};
    return {
        shape: look.shape ?? "disc",
        colour: colourOf(look.color, seatColour(game, kind.seat ?? null)),
        symbol: look.symbol ?? (kind.short || kind.label.slice(0, 1)),
        mark: game.visual?.states?.[state]?.mark ?? "none",
        size: look.size ?? 1,
        band: colourOf(look.band, ""),
        seat: kind.seat ?? null,
    };
}
