/* zoom.js: moves and enlarges a picture: wheel, drag, pinch, keys. */

/** @param {SVGSVGElement} picture
 *  @param {number[]} size */
export function zoomable(picture, size) {
    let [x, y, scale] = [0, 0, 1];
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    let moved = false;

    const show = () => {
        const width = size[0] / scale, height = size[1] / scale;
        x = Math.max(-width * 0.2, Math.min(size[0] - width * 0.8, x));
        y = Math.max(-height * 0.2, Math.min(size[1] - height * 0.8, y));
        picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    };
    /** @param {number} factor @param {number} px @param {number} py in the picture, 0 … 1 */
    const zoom = (factor, px = 0.5, py = 0.5) => {
        const next = Math.max(1, Math.min(8, scale * factor));
        x += (size[0] / scale - size[0] / next) * px;
        y += (size[1] / scale - size[1] / next) * py;
        scale = next;
        show();
    };
    /** @param {number} dx @param {number} dy in units of the picture */
    const pan = (dx, dy) => {
        x += dx;
        y += dy;
        show();
    };
    const fit = () => {
        [x, y, scale] = [0, 0, 1];
        show();
    };
    /** @param {MouseEvent} event */
    const place = (event) => {
        const box = picture.getBoundingClientRect();
        return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    const unit = () => size[0] / scale / Math.max(1, picture.getBoundingClientRect().width);

    picture.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && scale === 1 && event.deltaY > 0) return; // the page scrolls on
        event.preventDefault();
        const [px, py] = place(event);
        zoom(Math.exp(-event.deltaY / 400), px, py);
    }, { passive: false });
    picture.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, event);
        moved = false;
    });
    picture.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const others = [...fingers.values()].filter((f) => f.pointerId !== event.pointerId);
        if (others.length === 1) {
            const was = Math.hypot(before.clientX - others[0].clientX, before.clientY - others[0].clientY);
            const is = Math.hypot(event.clientX - others[0].clientX, event.clientY - others[0].clientY);
            if (was > 0) zoom(is / was, ...place(event));
            moved = true;
        } else if (scale > 1) {
            const [dx, dy] = [before.clientX - event.clientX, before.clientY - event.clientY];
            if (moved || Math.hypot(dx, dy) > 4) {
                moved = true;
                pan(dx * unit(), dy * unit());
            } else return;
        }
        fingers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
        picture.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    picture.addEventListener("click", (event) => {
        if (moved) event.stopPropagation();
        moved = false;
    }, { capture: true });
    show();
    return { zoom, fit, pan: (/** @type {number} */ dx, /** @type {number} */ dy) => pan(dx * size[0] / scale / 8, dy * size[1] / scale / 8) };
}
