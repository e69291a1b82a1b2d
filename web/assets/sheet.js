/* sheet.js: the settings, in a sheet from the right. Changes take effect at once. */
import { button, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { change, settings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** One choice of several. @template {keyof Settings} K @param {K} key @param {string} label
 * @param {string} about
 * @param {[Settings[K], string][]} values */
function choice(key, label, about, values) {
    const group = h("div", { class: "segments", role: "group", "aria-label": label });
    const fill = () => group.replaceChildren(...values.map(([value, text]) => button(text, () => {
        change(/** @type {Partial<Settings>} */ ({ [key]: value }));
        fill();
    }, { "aria-pressed": String(settings[key] === value) })));
    fill();
    return h("div", { class: "setting" },
        h("div", {}, h("b", {}, label), about && h("small", {}, about)), group);
}

/** @param {"notify" | "forced" | "texture" | "motion" | "sound"} key @param {string} label
 * @param {string} about */
function toggle(key, label, about) {
    const box = /** @type {HTMLInputElement} */ (h("input",
        { type: "checkbox", role: "switch", "aria-label": label, checked: settings[key] }));
    box.addEventListener("change", async () => {
        const allowed = key !== "notify" || !box.checked ||
            ("Notification" in window && await Notification.requestPermission() === "granted");
        box.checked = box.checked && allowed;
        change({ [key]: box.checked });
    });
    return h("div", { class: "setting" },
        h("div", {}, h("b", {}, label), about && h("small", {}, about)), box);
}

export function openSettings() {
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog",
        { class: "sheet", "aria-label": "Settings", close: () => dialog.remove() },
        h("header", {}, h("h2", {}, "Settings"), h("small", {}, "kept on this device"),
            iconButton("close", "Close", () => dialog.close())),
        h("h3", { class: "kicker" }, "Other players’ turns"),
        choice("pace", "Story of a turn", "Steady: each step is shown, then the next.",
            [[0, "Off"], [120, "Quick"], [350, "Steady"], [-1, "By hand"]]),
        h("h3", { class: "kicker" }, "Board"),
        choice("zoom", "Zoom to the question", "Where names would be too small.",
            [["never", "Never"], ["small", "When small"], ["always", "Always"]]),
        toggle("texture", "Terrain texture", ""), h("h3", { class: "kicker" }, "Look and sound"),
        choice("ground", "Theme", "", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]),
        choice("text", "Text size", "",
            [[90, "90"], [100, "100"], [125, "125"], [150, "150"], [200, "200 %"]]),
        toggle("motion", "Motion", "Pieces fly, selectable spaces pulse."),
        toggle("sound", "Sounds", "Short and quiet."),
        toggle("notify", "Notifications", "When it is your turn and the page is not in view.")));
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
}
