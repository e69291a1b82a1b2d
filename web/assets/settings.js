/* settings.js: what a person likes, kept in this browser: ground, pace of other players' turns, notifications. */

const NAME = "ludoforge.settings";
const defaults = { ground: "auto", pace: 600, notify: false, pieces: true, chances: false };

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
const listeners = new Set();

/** @param {Partial<Settings>} change */
export function change(change) {
    Object.assign(settings, change);
    try {
        localStorage.setItem(NAME, JSON.stringify(settings));
    } catch {
        // a browser that keeps nothing forgets it at the end
    }
    apply();
    for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
    return settings.ground === "dark" || (settings.ground === "auto" && prefersDark.matches);
}

export function wantsMotion() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function apply() {
    document.documentElement.dataset.ground = isDark() ? "dark" : "light";
}
prefersDark.addEventListener("change", () => {
    apply();
    for (const listener of listeners) listener();
});
