/* looks.js: colours and symbols from a game's visual data, with defaults for games that say nothing. */
import { isDark } from "./settings.js";

/** @typedef {string | { light: string, dark: string } | undefined} Colour */

const SEATS = [
    { light: "#1f5fa8", dark: "#85b7ee" }, { light: "#a3312a", dark: "#f08a80" }, { light: "#2f7d4c", dark: "#8fd6a8" },
    { light: "#a97f06", dark: "#e2b93b" }, { light: "#6a4c93", dark: "#c3a6e8" }, { light: "#0f766e", dark: "#6fd3c9" },
];

/**
 * @param {Colour} colour
 * @param {string} [otherwise]
 */
export function colourOf(colour, otherwise = "") {
    if (!colour) return otherwise;
    return typeof colour === "string" ? colour : isDark() ? colour.dark : colour.light;
}

/** Black or white, whichever is read better on it.
 * @param {string} hex */
export function inkOn(hex) {
    const [r, g, b] = [1, 3, 5].map((i) => {
        const c = parseInt(hex.slice(i, i + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#111111" : "#ffffff";
}

/**
 * @param {any} game description with its visual data
 * @param {string | null} seat
 */
export function seatColour(game, seat) {
    const index = game.seats.findIndex((/** @type {any} */ s) => s.id === seat);
    if (index < 0) return isDark() ? "#9a9a9a" : "#5a5a5a";
    return colourOf(game.visual?.seats?.[seat ?? ""]?.color ?? game.seats[index].color, colourOf(SEATS[index % SEATS.length]));
}

/**
 * How a kind of pieces looks: "scouts.hidden" has the shape of its kind and the mark of its state.
 * @param {any} game
 * @param {any} kind of the description
 */
export function pieceLook(game, kind) {
    const [name, state] = kind.id.split(".");
    const look = game.visual?.kinds?.[name] ?? {};
    return {
        shape: look.shape ?? "disc",
        colour: colourOf(look.color, seatColour(game, kind.seat ?? null)),
        symbol: look.symbol ?? (kind.short || kind.label.slice(0, 1)),
        mark: game.visual?.states?.[state]?.mark ?? "none",
    };
}
