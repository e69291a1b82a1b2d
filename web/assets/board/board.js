/* board.js: the board of any game, drawn from its visual data: spaces, links and boxes once, and what lies on them after each change. */
import { h, svg } from "../dom.js";
import { colourOf, inkOn, pieceLook } from "../looks.js";
import { wantsMotion } from "../settings.js";
import { tip } from "../tips.js";
import { nearest, outline, room } from "./geometry.js";
import { piece } from "./shapes.js";
import { zoomable } from "./zoom.js";

/**
 * @typedef {object} BoardHandlers
 * @property {(space: string) => void} pick   a lit space
 * @property {(space: string) => void} look   any other
 */

const SCALE = 1.45; // of pieces on maps
const ROW = 30; // from one row of pieces to the next
const MARK = 1.3; // marks behind a name
const LETTER = 9.6; // about as wide as a letter of a name

/** A name in lines of about `most` letters, broken at blanks and behind hyphens. @param {string} name @param {number} most */
function wrapped(name, most) {
    const lines = [""];
    for (const word of name.split(/(?<=[- ])/)) {
        if (lines[lines.length - 1] !== "" && (lines[lines.length - 1] + word).trim().length > most) lines.push("");
        lines[lines.length - 1] += word;
    }
    return lines.map((line) => line.trim());
}

export class Board {
    /**
     * @param {any} game description with `visual`
     * @param {BoardHandlers} handlers
     */
    constructor(game, handlers) {
        this.game = game;
        this.handlers = handlers;
        this.visual = game.visual;
        this.size = this.visual.board.size;
        this.kinds = new Map(game.kinds.map((/** @type {any} */ kind) => [kind.id, kind]));
        this.spaceLabels = new Map([...game.spaces, ...game.boxes].map((/** @type {any} */ s) => [s.id, s.label]));
        /** @type {any} the view that is drawn */
        this.shown = null;
        /** @type {Map<string, any[]>} the displays of each space */
        this.displays = new Map();
        /** @type {Map<string, SVGElement>} */
        this.zones = new Map();
        /** @type {Map<string, SVGElement>} */
        this.contents = new Map();
        this.picture = /** @type {SVGSVGElement} */ (svg("svg", { class: `board ${this.visual.board.kind}`, role: "group", "aria-label": `Board of ${game.title}` }));
        this.draw();
        this.view = zoomable(this.picture, this.size);
        this.element = h("div", { class: "board-frame" }, this.picture);
        this.element.style.setProperty("--ratio", `${this.size[0]} / ${this.size[1]}`);
    }

    /* ---- what never changes ---- */

    draw() {
        const ground = svg("rect", { class: "ground", width: this.size[0], height: this.size[1] });
        ground.style.fill = colourOf(this.visual.board.background, "var(--panel)");
        const links = svg("g", { class: "links" }), zones = svg("g", { class: "zones" });
        this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
        this.inner = svg("g", { class: "inner", "aria-hidden": "true" });
        this.flights = svg("g", { class: "flights", "aria-hidden": "true" });
        this.picture.replaceChildren(ground, links, zones, this.labels, this.inner, this.flights);
        this.drawLinks(links);
        const order = [...this.game.spaces].sort((a, b) => this.depth(a.id) - this.depth(b.id));
        for (const space of order) zones.append(this.drawZone(space, this.visual.spaces[space.id]));
        for (const box of this.game.boxes)
            if (this.visual.boxes?.[box.id]) zones.append(this.drawZone(box, { ...this.visual.boxes[box.id], label: this.boxLabel(box.id) }));
    }

    /** Areas first, then roads, then towns on top. @param {string} space */
    depth(space) {
        const drawn = this.visual.spaces[space];
        return drawn.path ? 1 : drawn.circle ? 2 : 0;
    }

    /** @param {string} box */
    boxLabel(box) {
        const [x, y, width] = this.visual.boxes[box].rect;
        return [x + width / 2, y + 16];
    }

    /** @param {SVGElement} layer */
    drawLinks(layer) {
        const pairs = this.visual.links ?? [];
        for (const [a, b] of this.visual.board.kind === "points" || this.visual.board.kind === "graph" ? this.adjacentPairs() : pairs) {
            const [p, q] = nearest(this.visual.spaces[a], this.visual.spaces[b]);
            layer.append(svg("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1] }));
        }
    }

    adjacentPairs() {
        return this.game.spaces.flatMap((/** @type {any} */ s) => (s.adjacent ?? []).filter((/** @type {string} */ t) => s.id < t).map((/** @type {string} */ t) => [s.id, t]));
    }

    /**
     * @param {any} zone
     * @param {any} drawn
     */
    drawZone(zone, drawn) {
        const shape = outline(drawn), contents = svg("g", { class: "contents" });
        shape.classList.add("shape");
        const fill = this.fillOf(drawn);
        shape.style.setProperty(drawn.path ? "stroke" : "fill", fill);
        shape.style.setProperty("--fill", fill);
        const group = svg("g", { class: "zone", "data-zone": zone.id });
        if (drawn.path) group.append(svg("polyline", { class: "kerb", points: shape.getAttribute("points"), "stroke-width": (drawn.width ?? 12) + 4 }));
        group.append(shape);
        const label = this.labelOf(zone, drawn, fill);
        if (label) this.labels?.append(label);
        this.inner?.append(contents);
        group.addEventListener("click", () => this.activate(zone.id));
        group.addEventListener("keydown", (event) => {
            if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) {
                event.preventDefault();
                this.activate(zone.id);
            }
        });
        tip(group, () => this.shown ? this.lines(zone.id).join("\n") : "");
        this.zones.set(zone.id, group);
        this.contents.set(zone.id, contents);
        return group;
    }

    /** @param {any} drawn */
    fillOf(drawn) {
        return colourOf(drawn.fill, "") || (this.visual.board.kind === "squares" ? "transparent" : "var(--space)");
    }

    /** Squares of a grid need no name: letters and numbers at two edges say it. @param {any} zone @param {any} drawn @param {string} fill */
    labelOf(zone, drawn, fill) {
        if (this.visual.board.kind === "squares") return this.edgeOf(zone, drawn);
        if (this.visual.board.kind === "hex") return svg("text", { class: "zone-name", x: drawn.label[0], y: drawn.label[1] + 44 }, zone.label);
        if (drawn.path) return null;
        if (drawn.circle && this.visual.board.kind === "points") { // pieces fill the circle: a short name stands beside it, a long one above
            const [x, y, r] = drawn.circle, isShort = zone.label.length < 4;
            return svg("text", { class: "zone-name", x: isShort ? x - r * 0.85 : x, y: isShort ? y - r * 0.8 : y - r - 5 }, zone.label);
        }
        const { x, y, lines } = this.nameOf(zone, drawn);
        const label = svg("text", { class: "zone-name", x, y: y - (lines.length - 1) * 15 }, ...lines.map((line, i) => svg("tspan", { x, dy: i === 0 ? 0 : 15 }, line)));
        if (fill.startsWith("#")) label.style.fill = inkOn(fill);
        return label;
    }

    /** Where the name of a zone stands: the middle and the foot of its last line. @param {any} zone @param {any} drawn */
    nameOf(zone, drawn) {
        const [x, y] = drawn.circle ? [drawn.label[0], drawn.label[1] - drawn.circle[2] + 16] : drawn.label;
        return { x, y, lines: wrapped(zone.label, drawn.rect ? 40 : 13) };
    }

    /** @param {any} zone @param {any} drawn */
    edgeOf(zone, drawn) {
        const [, letters, digits] = /^([a-z]+)([0-9]+)$/.exec(zone.label) ?? [], [x, y, width, height] = drawn.rect;
        const group = svg("g", { class: "edge" });
        if (digits && x === 0) group.append(svg("text", { x: 6, y: y + 18 }, digits));
        if (letters && y + height >= this.size[1]) group.append(svg("text", { x: x + width - 14, y: y + height - 7 }, letters));
        return group;
    }

    /** @param {string} zone */
    activate(zone) {
        if (this.zones.get(zone)?.classList.contains("lit")) this.handlers.pick(zone);
        else this.handlers.look(zone);
    }

    /* ---- what changes ---- */

    /**
     * @param {any} view
     * @param {Map<string, any>} lit spaces that can be chosen, with their option
     */
    update(view, lit) {
        this.shown = view;
        this.displays = new Map();
        for (const d of view.displays)
            if (d.scope === "space") this.displays.set(d.owner, [...(this.displays.get(d.owner) ?? []), d]);
        for (const [zone, contents] of this.contents) {
            contents.replaceChildren(...this.inside(view, zone));
            const group = /** @type {SVGElement} */ (this.zones.get(zone)), option = lit.get(zone);
            group.classList.toggle("lit", Boolean(option));
            if (option) group.setAttribute("tabindex", "0");
            else group.removeAttribute("tabindex");
            group.setAttribute("role", option ? "button" : "img");
            group.setAttribute("aria-label", `${option ? "Choose " : ""}${this.describe(view, zone)}`);
        }
    }

    /** @param {any} view @param {string} zone @returns {[any, number][]} */
    piecesIn(view, zone) {
        const counts = view.position.zones?.[zone] ?? {};
        return this.game.kinds.filter((/** @type {any} */ kind) => counts[kind.id] > 0).map((/** @type {any} */ kind) => [kind, counts[kind.id]]);
    }

    /** The zone in words. @param {any} view @param {string} zone */
    describe(view, zone) {
        const pieces = this.piecesIn(view, zone).map(([kind, n]) => `${n} ${n === 1 ? kind.one || kind.label : kind.label}`);
        const sets = this.setsWith(view, zone).map((set) => set.label);
        const shown = (this.displays.get(zone) ?? []).map((d) => `${d.label} ${d.text}`);
        const marks = this.marksOf(view, zone).filter((m) => !m.isDisplay).map((m) => m.text);
        return [this.spaceLabels.get(zone), ...shown, ...marks, ...this.countsOf(view, zone).map((/** @type {any} */ c) => c.text), ...pieces, ...sets].join(", ");
    }

    /** The same for a tip, and what kind of space it is. @param {string} zone */
    lines(zone) {
        const [name, ...rest] = this.describe(this.shown, zone).split(", ");
        const properties = this.game.spaces.find((/** @type {any} */ s) => s.id === zone)?.properties ?? {};
        const nature = Object.values(properties).filter((value) => /^[A-Z]/.test(String(value)));
        return [name, ...(nature.length > 0 ? [nature.join(", ")] : []), ...rest];
    }

    /** @param {any} view @param {string} zone @returns {{ label: string, look: any }[]} */
    setsWith(view, zone) {
        return Object.entries(this.visual.sets ?? {}).filter(([name]) => view.position.globals?.[name]?.includes?.(zone)).map(([name, look]) => ({
            label: this.game.globalVars?.find((/** @type {any} */ g) => g.id === name)?.label ?? name,
            look: { shape: look.shape ?? "disc", colour: colourOf(look.color, "#444444"), symbol: look.symbol },
        }));
    }

    /** Markers of the zone with a glyph: of its variables by their value, of its displays by what they show. @param {any} view @param {string} zone */
    marksOf(view, zone) {
        const values = view.position.spaces?.[zone] ?? {};
        return Object.entries(this.visual.markers ?? {}).flatMap(([variable, looks]) => {
            const display = this.displays.get(zone)?.find((d) => d.id === variable);
            const value = String(display ? display.text : values[variable]), look = /** @type {any} */ (looks)[value];
            if (!look) return [];
            if (display) return [{ symbol: look.symbol ?? "•", colour: colourOf(look.color, "#444444"), text: `${display.label} ${value}`, isDisplay: true }];
            const declared = this.game.spaceVars?.find((/** @type {any} */ v) => v.id === variable);
            const words = declared?.values?.find((/** @type {any} */ v) => v.id === value)?.label ?? declared?.label ?? value;
            return [{ symbol: look.symbol ?? "•", colour: colourOf(look.color, "#444444"), text: words, isDisplay: false }];
        });
    }

    /** @param {any} view @param {string} zone */
    inside(view, zone) {
        const drawn = this.visual.spaces[zone] ?? { ...this.visual.boxes[zone], label: this.boxLabel(zone) };
        const sets = this.setsWith(view, zone);
        if (sets.length > 0) return sets.map(({ look }) => this.place(piece(look), drawn.label[0], drawn.label[1], this.filling(drawn)));
        const pieces = this.piecesIn(view, zone).map(([kind, n]) => ({ element: piece(pieceLook(this.game, kind), n), width: n > 9 ? 65 : n > 1 ? 50 : 33 }));
        const marks = [...this.marksOf(view, zone).map((mark) => ({ element: this.glyph(mark), width: this.glyphWidth(mark) + 2 })), ...this.countsOf(view, zone)];
        const isSpace = Boolean(this.visual.spaces[zone]);
        if (!isSpace || drawn.path || this.visual.board.kind !== "map") return this.inRows([...marks.map((m) => ({ ...m, width: m.width * SCALE })), ...pieces], drawn, isSpace);
        return [...this.besideName(marks, zone, drawn), ...this.inRows(pieces, drawn, isSpace)];
    }

    /** Marks stand behind the name, where no piece is taken for one. @param {{ element: SVGElement, width: number }[]} marks @param {string} zone @param {any} drawn */
    besideName(marks, zone, drawn) {
        const { x, y, lines } = this.nameOf({ label: this.spaceLabels.get(zone) }, drawn);
        let at = x + lines[lines.length - 1].length * LETTER / 2 + 4;
        return marks.map(({ element, width }) => {
            at += width * MARK;
            return this.place(element, at - width * MARK / 2, y - 6, MARK);
        });
    }

    /** Numbers of the space that have no glyph of their own, such as markers that pile up. @param {any} view @param {string} zone */
    countsOf(view, zone) {
        const values = view.position.spaces?.[zone] ?? {};
        return (this.game.spaceVars ?? []).filter((/** @type {any} */ v) => !v.bookkeeping && !this.visual.markers?.[v.id] && typeof values[v.id] === "number" && values[v.id] !== 0)
            .map((/** @type {any} */ v) => ({ element: this.glyph({ symbol: `${v.label.slice(0, 1)}${values[v.id]}`, colour: "#555555", isDisplay: false }), width: 27, text: `${values[v.id]} ${v.label}` }));
    }

    /** @param {{ symbol: string }} mark */
    glyphWidth(mark) {
        return mark.symbol.length > 2 ? 30 : mark.symbol.length > 1 ? 25 : 18;
    }

    /** What a variable says is round, what is worked out, such as who holds it, is square. @param {{ symbol: string, colour: string, isDisplay: boolean }} mark */
    glyph(mark) {
        const group = svg("g", { class: "glyph" }), width = this.glyphWidth(mark);
        const box = svg("rect", { x: -width / 2, y: -9, width, height: 18, rx: mark.isDisplay ? 2 : 9 }), text = svg("text", { y: 4 }, mark.symbol);
        box.style.fill = mark.colour;
        text.style.fill = inkOn(mark.colour);
        group.append(box, text);
        return group;
    }

    /** How much larger a lone piece is drawn in a cell. @param {any} drawn */
    filling(drawn) {
        return drawn.rect ? drawn.rect[2] / 28 : drawn.circle ? drawn.circle[2] / 14 : 2.8;
    }

    /** @param {SVGElement} element @param {number} x @param {number} y @param {number} [scale] */
    place(element, x, y, scale = 1) {
        element.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})${scale === 1 ? "" : ` scale(${scale.toFixed(2)})`}`);
        return element;
    }

    /** As many in a row as there is room for. @param {{ element: SVGElement, width: number }[]} items @param {number} most */
    rowsOf(items, most) {
        /** @type {{ element: SVGElement, width: number }[][]} */
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

    /** @param {{ element: SVGElement, width: number }[]} items @param {any} drawn @param {boolean} isSpace */
    inRows(items, drawn, isSpace) {
        const rows = this.rowsOf(items, room(drawn));
        const [x, y] = drawn.pieces ?? drawn.label;
        const top = drawn.circle ? y + 10 - (rows.length - 1) * ROW / 2 : drawn.path ? y - (rows.length - 1) * ROW / 2 : y + (isSpace ? 26 : 34);
        return rows.flatMap((row, i) => {
            let at = x - row.reduce((sum, item) => sum + item.width, 0) / 2;
            return row.map((item) => {
                at += item.width;
                return this.place(item.element, at - item.width + 16, top + i * ROW, SCALE);
            });
        });
    }

    /* ---- pointing at things ---- */

    /** @param {string | null} zone */
    point(zone) {
        for (const [name, group] of this.zones) group.classList.toggle("pointed", name === zone);
    }

    /** Pieces on their way from one zone to another. @param {{ from: string, to: string, kind: any, count: number }[]} moves */
    fly(moves) {
        if (!wantsMotion()) return;
        for (const move of moves.slice(0, 12)) {
            const from = this.middle(move.from), to = this.middle(move.to);
            if (!from || !to) continue;
            const flyer = piece(pieceLook(this.game, move.kind), move.count);
            this.flights?.append(flyer);
            const flight = flyer.animate(
                [{ transform: `translate(${from[0]}px,${from[1]}px) scale(1.5)` }, { transform: `translate(${to[0]}px,${to[1]}px) scale(1.5)` }],
                { duration: 450, easing: "ease-in-out" });
            flight.onfinish = flight.oncancel = () => flyer.remove();
        }
    }

    /** @param {string} zone */
    middle(zone) {
        return this.visual.spaces[zone]?.label ?? (this.visual.boxes?.[zone] ? this.boxLabel(zone) : null);
    }

    /** @param {boolean} shown */
    showPieces(shown) {
        this.picture.classList.toggle("bare", !shown);
    }
}
