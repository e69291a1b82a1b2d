/* settings.js: what a person likes, kept in this browser. Changes take effect at once. */

const NAME = "ludoforge.settings";
const LARGE = 175; // per cent, from which on the rails are tabs
const defaults = {
    ground: "auto", // light, dark, auto
    pace: 350, // of other seats' turns: 0 off, 120 quick, 350 steady, -1 by hand
    notify: false,
    pieces: true,
    chances: false,
    forced: false, // play decisions with one option
    zoom: "small", // to the question: never, small, always
    texture: true,
    text: 100, // per cent
    motion: true,
    sound: false,
};

/** @typedef {typeof defaults} Settings */

/** @returns {Settings} */
function read() {
    try {
        return { ...defaults, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
    } catch {
        return { ...defaults };
    }
}

/** @type {Settings} */
export const settings = read();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} change */
export function change(change) {
    Object.assign(settings, change);
    try {
        localStorage.setItem(NAME, JSON.stringify(settings));
    } catch {
        // Without storage the change lasts as long as the page.
    }
    apply();
    for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onChange(listener) {
    listeners.add(listener);
    return () => {
        listeners.delete(listener);
    };
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
    return settings.ground === "dark" || (settings.ground === "auto" && prefersDark.matches);
}

export function wantsMotion() {
    return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function isPhone() {
    return matchMedia("(max-width: 700px)").matches;
}

export function apply() {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? "dark" : "light";
    root.classList.toggle("still", !wantsMotion());
    root.classList.toggle("plain", !settings.texture);
    root.classList.toggle("large-text", settings.text >= LARGE);
    root.style.setProperty("--own-text", String(settings.text / 100));
}
prefersDark.addEventListener("change", () => {
    apply();
    for (const listener of listeners) listener();
});
