/* hold.js: taking pieces on a map: a click takes one, a click with Shift or a long press takes all,
 * and a drag takes them to where it ends. And what shows it: rings round stacks, and the ghost of a
 * move. */
import { svg } from "../dom.js";
import { colourOf } from "../looks.js";
import { arrow } from "./motion.js";
import { stack } from "./piece.js";

/** @typedef {import("./map.js").MapBoard} MapBoard */

const HOLD = 450, FAR = 6; // milliseconds of a long press, pixels until it is a drag

/** @param {Element} target */
function stackAt(target) {
    const found = target.closest(".stack.can"), zone = found?.closest("[data-in]");
    return found instanceof SVGElement && zone instanceof SVGElement
        ? { kind: found.dataset.kind ?? "", zone: zone.dataset.in ?? "" } : null;
}

/** The zone at a point of the screen, also under pieces. @param {number} x @param {number} y */
function zoneAt(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
        const zone = element.closest("[data-zone], [data-in]");
        if (zone instanceof SVGElement) return zone.dataset.zone ?? zone.dataset.in ?? null;
    }
    return null;
}

/** Lets pieces of a layer be taken. @param {MapBoard} board @param {SVGElement} layer */
export function holdPieces(board, layer) {
    let held = 0, used = false, timer = 0;
    /** @type {{ x: number, y: number, kind: string, zone: string, moves: boolean } | null} */
    let down = null;
    const { handlers } = board;
    layer.addEventListener("pointerdown", (event) => {
        const found = stackAt(/** @type {Element} */ (event.target));
        if (!found) return;
        event.stopPropagation(); // the board stays where it is
        down = { x: event.clientX, y: event.clientY, ...found, moves: false };
        [used, held] = [false, event.pointerId];
        clearTimeout(timer);
        timer = setTimeout(() => {
            if (!down || down.moves) return;
            used = true;
            handlers.take?.(found.zone, found.kind, true);
        }, HOLD);
    });
    for (const name of ["mousedown", "dragstart"]) // no text is marked, no picture is dragged
        layer.addEventListener(name, (event) => {
            if (stackAt(/** @type {Element} */ (event.target))) event.preventDefault();
        });
    const move = (/** @type {PointerEvent} */ event) => {
        if (!down || event.pointerId !== held) return;
        if (!down.moves && Math.hypot(event.clientX - down.x, event.clientY - down.y) > FAR) {
            down.moves = used = true;
            clearTimeout(timer);
            if (!board.marks?.held?.counts.has(down.kind) || board.marks.held.zone !== down.zone)
                handlers.take?.(down.zone, down.kind, true);
        }
        if (down.moves) handlers.hover(zoneAt(event.clientX, event.clientY));
    };
    const up = (/** @type {PointerEvent} */ event) => {
        if (!down || event.pointerId !== held) return;
        const zone = down.moves ? zoneAt(event.clientX, event.clientY) : null;
        clearTimeout(timer);
        down = null;
        if (zone !== null) handlers.pick(zone);
    };
    board.picture.ownerDocument.addEventListener("pointermove", move);
    board.picture.ownerDocument.addEventListener("pointerup", up);
    layer.addEventListener("click", (event) => {
        const found = stackAt(/** @type {Element} */ (event.target));
        if (!found) return;
        event.stopPropagation();
        if (!used && !event.shiftKey && handlers.isSoft?.(found.zone, found.kind))
            handlers.pick(found.zone);
        else if (!used) handlers.take?.(found.zone, found.kind, event.shiftKey);
        used = false;
    });
    layer.addEventListener("pointerover", (event) => {
        const found = stackAt(/** @type {Element} */ (event.target));
        if (found && event.pointerType !== "touch") handlers.hover(found.zone);
    });
}

/** Rings round the stacks of a zone: those that can be taken, those that are.
 * @param {MapBoard} board
 * @param {string} zone */
export function ringStacks(board, zone) {
    const can = board.marks?.movable.get(zone),
        held = board.marks?.held?.zone === zone ? board.marks.held.counts : null;
    for (const element of board.contents.get(zone)?.querySelectorAll(".stack") ?? []) {
        const kind = /** @type {SVGElement} */ (element).dataset.kind ?? "",
            count = held?.get(kind) ?? 0;
        element.classList.toggle("can", Boolean(can?.has(kind)));
        element.classList.toggle("held", count > 0);
        element.querySelector(".held-n")?.remove();
        if (count < 1) continue;
        const ring = element.querySelector(".reach"),
            [x, y, r] = ["cx", "cy", "r"].map((name) => Number(ring?.getAttribute(name)));
        element.append(svg("g",
            { class: "held-n", transform: `translate(${x - r * 0.8} ${y - r * 0.8})` },
            svg("circle", { r: 9 }), svg("text", { y: 4.4 }, count)));
    }
}

/** What a move would look like: a dashed arrow, and the pieces where they would be, at half
 * strength.
 * @param {MapBoard} board @param {string | null} to @returns {SVGElement[]} */
export function ghostOf(board, to) {
    const held = board.marks?.held, from = held && board.middle(held.zone),
        at = to && board.middle(to);
    if (!held || !from || !at || !to || !board.marks?.lit.has(to)) return [];
    const group = svg("g", { class: "ghost", "data-ghost": to }, ...arrow(from, at));
    let x = at[0];
    for (const [id, count] of held.counts) {
        const kind = board.game.kinds.find((k) => k.id === id);
        if (!kind) continue;
        group.style.setProperty("--f",
            colourOf(board.visual.seats?.[kind.seat ?? ""]?.color, "var(--accent)"));
        group.append(stack(board.game, kind, count, x, at[1], 34));
        x += 36;
    }
    return [group];
}
