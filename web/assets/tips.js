/* tips.js: words about what the pointer rests on, what has the focus, or what a finger is held on: what a space holds, what an option will do. */
import { h } from "./dom.js";

const REST = 250, HOLD = 450; // milliseconds until a pointer rests, until a finger is held

/** @type {HTMLElement | null} */
let shown = null;
let timer = 0;

function hide() {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
}

/** @param {Element} element @param {() => string} words @param {{ x: number, y: number } | null} at the pointer; null: at the element itself */
function show(element, words, at) {
    hide();
    const text = element.isConnected ? words() : "";
    if (text === "") return;
    const box = element.getBoundingClientRect();
    shown = h("div", { class: "tip", "aria-hidden": "true" }, text); // screen readers have the description of the element
    (element.closest("dialog") ?? document.body).append(shown);
    const size = shown.getBoundingClientRect(), x = at ? at.x + 14 : box.left, y = at ? at.y + 18 : box.bottom + 4;
    shown.style.left = `${Math.max(4, Math.min(x, innerWidth - size.width - 4))}px`;
    shown.style.top = `${y + size.height > innerHeight - 4 ? Math.max(4, (at ? at.y - 10 : box.top) - size.height - 4) : y}px`;
}

/**
 * Gives an element a tip. A finger that was held gets the words and makes no click.
 * @param {Element} element
 * @param {() => string} words "": none now
 */
export function tip(element, words) {
    let held = false;
    element.addEventListener("pointerenter", (event) => {
        const { pointerType, clientX, clientY } = /** @type {PointerEvent} */ (event);
        if (pointerType === "touch") return;
        clearTimeout(timer);
        timer = setTimeout(() => show(element, words, { x: clientX, y: clientY }), REST);
    });
    element.addEventListener("pointerdown", (event) => {
        const { pointerType, clientX, clientY } = /** @type {PointerEvent} */ (event);
        hide();
        held = false;
        if (pointerType !== "touch") return;
        timer = setTimeout(() => {
            held = true;
            show(element, words, { x: clientX, y: clientY });
        }, HOLD);
    });
    for (const name of ["pointerleave", "pointercancel", "blur"]) element.addEventListener(name, hide);
    element.addEventListener("pointerup", () => clearTimeout(timer));
    element.addEventListener("focus", () => { if (element.matches(":focus-visible")) show(element, words, null); });
    element.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
    element.addEventListener("click", (event) => {
        if (held) event.stopImmediatePropagation();
        else hide();
        held = false;
    }, { capture: true });
}

addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
addEventListener("scroll", hide, { capture: true, passive: true });
