/* zoom.js: moves and enlarges a picture: wheel, drag, pinch, double tap, keys. The view box always
 * has the proportions of the element, so that a point on the screen is a point of the picture. */

const MOST = 8, DRAG = 5;

/**
 * @param {SVGSVGElement} picture
 * @param {number[]} size of the picture
 * @param {(box: number[], whole: boolean) => void} [changed] with x, y, width, height
 */
export function zoomable(picture, size, changed = () => undefined) {
    let [x, y, scale] = [size[0] / 2, size[1] / 2, 1];
    /** @type {Map<number, { x: number, y: number }>} */
    const fingers = new Map();
    let moved = false, own = false;

    const room = () => {
        const box = picture.getBoundingClientRect();
        return {
            left: box.left, top: box.top, width: box.width || size[0], height: box.height || size[1]
        };
    };
    /** Units of the picture in a pixel. */
    const unit = () => {
        const { width, height } = room();
        return Math.max(size[0] / width, size[1] / height) / scale;
    };
    const show = () => {
        const { width, height } = room(), u = unit(), w = width * u, h = height * u;
        const keep = (/** @type {number} */ at, /** @type {number} */ part,
            /** @type {number} */ all) =>
            part >= all ? all / 2 : Math.max(part / 2, Math.min(all - part / 2, at));
        [x, y] = [keep(x, w, size[0]), keep(y, h, size[1])];
        const box = [x - w / 2, y - h / 2, w, h];
        picture.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
        changed(box, scale === 1);
    };
    /** @param {number} px @param {number} py on the screen */
    const toPicture = (px, py) => {
        const { left, top, width, height } = room(), u = unit();
        return [x + (px - left - width / 2) * u, y + (py - top - height / 2) * u];
    };
    /** @param {number} factor @param {number} [px] @param {number} [py] what stays in its place */
    const zoom = (factor, px, py) => {
        const box = room();
        const [sx, sy] = [px ?? box.left + box.width / 2, py ?? box.top + box.height / 2];
        const before = toPicture(sx, sy);
        scale = Math.max(1, Math.min(MOST, scale * factor));
        const after = toPicture(sx, sy);
        [x, y, own] = [x + before[0] - after[0], y + before[1] - after[1], true];
        show();
    };
    const fit = () => {
        [x, y, scale] = [size[0] / 2, size[1] / 2, 1];
        show();
    };
    /** Shows a part of the picture, with a margin. @param {number[]} part x, y, width, height */
    const zoomTo = ([left, top, width, height]) => {
        const { width: w, height: h } = room(), base = Math.max(size[0] / w, size[1] / h);
        const wanted = Math.max((width + 80) / w, (height + 80) / h);
        [x, y] = [left + width / 2, top + height / 2];
        scale = Math.max(1, Math.min(3, base / wanted));
        show();
    };

    picture.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    picture.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (fingers.size === 1) moved = false;
    });
    picture.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
        if (other) {
            const was = Math.hypot(before.x - other.x, before.y - other.y);
            const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
            if (was > 0)
                zoom(is / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
            moved = true;
        } else if (scale > 1 && (moved || Math.hypot(dx, dy) > DRAG)) {
            [moved, own] = [true, true];
            [x, y] = [x - dx * unit(), y - dy * unit()];
            show();
        } else return;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
        picture.addEventListener(name, (event) => {
            fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
        });
    picture.addEventListener("click", (event) => {
        if (moved) event.stopPropagation();
        moved = false;
    }, { capture: true });
    picture.addEventListener("dblclick", (event) => {
        if (!(/** @type {Element} */ (event.target).closest(".lit"))) fit();
    });
    const watch = new ResizeObserver(show);
    watch.observe(picture);
    show();
    return {
        zoom, fit, zoomTo, toPicture,
        /** Has the player moved the picture since this was last asked? */
        takeOwn: () => {
            const was = own;
            own = false;
            return was;
        },
        scale: () => 1 / unit(),
        pan: (/** @type {number} */ dx, /** @type {number} */ dy) => {
            const u = unit(), box = room();
            [x, y, own] = [x + dx * u * box.width / 8, y + dy * u * box.height / 8, true];
            show();
        },
    };
}
