/* tips.js: words about what the pointer rests on, what has the focus, or what a finger is held on:
 * what a space holds, what an option will do. */
import { h } from "./dom.js";

const REST = 250, HOLD = 450; // milliseconds until a pointer rests, until a finger is held

/** @typedef {() => string | Promise<string>} Words "": none now */

/** @type {HTMLElement | null} */
let shown = null;
/** @type {Element | null} what it is about */
let subject = null;
let isAtPointer = false;
let timer = 0, asked = 0;

function hide() {
    asked++;
    clearTimeout(timer);
    shown?.remove();
    subject?.removeAttribute("aria-describedby");
    shown = subject = null;
}

/** @param {Element} element @param {Words} words @param {{ x: number, y: number } | null} at the
 * pointer; null: at the element itself */
async function show(element, words, at) {
    hide();
    const mine = ++asked, text = await words();
    // Meanwhile something else was pointed at.
    if (text === "" || mine !== asked || !element.isConnected) return;
    const box = element.getBoundingClientRect();
    shown = h("div", { class: "tip", role: "tooltip", id: "tip" }, text);
    subject = element;
    isAtPointer = at !== null;
    subject.setAttribute("aria-describedby", "tip");
    (element.closest("dialog, main") ?? document.body).append(shown);
    const size = shown.getBoundingClientRect(), x = at ? at.x + 14 : box.left,
        y = at ? at.y + 18 : box.bottom + 4;
    shown.style.left = `${Math.max(4, Math.min(x, innerWidth - size.width - 4))}px`;
    const above = Math.max(4, (at ? at.y - 10 : box.top) - size.height - 4);
    shown.style.top = `${y + size.height > innerHeight - 4 ? above : y}px`;
}

/**
 * Gives an element a tip. A finger that was held gets the words and makes no click.
 * @param {Element} element
 * @param {Words} words
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
    for (const name of ["pointerleave", "pointercancel", "blur"])
        element.addEventListener(name, hide);
    element.addEventListener("pointerup", () => clearTimeout(timer));
    element.addEventListener("focus",
        () => { if (element.matches(":focus-visible")) show(element, words, null); });
    element.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
    element.addEventListener("click", (event) => {
        if (held) event.stopImmediatePropagation();
        else hide();
        held = false;
    }, { capture: true });
}

addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
// What gets the focus is scrolled into sight.
addEventListener("scroll", () => { if (isAtPointer) hide(); }, { capture: true, passive: true });
