/* track.js: tracks that are drawn on the board: a row of cells round its edge, or cells in a
 * column. Markers of equal value stand beside each other. */
import { svg } from "../dom.js";
import { seatGlyph, tint } from "../looks.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TrackStyle} TrackStyle */
/** @typedef {{ id: string, seat: string | null, shape: string, symbol: string, value: number,
 *   label: string }} Token */

/** What stands on a track. @param {Game} game @param {View} view @param {TrackStyle} track */
export function tokensOf(game, view, track) {
    return track.of.flatMap((id) => {
        const look = track.looks?.[id] ?? {}, shape = look.shape ?? "tag";
        const symbol = look.symbol ?? id.slice(0, 4).toUpperCase();
        const named = game.globalVars?.find((v) => v.id === id) ??
            game.displays?.find((d) => d.id === id);
        const label = named?.label ?? id, own = view.position.globals?.[id];
        /** @type {Token[]} */
        const tokens = own !== undefined
            ? [{ id, seat: look.seat ?? null, shape, symbol, value: Number(own), label }]
            : view.displays.filter((d) => d.id === id && d.value !== null).map((d) =>
                ({ id, seat: look.seat ?? d.owner, shape, symbol, value: Number(d.value), label }));
        return tokens;
    });
}

/** Where a value stands on the edge: its cell, and the way along the edge.
 * @param {NonNullable<TrackStyle["edge"]>} edge @param {number[]} size @param {number} value */
function edgeCell({ cell, left, top }, [width, height], value) {
    if (value < left) return { box: [0, height - 6 - (value + 1) * cell, 34, cell], way: [0, 1] };
    if (value < left + top) return { box: [50 + (value - left) * cell, 0, cell, 34], way: [1, 0] };
    return { box: [width - 34, 40 + (value - left - top) * cell, 34, cell], way: [0, 1] };
}

/** @param {Game} game @param {Token} token @param {number} x @param {number} y
 * @param {number} scale */
function tokenAt(game, token, x, y, scale = 1) {
    const grown = scale === 1 ? "" : ` scale(${scale.toFixed(2)})`;
    const at = { class: `token ${token.shape}`, transform: `translate(${x} ${y})${grown}` };
    const title = svg("title", {}, `${token.label} ${token.value}`);
    if (token.shape === "tag")
        return svg("g", at, title, svg("rect", { x: -16, y: -10, width: 32, height: 20, rx: 5 }),
            svg("text", { y: 4.6 }, token.symbol));
    const group = svg("g", at, title);
    tint(group, game, token.seat);
    if (token.shape === "cylinder")
        group.append(svg("use", { href: "#s-cylinder", x: -14, y: -14, width: 28, height: 28 }));
    else {
        group.append(svg("path", { d: "M0 -15L14 -4.6L8.7 12H-8.7L-14 -4.6Z" }));
        const glyph = seatGlyph(game, token.seat);
        if (glyph) group.append(svg("g", { class: "p-glyph", transform: "scale(.8)" }, glyph));
    }
    return group;
}

/** @param {TrackStyle} track @param {number[]} size @returns {SVGElement[]} */
export function trackCells(track, size) {
    const cells = [], [width, height] = track.cell ?? [40, 40];
    for (let v = 0; v <= track.most; v++) {
        const box = track.edge ? edgeCell(track.edge, size, v).box
            : [...(track.cells?.[v] ?? [0, 0]), width, height - 4];
        const five = track.edge && v % 5 === 0 ? " five" : "";
        cells.push(
            svg("rect", {
                class: `cell${five}`, x: box[0] + 1, y: box[1] + 1, width: box[2] - 2,
                height: box[3] - 2, rx: track.edge ? 4 : 8
            }),
            svg("text",
                { class: `cell-n${five}`, x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 + 4.5 },
                v));
    }
    if (!track.edge && track.cells) {
        const top = track.cells.reduce((a, b) => (b[1] < a[1] ? b : a));
        cells.push(svg("text", { class: "track-name", x: top[0] + width / 2, y: top[1] - 8 },
            track.label ?? ""));
    }
    return cells;
}

/** @param {Game} game @param {View} view @param {TrackStyle} track @param {number[]} size */
export function trackTokens(game, view, track, size) {
    /** @type {Map<number, Token[]>} */
    const byValue = new Map();
    for (const token of tokensOf(game, view, track)) {
        const value = Math.max(0, Math.min(track.most, token.value));
        byValue.set(value, [...(byValue.get(value) ?? []), token]);
    }
    return [...byValue].flatMap(([value, tokens]) => tokens.map((token, i) => {
        if (!track.edge) {
            const [x, y] = track.cells?.[value] ?? [0, 0], [width, height] = track.cell ?? [40, 40];
            const at = tokenAt(game, token, x + width / 2 + i * 10, y + height / 2 - 2, 1.2);
            at.append(svg("text", { y: 7 }, value));
            return at;
        }
        // They share the cell.
        const { box, way } = edgeCell(track.edge, size, value), n = tokens.length;
        const off = (i - (n - 1) / 2) * (track.edge.cell / n), scale = [1, 1, 0.7, 0.56][n] ?? 0.45;
        return tokenAt(game, token, box[0] + box[2] / 2 + way[0] * off,
            box[1] + box[3] / 2 + way[1] * off, scale);
    }));
}
