/* dom.js: makes elements. Texts are always texts: nothing here reads HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes a function is a listener, true is an empty attribute,
 * null and false are none
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, String(value));
    }
    for (const child of children)
        if (child !== null && child !== undefined && child !== false)
            element.append(child instanceof Node ? child : String(child));
    return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
    return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
    return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes,
        children));
}

export function closeDialogs() {
    for (const open of document.querySelectorAll("dialog")) open.close();
}

/** @param {string} id */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`no element ${id}`);
    return element;
}

/**
 * A button with words on it.
 * @param {string} text
 * @param {() => void} act
 * @param {Attributes} [attributes]
 */
export function button(text, act, attributes = {}) {
    return /** @type {HTMLButtonElement} */ (h("button",
        { type: "button", click: act, ...attributes }, text));
}

/**
 * Puts new children into an element and keeps the focus on what has the same `data-key` as before.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
    const focused = document.activeElement;
    const key = focused && element.contains(focused) ? focused.getAttribute("data-key") : null;
    element.replaceChildren();
    fill(element, {}, children);
    if (key !== null) {
        const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (again instanceof HTMLElement || again instanceof SVGElement) again.focus();
    }
}
