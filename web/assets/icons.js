/* icons.js: small pictures on buttons, and emblems of seats. */
import { button, h, svg } from "./dom.js";
import { seatGlyph, seatLabel, seatLetters, tint } from "./looks.js";

/** @type {Record<string, string>} lines in a box of 16 */
const PATHS = {
    first: "M12 3L7 8l5 5M4 3v10",
    back: "M10 3L5 8l5 5",
    forward: "M6 3l5 5-5 5",
    play: "M5 3l8 5-8 5z",
    pause: "M5 3v10M11 3v10",
    last: "M4 3l5 5-5 5M12 3v10",
    plus: "M8 3v10M3 8h10",
    minus: "M3 8h10",
    fit: "M2 6V2h4M14 6V2h-4M2 10v4h4M14 10v4h-4",
    eye: "M1.5 8C4 3.5 12 3.5 14.5 8C12 12.5 4 12.5 1.5 8" +
        "M8 6.2a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6",
    gear: "M8 5.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2" +
        "M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4",
    ground: "M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12M8 2v12M11 3.5v9",
    people: "M6 4a2.2 2.2 0 1 1 0 4.4A2.2 2.2 0 1 1 6 4" +
        "M2 13c0-4.5 8-4.5 8 0M11.5 6.2a1.7 1.7 0 1 1 0 3.4M12 10.6c1.4 0 2.4 1 2.4 2.4",
    help: "M8 1.6a6.4 6.4 0 1 1 0 12.8a6.4 6.4 0 1 1 0-12.8" +
        "M6 6.3c0-2.6 4.2-2.6 4.2 0c0 1.6-2.2 1.6-2.2 3.1M8 11.6v.1",
    list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
    redo: "M4 6.5C7 3.5 12 5 12.5 9.5M12.8 5v4.7H8.2",
    rule: "M3 2.5h7.5L13 5v8.5H3zM5.5 7h5M5.5 9.5h5",
    hint: "M8 1.8a4.2 4.2 0 0 1 2.2 7.8V11.5H5.8V9.6A4.2 4.2 0 0 1 8 1.8M6.3 14h3.4",
    close: "M4 4l8 8M12 4l-8 8",
    words: "M3 4h10M3 7h10M3 10h6",
};

/** @param {string} name */
export function icon(name) {
    return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: "ico" },
        svg("path", { d: PATHS[name] }));
}

/** @param {string} name @param {string} label @param {() => void} act
 * @param {Record<string, unknown>} [more] */
export function iconButton(name, label, act, more = {}) {
    const made = button("", act, { class: "icon", title: label, "aria-label": label, ...more });
    made.append(icon(name));
    return made;
}

/** The emblem of a seat: its glyph or letters in its colour.
 * @param {import("./types.js").Game} game @param {string | null | undefined} seat
 * @param {string} [size] */
export function emblem(game, seat, size = "") {
    const glyph = seatGlyph(game, seat);
    const inside = glyph ? svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, glyph)
        : h("span", { class: "letters", "aria-hidden": "true" },
            seatLetters(game, seat).slice(0, 2));
    const made = h("span",
        { class: `emblem ${size}`, role: "img", "aria-label": seatLabel(game, seat) }, inside);
    return tint(made, game, seat);
}
