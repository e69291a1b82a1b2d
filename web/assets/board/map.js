/* map.js: a map whose spaces have slots for their names and pieces, so that nothing covers a name:
 * areas with terrain, plates of towns, roads with plaques, boxes, tracks. All from visual data. */
import { h, svg } from "../dom.js";
import { colourOf, tint } from "../looks.js";
import { addDefs } from "./defs.js";
import { levelPill, badgeOf, countMark } from "./header.js";
import { ghostOf, holdPieces, ringStacks } from "./hold.js";
import { drawStory, flyAlong } from "./motion.js";
import { rows } from "./piece.js";
import { trackCells, trackTokens } from "./track.js";
import { Words } from "./words.js";
import { zoomable } from "./zoom.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").SpaceLook} SpaceLook */
/** @typedef {import("./motion.js").StoryMarks} StoryMarks */

/**
 * @typedef {object} Handlers
 * @property {(zone: string) => void} pick a zone was clicked, by touch only the second time
 * @property {(zone: string | null) => void} hover pointed at, or focused
 * @property {(zone: string, kind: string, all: boolean) => void} [take] a piece was clicked
 * @property {(zone: string, kind: string) => boolean} [isSoft] does a click on a piece mean its
 * zone?
 *
 * @typedef {object} Marks
 * @property {Map<string, Option>} lit zones that can be chosen
 * @property {Set<string>} idle those of them that would change nothing
 * @property {Map<string, Map<string, number>>} movable the most that can be taken, by zone and kind
 * @property {{ zone: string, counts: Map<string, number> } | null} held pieces that were taken
 * @property {Set<string>} chosen
 * @property {Map<string, Set<string>>} changed kinds of pieces by zone
 * @property {string | null} sent clicked, not answered yet
 * @property {StoryMarks | null} story
 */

/** @param {number[][]} points @param {boolean} [close] */
const pathOf = (points, close) =>
    points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("") + (close ? "Z" : "");

/** A smooth line through points. @param {number[][]} points */
function smooth(points) {
    let d = `M${points[0][0]} ${points[0][1]}`;
    for (let i = 0; i + 1 < points.length; i++) {
        const b = points[i], c = points[i + 1], a = points[i - 1] ?? b, e = points[i + 2] ?? c;
        const r = (/** @type {number} */ n) => n.toFixed(1);
        d += `C${r(b[0] + (c[0] - a[0]) / 6)} ${r(b[1] + (c[1] - a[1]) / 6)} ` +
            `${r(c[0] - (e[0] - b[0]) / 6)} ${r(c[1] - (e[1] - b[1]) / 6)} ${c[0]} ${c[1]}`;
    }
    return d;
}

/** Can this game's board be drawn by slots? @param {Game} game */
export function hasSlots(game) {
    return Object.values(game.visual.spaces).some((s) => s.slot || s.plaque);
}

export class MapBoard {
    /** @param {Game} game @param {Handlers} handlers */
    constructor(game, handlers) {
        this.game = game;
        this.handlers = handlers;
        this.visual = game.visual;
        this.size = this.visual.board.size;
        this.words = new Words(game);
        this.drawings = new Map(Object.entries(this.visual.spaces));
        /** @type {Map<string, SVGElement>} */
        this.zones = new Map();
        /** @type {Map<string, SVGElement>} */
        this.contents = new Map();
        /** @type {Map<string, SVGElement>} what shows the states, where it is not the zone
         * itself */
        this.rings = new Map();
        /** @type {Map<string, string>} what the contents were drawn from */
        this.drawn = new Map();
        /** @type {Marks | null} */
        this.marks = null;
        this.touched = /** @type {string | null} */ (null);
        this.picture = /** @type {SVGSVGElement} */ (svg("svg",
            { class: "board slots", role: "group", "aria-label": `Board of ${game.title}` }));
        addDefs();
        this.small = this.miniature();
        this.draw();
        this.view = zoomable(this.picture, this.size, (box, whole) => this.frame(box, whole));
        this.element = h("div", { class: "board-frame k-map" }, this.picture, this.small);
    }

    /* ---- what never changes ---- */

    draw() {
        const [width, height] = this.size, { picture } = this;
        this.zones.clear();
        this.contents.clear();
        this.rings.clear();
        this.drawn.clear();
        picture.style.setProperty("--sea",
            colourOf(this.visual.board.background, "var(--surface)"));
        const layer = (/** @type {string} */ name, hidden = true) =>
            svg("g", { class: name, "aria-hidden": hidden ? "true" : null });
        const lines = (/** @type {string} */ style) => (this.visual.lines ?? [])
            .filter((l) => l.style === style).map((l) => pathOf(l.path)).join("");
        const sea = layer("sea"), land = layer("land", false), roads = layer("roads", false);
        const plates = layer("plates", false), boxes = layer("boxes", false);
        sea.append(
            svg("rect",
                { class: "sea-r", x: -width, y: -height, width: width * 3, height: height * 3 }),
            ...["s3", "s2", "s1"]
                .map((s) => svg("path", { class: `shelf ${s}`, d: lines("coast") })));
        this.controlLayer = layer("controls");
        this.ringLayer = layer("rings");
        this.inner = layer("inner");
        this.storyLayer = layer("story-marks");
        this.ghosts = layer("ghosts");
        holdPieces(this, this.inner);
        this.flights = layer("flights");
        this.tokens = layer("tokens");
        picture.replaceChildren(sea, layer("captions-under"), land,
            svg("g", { class: "lines", "aria-hidden": "true" },
                svg("path", { class: "coast", d: lines("coast") }),
                svg("path", { class: "border-u", d: lines("border") }),
                svg("path", { class: "border", d: lines("border") }),
                svg("path", { class: "parallel", d: lines("parallel") })),
            this.controlLayer, this.ringLayer, roads, this.townDots(), plates, boxes,
            svg("g", { class: "tracks", "aria-hidden": "true" },
                ...(this.visual.tracks ?? []).filter((t) => t.edge || t.cells).map((t) =>
                    svg("g", { class: t.edge ? "edge-track" : "column-track" },
                        ...trackCells(t, this.size)))),
            this.inner, this.compass() ?? "", this.storyLayer, this.captions(), this.tokens,
            this.ghosts, this.flights);
        for (const space of this.game.spaces) {
            const look = this.visual.spaces[space.id];
            if (look.path) roads.append(this.drawRoad(space.id, look));
            else if (look.polygon) land.append(this.drawArea(space.id, look));
            else plates.append(this.drawPlate(space.id, look));
        }
        for (const [id, box] of Object.entries(this.visual.boxes ?? {}))
            boxes.append(this.drawBox(id, box));
        this.small.firstChild?.replaceWith(this.miniMap());
    }

    /** A zone that can be pointed at and chosen. @param {string} id @param {string} kind
     * @param {...SVGElement} children */
    zone(id, kind, ...children) {
        const group = svg("g", { class: `zone ${kind}`, "data-zone": id, role: "img" },
            ...children);
        const point = () => this.handlers.hover(id), leave = () => this.handlers.hover(null);
        group.addEventListener("pointerenter", (event) => {
            if (/** @type {PointerEvent} */ (event).pointerType !== "touch") point();
        });
        group.addEventListener("pointerleave", (event) => {
            if (/** @type {PointerEvent} */ (event).pointerType !== "touch") leave();
        });
        group.addEventListener("focus", point);
        group.addEventListener("click",
            (event) => this.clicked(id, /** @type {PointerEvent} */ (event)));
        group.addEventListener("keydown", (event) => {
            const { key } = /** @type {KeyboardEvent} */ (event);
            if (key !== "Enter" && key !== " ") return;
            event.preventDefault();
            event.stopPropagation();
            this.handlers.pick(id);
        });
        this.zones.set(id, group);
        const contents = svg("g", { class: "contents", "data-in": id });
        this.contents.set(id, contents);
        this.inner?.append(contents);
        return group;
    }

    /** By touch the first tap points at a zone, the second chooses it.
     * @param {string} id @param {PointerEvent} event */
    clicked(id, event) {
        if (event.pointerType === "touch" && this.touched !== id) {
            this.touched = id;
            this.handlers.hover(id);
            return;
        }
        this.touched = null;
        this.handlers.pick(id);
    }

    /** @param {string} id @param {SpaceLook} look */
    drawArea(id, look) {
        const d = pathOf(look.polygon ?? [], true), fill = svg("path", { class: "shape fill", d });
        fill.style.setProperty("--fill", colourOf(look.fill, "var(--space)"));
        const texture = this.textureOf(id);
        this.ring(id, "path", { d });
        return this.zone(id, "area", fill,
            ...(texture ? [svg("path", { class: "texture", fill: `url(#t-${texture})`, d })] : []));
    }

    /** @param {string} id @param {SpaceLook} look */
    drawPlate(id, look) {
        const [x, y, width, height] = look.rect ??
            [look.label[0] - 60, look.label[1] - 40, 120, 80];
        const at = { x, y, width, height, rx: 22 };
        const shape = svg("rect", { class: "shape plate", ...at });
        shape.style.setProperty("--fill", colourOf(look.fill, "var(--space)"));
        const cap = svg("path", {
            class: "cap",
            d: `M${x} ${y + 28}V${y + 22}A22 22 0 0 1 ${x + 22} ${y}` +
                `H${x + width - 22}A22 22 0 0 1 ${x + width} ${y + 22}V${y + 28}Z`
        });
        const inside = svg("rect", { class: "plate-in", x: x + 3, y: y + 3, width: width - 6,
            height: height - 6, rx: 19 });
        const ring = svg("rect", { class: "ring", "data-ring": id, ...at });
        this.rings.set(id, ring);
        return this.zone(id, "plate-zone", shape, cap, inside, ring);
    }

    /** @param {string} id @param {SpaceLook} look */
    drawRoad(id, look) {
        const d = smooth(look.path ?? []), bed = svg("path", { class: "shape road bed", d });
        bed.style.setProperty("--fill", colourOf(look.fill, "var(--space)"));
        const line = (/** @type {string} */ name) => svg("path", { class: name, d });
        const [x, y, width, height] = look.plaque ?? [0, 0, 0, 0];
        const halo = svg("rect",
            { class: "touch", x: x - 8, y: y - 8, width: width + 16, height: height + 16 });
        return this.zone(id, `road-zone ${look.look ?? "highway"}`, halo, line("casing"), bed,
            line("dash"));
    }

    /** @param {string} id @param {{ rect: number[], seat?: string }} box */
    drawBox(id, { rect: [x, y, width, height], seat }) {
        const shape = svg("rect", { class: "shape box-r", x, y, width, height, rx: 10 });
        const title = svg("text", { class: "box-t", x: x + 12, y: y + 20 }, this.words.label(id));
        return tint(this.zone(id, "box-zone", shape, title), this.game, seat);
    }

    /** A line inside the edge of an area that shows its state.
     * @param {string} id @param {string} tag @param {Record<string, string>} shape */
    ring(id, tag, shape) {
        const clip = `c-${id}`;
        const ring = svg(tag, { class: "ring", "data-ring": id, ...shape });
        const control = svg(tag, { class: "control", "data-control": id, ...shape });
        this.ringLayer?.append(svg("clipPath", { id: clip }, svg(tag, shape)),
            svg("g", { "clip-path": `url(#${clip})` }, ring));
        this.controlLayer?.append(svg("g", { "clip-path": `url(#${clip})` }, control));
        this.rings.set(id, ring);
        this.drawn.set(`control ${id}`, "");
    }

    /** @param {string} id */
    textureOf(id) {
        const { by = "", textures = {} } = this.visual.fill ?? {};
        const label = this.game.spaces.find((s) => s.id === id)?.properties?.[by];
        const values = this.game.spaceProperties?.find((p) => p.id === by)?.values ?? [];
        return textures[values.find((v) => v.label === label)?.id ?? ""];
    }

    townDots() {
        return svg("g", { class: "towns", "aria-hidden": "true" }, ...(this.visual.texts ?? [])
            .flatMap((t) => (t.dot ? [svg("circle", { cx: t.dot[0], cy: t.dot[1], r: 5 })] : [])));
    }

    captions() {
        return svg("g", { class: "captions", "aria-hidden": "true" },
            ...(this.visual.texts ?? []).map((t) => svg("text",
                { class: `caption ${t.style}`, x: t.at[0], y: t.at[1],
                    "text-anchor": t.anchor ?? "middle",
                    transform: t.turn ? `rotate(${t.turn} ${t.at.join(" ")})` : null },
                t.text)));
    }

    compass() {
        const at = this.visual.board.compass;
        return at && svg("g",
            { class: "compass", "aria-hidden": "true", transform: `translate(${at.join(" ")})` },
            svg("circle", { r: 26 }),
            svg("path", { class: "rose", d: "M0 -36L7 0L0 36L-7 0ZM-30 0L0 -4L30 0L0 4Z" }),
            svg("path", { d: "M0 -36L7 0H-7Z" }), svg("text", { y: -42 }, "N"));
    }

    /* ---- a small map with the frame of the view ---- */

    miniature() {
        this.smallFrame = svg("rect", { class: "view-frame", rx: 12 });
        return h("div", { class: "minimap", hidden: true, "aria-hidden": "true" }, h("span"));
    }

    miniMap() {
        const land = Object.values(this.visual.spaces).flatMap((s) => {
            if (!s.polygon) return [];
            const path = svg("path", { d: pathOf(s.polygon, true) });
            path.style.fill = colourOf(s.fill, "var(--space)");
            return [path];
        });
        return svg("svg", { viewBox: `0 0 ${this.size.join(" ")}` }, ...land,
            this.smallFrame ?? "");
    }

    /** @param {number[]} box @param {boolean} whole */
    frame([x, y, width, height], whole) {
        this.small.hidden = whole;
        for (const [name, value] of Object.entries({ x, y, width, height }))
            this.smallFrame?.setAttribute(name, value.toFixed(0));
    }

    /* ---- what changes ---- */

    /** @param {View} view @param {Marks} marks */
    update(view, marks) {
        this.words.read(view);
        this.marks = marks;
        for (const [zone, group] of this.zones) {
            const option = marks.lit.get(zone), chosen = marks.chosen.has(zone);
            const states = { lit: Boolean(option), chosen, sent: marks.sent === zone,
                idle: Boolean(option) && marks.idle.has(zone) };
            for (const element of [group, this.rings.get(zone)])
                for (const [name, on] of Object.entries(states))
                    element?.classList.toggle(name, on);
            if (option) group.setAttribute("tabindex", "0");
            else group.removeAttribute("tabindex");
            group.setAttribute("role", option ? "button" : "img");
            const words = this.words.describe(zone);
            group.setAttribute("aria-label",
                `${option ? "Choose " : ""}${words}${chosen ? ", chosen" : ""}`);
            this.fill(zone, chosen);
            ringStacks(this, zone);
        }
        if (!marks.held) this.ghosts?.replaceChildren();
        this.tokens?.replaceChildren(...(this.visual.tracks ?? []).filter((t) => t.edge || t.cells)
            .flatMap((track) => trackTokens(this.game, view, track, this.size)));
        this.storyLayer?.replaceChildren(...(marks.story ? drawStory(this, marks.story) : []));
    }

    /** Draws a zone again if what lies in it has changed.
     * @param {string} zone @param {boolean} chosen */
    fill(zone, chosen) {
        const changed = this.marks?.changed.get(zone), { words } = this;
        const key = `${words.describe(zone)}|${chosen}|${changed ? [...changed].join() : ""}`;
        if (this.drawn.get(zone) === key) return;
        this.drawn.set(zone, key);
        this.contents.get(zone)?.replaceChildren(...this.inside(zone, chosen, changed));
    }

    /** @param {string} zone @param {boolean} chosen @param {Set<string> | undefined} changed
     * @returns {SVGElement[]} */
    inside(zone, chosen, changed) {
        const look = this.visual.spaces[zone], pieces = this.words.pieces(zone);
        if (!look) {
            const [x, y, width, height] = this.visual.boxes?.[zone]?.rect ?? [0, 0, 0, 0];
            return rows(this.game, pieces, [x + 10, y + 26, width - 22, height - 32], { changed });
        }
        if (look.path) return this.plaque(zone, look, changed);
        const { header, slot } = slotsOf(look);
        return [...this.header(zone, look, header, chosen),
            ...rows(this.game, pieces, slot, { changed })];
    }

    /** @param {string} zone @param {SpaceLook} look @param {number[]} box
     * @param {boolean} chosen */
    header(zone, look, [x, y, width, height], chosen) {
        const { number, level, badge, count } = this.visual.header ?? {}, { words } = this;
        const plate = !look.polygon, at = number ? words.value(zone, number) : null;
        const tier = level ? words.value(zone, level)?.id ?? "neutral" : "",
            marks = this.visual.markers ?? {};
        const held = badge ? words.value(zone, badge) : null,
            style = held ? marks[badge ?? ""]?.[held.id] : null;
        const piled = count ? Number(words.value(zone, count)?.id ?? 0) : 0;
        this.showControl(zone, style);
        const parts = [];
        let left = x;
        if (at) {
            parts.push(levelPill(x + (plate ? 1 : 0), y + (plate ? 3 : 0), at.id,
                marks[level ?? ""]?.[tier]));
            left = x + 49;
        } else if (style) left = x + 25;
        if (style) {
            const spot = plate ? [x + width - 20, y + 3]
                : at ? [x, y + 18.5] : [x, y + (height - 17) / 2];
            parts.push(badgeOf(spot[0], spot[1], style));
        }
        if (piled)
            parts.push(countMark(plate ? x + width + 4 : x + 33, plate ? y + 36 : y + 27, "T",
                piled));
        const names = plate ? [words.label(zone)] : look.lines ?? [words.label(zone)];
        const right = plate ? x + width - (style ? 22 : 4) : x + width + 6, middle = y + height / 2;
        const lines = names.map((text, i) => name(text, left, plate ? y + 17
            : names.length > 1 ? middle - 3 + i * 17 : middle + 6, right - left, plate));
        const long = Math.max(...names.map((text) => text.length)) * 9.6;
        if (chosen)
            parts.push(tick(plate ? x + width + 2 : Math.min(left + long + 16, right + 8),
                plate ? y : y + 17));
        return [...parts, ...lines];
    }

    /** The edge of a space shows who holds it. @param {string} zone
     * @param {import("../types.js").MarkStyle | null | undefined} style */
    showControl(zone, style) {
        const inside = this.zones.get(zone)?.querySelector(".plate-in");
        const edge = inside ??
            this.controlLayer?.querySelector(`[data-control="${CSS.escape(zone)}"]`);
        if (!(edge instanceof SVGElement)) return;
        edge.classList.toggle("held", Boolean(style));
        edge.classList.toggle("minor",
            this.words.value(zone, this.visual.header?.number ?? "") === null);
        edge.classList.toggle("dashed", style?.edge === "dashed");
        edge.style.setProperty("--held", colourOf(style?.color, "none"));
    }

    /** @param {string} zone @param {SpaceLook} look @param {Set<string> | undefined} changed */
    plaque(zone, look, changed) {
        const { number, hatch } = this.visual.plaque ?? {}, { words } = this;
        const [x, y, , height] = look.plaque ?? [...look.label, 104, 28], middle = y + height / 2;
        const pieces = words.pieces(zone);
        const blocked = hatch ? words.value(zone, hatch)?.id === "true" : false;
        const worth = number ? words.value(zone, number)?.id ?? "0" : "";
        this.zones.get(zone)?.classList.toggle("hatched", blocked);
        const wide = 30 + pieces.reduce((n, [, c]) => n + (c > 1 ? 27 : 22), 0) +
            (blocked ? 26 : 0) + 6;
        const parts = [];
        if (pieces.length > 0 || blocked)
            parts.push(svg("rect",
                { class: "plaque", x, y, width: Math.min(104, wide), height, rx: 14 }));
        const leader = leaderTo(look, x, middle);
        if (leader) parts.unshift(leader);
        parts.push(
            svg("circle",
                { class: worth === "0" ? "worth zero" : "worth", cx: x + 14, cy: middle, r: 12 }),
            svg("text", { class: "worth-n", x: x + 14, y: middle + 5 }, worth));
        if (blocked)
            parts.push(svg("g", { class: "blocked", transform: `translate(${x + 40} ${middle})` },
                svg("rect", { x: -11, y: -11, width: 22, height: 22, rx: 4 }),
                svg("path", { d: "M-5 -5L5 5M5 -5L-5 5" })));
        const shift = blocked ? 26 : 0;
        return [...parts,
            ...rows(this.game, pieces, [x + 28 + shift, y + 1, 74 - shift, 26],
                { changed, small: true })];
    }

    /* ---- pointing, moving ---- */

    /** @param {string} zone @param {View | null} [view] */
    describe(zone, view = null) {
        if (view) this.words.read(view);
        return this.words.describe(zone);
    }

    /** @param {string | null} zone */
    point(zone) {
        for (const [name, group] of this.zones)
            for (const element of [group, this.rings.get(name)])
                element?.classList.toggle("pointed", name === zone);
        this.ghosts?.replaceChildren(...ghostOf(this, zone));
    }

    /** @param {string} zone @returns {number[] | null} */
    middle(zone) {
        const look = this.visual.spaces[zone], box = look ? null : this.visual.boxes?.[zone]?.rect;
        const [x, y, width, height] = look ? (look.plaque ?? slotsOf(look).slot)
            : box ?? [NaN, 0, 0, 0];
        return Number.isNaN(x) ? null : [x + width / 2, y + height / 2];
    }

    /** @param {{ from: string, to: string, kind: import("../types.js").Kind,
     * count: number }[]} moves */
    fly(moves) {
        flyAlong(this, moves);
    }

    /** Shows the spaces of a question, where names would be too small to read.
     * @param {string[]} zones @param {boolean} always */
    zoomToQuestion(zones, always) {
        const known = zones.flatMap((zone) => {
            const look = this.visual.spaces[zone], middle = this.middle(zone);
            if (!look || !middle) return [this.visual.boxes?.[zone]?.rect ?? []];
            const { header, slot } = slotsOf(look);
            return look.path ? [[middle[0] - 50, middle[1] - 20, 100, 40]] : [header, slot];
        }).filter((rect) => rect.length > 0);
        if (known.length === 0) return false;
        const left = Math.min(...known.map((r) => r[0])), top = Math.min(...known.map((r) => r[1]));
        const right = Math.max(...known.map((r) => r[0] + r[2])),
            foot = Math.max(...known.map((r) => r[1] + r[3]));
        this.view.fit();
        if (!always && this.view.scale() * 18 >= 11) return false;
        this.view.zoomTo([left, top, right - left, foot - top]);
        return true;
    }

    /** @param {boolean} shown */
    showPieces(shown) {
        this.picture.classList.toggle("bare", !shown);
    }
}

/** The slots of a space; a plate's follow from its rectangle. @param {SpaceLook} look */
export function slotsOf(look) {
    if (look.header && look.slot) return { header: look.header, slot: look.slot };
    const [x, y, width, height] = look.rect ?? [...look.label, 100, 60];
    return { header: [x + 4, y + 4, width - 8, 24], slot: [x + 4, y + 29, width - 8, height - 33] };
}

/** A name that fits its place with any font. @param {string} text @param {number} x
 * @param {number} y
 * @param {number} room @param {boolean} plate */
function name(text, x, y, room, plate) {
    const element = /** @type {SVGTextElement} */ (svg("text",
        { class: plate ? "name town-name" : "name", x, y }, text));
    requestAnimationFrame(() => {
        if (!element.isConnected || element.getComputedTextLength() <= room) return;
        element.setAttribute("textLength", room.toFixed(0));
        element.setAttribute("lengthAdjust", "spacingAndGlyphs");
    });
    return element;
}

/** @param {number} x @param {number} y */
function tick(x, y) {
    return svg("g", { class: "tick", transform: `translate(${x.toFixed(1)} ${y})` },
        svg("circle", { r: 12 }), svg("path", { d: "M-5.5 0.5L-1.5 4.8L6 -4.6" }));
}

/** A line from a road to its plaque, where that stands apart. @param {SpaceLook} look
 * @param {number} x
 * @param {number} y */
function leaderTo(look, x, y) {
    const centre = [x + 52, y],
        far = (/** @type {number[]} */ p) => Math.hypot(p[0] - centre[0], p[1] - centre[1]);
    const near = (look.path ?? []).reduce((a, b) => (far(b) < far(a) ? b : a), [1e9, 1e9]);
    return far(near) > 60 && far(near) < 1e6
        ? svg("path", { class: "leader", d: `M${near.join(" ")}L${x + 14} ${y}` }) : null;
}
