/* board.js: boards of squares, hexagons, points and simple maps, drawn from visual data: spaces,
 * links and boxes once, and what lies on them after each change. Maps with slots are drawn by
 * map.js. */
import { h, svg } from "../dom.js";
import { colourOf, inkOn, pieceLook } from "../looks.js";
import { wantsMotion } from "../settings.js";
import { nearest, outline, room } from "./geometry.js";
import { piece } from "./shapes.js";
import { Words } from "./words.js";
import { zoomable } from "./zoom.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Named} Named */
/** @typedef {import("../types.js").SpaceLook} SpaceLook */
/** @typedef {import("./map.js").Marks} Marks */
/** @typedef {{ element: SVGElement, width: number }} Item */

const SCALE = 1.45; // of pieces on maps
const ROW = 30; // from one row of pieces to the next
const MARK = 1.3; // marks behind a name
const LETTER = 9.6; // about as wide as a letter of a name

/** A name in lines of about `most` letters, broken at blanks and behind hyphens.
 * @param {string} name @param {number} most */
function wrapped(name, most) {
    const lines = [""];
    for (const word of name.split(/(?<=[- ])/)) {
        const last = lines[lines.length - 1];
        if (last !== "" && (last + word).trim().length > most) lines.push("");
        lines[lines.length - 1] += word;
    }
    return lines.map((line) => line.trim());
}

export class Board {
    /** @param {Game} game @param {import("./map.js").Handlers} handlers */
    constructor(game, handlers) {
        this.game = game;
        this.handlers = handlers;
        this.visual = game.visual;
        this.kind = this.visual.board.kind;
        this.size = this.visual.board.size;
        this.words = new Words(game);
        /** @type {Map<string, SVGElement>} */
        this.zones = new Map();
        /** @type {Map<string, SVGElement>} */
        this.contents = new Map();
        /** @type {Map<string, string>} */
        this.drawn = new Map();
        this.picture = /** @type {SVGSVGElement} */ (svg("svg", {
            class: `board ${this.kind}`, role: "group", "aria-label": `Board of ${game.title}`
        }));
        this.draw();
        this.view = zoomable(this.picture, this.size);
        this.element = h("div", { class: "board-frame" }, this.picture);
        this.element.style.setProperty("--ratio", `${this.size[0]} / ${this.size[1]}`);
    }

    /* ---- what never changes ---- */

    draw() {
        const ground = svg("rect", { class: "ground", width: this.size[0], height: this.size[1] });
        ground.style.fill = colourOf(this.visual.board.background, "var(--surface)");
        const links = svg("g", { class: "links" }), zones = svg("g", { class: "zones" });
        this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
        this.inner = svg("g", { class: "inner", "aria-hidden": "true" });
        this.dots = svg("g", { class: "dots", "aria-hidden": "true" });
        this.flights = svg("g", { class: "flights", "aria-hidden": "true" });
        this.drawn.clear();
        this.picture.replaceChildren(ground, links, zones, this.labels, this.dots, this.inner,
            this.flights);
        this.drawLinks(links);
        const order = [...this.game.spaces].sort((a, b) => this.depth(a.id) - this.depth(b.id));
        for (const space of order) zones.append(this.drawZone(space, this.visual.spaces[space.id]));
        for (const box of this.game.boxes) {
            const look = this.boxLook(box.id);
            if (look) zones.append(this.drawZone(box, look));
        }
    }

    /** Areas first, then roads, then towns on top. @param {string} space */
    depth(space) {
        const drawn = this.visual.spaces[space];
        return drawn.path ? 1 : drawn.circle ? 2 : 0;
    }

    /** @param {string} box @returns {SpaceLook | null} */
    boxLook(box) {
        const look = this.visual.boxes?.[box];
        return look ? { ...look, label: [look.rect[0] + look.rect[2] / 2, look.rect[1] + 16] }
            : null;
    }

    /** @param {string} zone @returns {SpaceLook} */
    lookOf(zone) {
        return this.visual.spaces[zone] ?? this.boxLook(zone) ?? { label: [0, 0] };
    }

    /** @param {SVGElement} layer */
    drawLinks(layer) {
        const linked = this.kind === "points" || this.kind === "graph";
        for (const [a, b] of linked ? this.adjacentPairs() : this.visual.links ?? []) {
            const [p, q] = nearest(this.visual.spaces[a], this.visual.spaces[b]);
            layer.append(svg("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1] }));
        }
    }

    adjacentPairs() {
        return this.game.spaces.flatMap((s) =>
            (s.adjacent ?? []).filter((t) => s.id < t).map((t) => [s.id, t]));
    }

    /** @param {Named} zone @param {SpaceLook} drawn */
    drawZone(zone, drawn) {
        const shape = outline(drawn), contents = svg("g", { class: "contents" }),
            fill = this.fillOf(drawn);
        shape.classList.add("shape");
        shape.style.setProperty(drawn.path ? "stroke" : "fill", fill);
        shape.style.setProperty("--fill", fill);
        const group = svg("g", { class: "zone", "data-zone": zone.id });
        if (drawn.path)
            group.append(svg("polyline", { class: "kerb", points: shape.getAttribute("points"),
                "stroke-width": (drawn.width ?? 12) + 4 }));
        group.append(shape);
        const label = this.labelOf(zone, drawn, fill);
        if (label) this.labels?.append(label);
        this.inner?.append(contents);
        group.addEventListener("click", () => this.handlers.pick(zone.id));
        group.addEventListener("pointerenter", () => this.handlers.hover(zone.id));
        group.addEventListener("pointerleave", () => this.handlers.hover(null));
        group.addEventListener("focus", () => this.handlers.hover(zone.id));
        group.addEventListener("keydown", (event) => {
            const { key } = /** @type {KeyboardEvent} */ (event);
            if (key !== "Enter" && key !== " ") return;
            event.preventDefault();
            event.stopPropagation();
            this.handlers.pick(zone.id);
        });
        this.zones.set(zone.id, group);
        this.contents.set(zone.id, contents);
        return group;
    }

    /** @param {SpaceLook} drawn */
    fillOf(drawn) {
        return colourOf(drawn.fill, "") ||
            (this.kind === "squares" ? "transparent" : "var(--space)");
    }

    /** Squares of a grid need no name: letters and numbers at two edges say it.
     * @param {Named} zone @param {SpaceLook} drawn @param {string} fill */
    labelOf(zone, drawn, fill) {
        if (this.kind === "squares") return this.edgeOf(zone, drawn);
        const [x, y] = drawn.label;
        if (this.kind === "hex")
            return svg("text", { class: "zone-name", x, y: y + 44 }, zone.label);
        if (drawn.path) return null;
        // Pieces fill the circle: the name stands beside it.
        if (drawn.circle && this.kind === "points") {
            const [cx, cy, r] = drawn.circle, isShort = zone.label.length < 4;
            return svg("text", { class: "zone-name", x: isShort ? cx - r * 0.85 : cx,
                y: isShort ? cy - r * 0.8 : cy - r - 5 }, zone.label);
        }
        const at = this.nameOf(zone.label, drawn);
        const label = svg("text",
            { class: "zone-name", x: at.x, y: at.y - (at.lines.length - 1) * 15 },
            ...at.lines.map((line, i) => svg("tspan", { x: at.x, dy: i === 0 ? 0 : 15 }, line)));
        if (fill.startsWith("#")) label.style.fill = inkOn(fill);
        return label;
    }

    /** Where the name of a zone stands: the middle and the foot of its last line.
     * @param {string} label @param {SpaceLook} drawn */
    nameOf(label, drawn) {
        const [x, y] = drawn.circle ? [drawn.label[0], drawn.label[1] - drawn.circle[2] + 16]
            : drawn.label;
        return { x, y, lines: wrapped(label, drawn.rect ? 40 : 13) };
    }

    /** @param {Named} zone @param {SpaceLook} drawn */
    edgeOf(zone, drawn) {
        const [, letters, digits] = /^([a-z]+)([0-9]+)$/.exec(zone.label) ?? [];
        const [x, y, width, height] = drawn.rect ?? [0, 0, 0, 0],
            group = svg("g", { class: "edge" });
        if (digits && x === 0) group.append(svg("text", { x: 6, y: y + 18 }, digits));
        if (letters && y + height >= this.size[1])
            group.append(svg("text", { x: x + width - 14, y: y + height - 7 }, letters));
        return group;
    }

    /* ---- what changes ---- */

    /** @param {View} view @param {Marks} marks */
    update(view, marks) {
        this.words.read(view);
        this.dots?.replaceChildren();
        for (const [zone, group] of this.zones) {
            const option = marks.lit.get(zone), chosen = marks.chosen.has(zone);
            const states = { lit: Boolean(option), chosen, sent: marks.sent === zone,
                changed: marks.changed.has(zone) };
            for (const [name, on] of Object.entries(states)) group.classList.toggle(name, on);
            if (option) group.setAttribute("tabindex", "0");
            else group.removeAttribute("tabindex");
            group.setAttribute("role", option ? "button" : "img");
            const words = this.words.describe(zone), sets = this.words.sets(zone).length > 0;
            group.setAttribute("aria-label",
                `${option ? "Choose " : ""}${words}${chosen ? ", chosen" : ""}`);
            const look = this.lookOf(zone), empty = this.words.pieces(zone).length === 0 && !sets;
            if (option && this.kind === "squares" && look.rect)
                this.dots?.append(canDot(look, empty));
            if (this.drawn.get(zone) === words) continue;
            this.drawn.set(zone, words);
            this.contents.get(zone)?.replaceChildren(...this.inside(zone));
        }
    }

    /** @param {string} zone @returns {SVGElement[]} */
    inside(zone) {
        const drawn = this.lookOf(zone), sets = this.words.sets(zone), [x, y] = drawn.label;
        if (sets.length > 0)
            return sets.map(({ look }) => place(piece(look), x, y, filling(drawn)));
        const pieces = this.words.pieces(zone).map(([kind, n]) => ({
            element: piece(pieceLook(this.game, kind), n), width: n > 9 ? 65 : n > 1 ? 50 : 33
        }));
        const counts = this.words.counts(zone)
            .map(({ symbol }) => ({ symbol, colour: "#555555", isDisplay: false }));
        const marks = [...this.words.marks(zone), ...counts].map((mark) =>
            ({ element: glyph(mark), width: glyphWidth(mark.symbol) + 2 }));
        const isSpace = Boolean(this.visual.spaces[zone]);
        if (!isSpace || drawn.path || this.kind !== "map") {
            const wide = marks.map((m) => ({ ...m, width: m.width * SCALE }));
            return this.inRows([...wide, ...pieces], drawn, isSpace);
        }
        return [...this.besideName(marks, zone, drawn), ...this.inRows(pieces, drawn, isSpace)];
    }

    /** Marks stand behind the name, where no piece is taken for one.
     * @param {Item[]} marks @param {string} zone @param {SpaceLook} drawn */
    besideName(marks, zone, drawn) {
        const { x, y, lines } = this.nameOf(this.words.label(zone), drawn);
        let at = x + (lines[lines.length - 1].length * LETTER) / 2 + 4;
        return marks.map(({ element, width }) => {
            at += width * MARK;
            return place(element, at - (width * MARK) / 2, y - 6, MARK);
        });
    }

    /** @param {Item[]} items @param {SpaceLook} drawn @param {boolean} isSpace */
    inRows(items, drawn, isSpace) {
        const rows = rowsOf(items, room(drawn)), [x, y] = drawn.pieces ?? drawn.label;
        const half = ((rows.length - 1) * ROW) / 2;
        const top = drawn.circle ? y + 10 - half : drawn.path ? y - half : y + (isSpace ? 26 : 34);
        return rows.flatMap((row, i) => {
            let at = x - row.reduce((sum, item) => sum + item.width, 0) / 2;
            return row.map((item) => {
                at += item.width;
                return place(item.element, at - item.width + 16, top + i * ROW, SCALE);
            });
        });
    }

    /* ---- pointing at things ---- */

    /** @param {string} zone @param {View | null} [view] */
    describe(zone, view = null) {
        if (view) this.words.read(view);
        return this.words.describe(zone);
    }

    /** @param {string | null} zone */
    point(zone) {
        for (const [name, group] of this.zones) group.classList.toggle("pointed", name === zone);
    }

    /** @param {{ from: string, to: string, kind: import("../types.js").Kind,
     * count: number }[]} moves */
    fly(moves) {
        if (!wantsMotion()) return;
        for (const move of moves.slice(0, 12)) {
            const from = this.middle(move.from), to = this.middle(move.to);
            if (!from || !to) continue;
            const flyer = piece(pieceLook(this.game, move.kind), move.count);
            this.flights?.append(flyer);
            const flight = flyer.animate(
                [from, to].map((p) => ({ transform: `translate(${p[0]}px,${p[1]}px) scale(1.5)` })),
                { duration: 450, easing: "ease-in-out" });
            flight.onfinish = flight.oncancel = () => flyer.remove();
        }
    }

    /** @param {string} zone @returns {number[] | null} */
    middle(zone) {
        return this.visual.spaces[zone]?.label ?? this.boxLook(zone)?.label ?? null;
    }

    zoomToQuestion() {
        return false;
    }

    /** @param {boolean} shown */
    showPieces(shown) {
        this.picture.classList.toggle("bare", !shown);
    }
}

/** A dot on an empty square, a ring round a piece: this can be chosen.
 * @param {SpaceLook} look @param {boolean} empty */
function canDot(look, empty) {
    const [x, y, width, height] = look.rect ?? [0, 0, 0, 0],
        at = { cx: x + width / 2, cy: y + height / 2 };
    return svg("circle",
        { class: empty ? "can-dot" : "can-ring", ...at, r: width * (empty ? 0.15 : 0.44) });
}

/** As many in a row as there is room for. @param {Item[]} items @param {number} most */
function rowsOf(items, most) {
    /** @type {Item[][]} */
    const rows = [];
    let left = 0;
    for (const item of items) {
        if (rows.length === 0 || item.width > left) {
            rows.push([]);
            left = most;
        }
        rows[rows.length - 1].push(item);
        left -= item.width;
    }
    return rows;
}

/** @param {string} symbol */
const glyphWidth = (symbol) => (symbol.length > 2 ? 30 : symbol.length > 1 ? 25 : 18);

/** What a variable says is round, what is worked out, such as who holds it, is square.
 * @param {{ symbol: string, colour: string, isDisplay: boolean }} mark */
function glyph(mark) {
    const group = svg("g", { class: "glyph" }), width = glyphWidth(mark.symbol);
    const box = svg("rect",
        { x: -width / 2, y: -9, width, height: 18, rx: mark.isDisplay ? 2 : 9 });
    const text = svg("text", { y: 4 }, mark.symbol);
    box.style.fill = mark.colour;
    text.style.fill = inkOn(mark.colour);
    group.append(box, text);
    return group;
}

/** How much larger a lone piece is drawn in a cell. @param {SpaceLook} drawn */
function filling(drawn) {
    return drawn.rect ? drawn.rect[2] / 28 : drawn.circle ? drawn.circle[2] / 14 : 2.8;
}

/** @param {SVGElement} element @param {number} x @param {number} y @param {number} [scale] */
function place(element, x, y, scale = 1) {
    const grown = scale === 1 ? "" : ` scale(${scale.toFixed(2)})`;
    element.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})${grown}`);
    return element;
}
