/* finder.js: all options as a list to type in: for the keyboard, for screen readers, and for long
 * lists. The board stays the first way to choose. */
import { button, h, replace } from "./dom.js";
import { nameOf } from "./options.js";

/** @param {import("./table.js").Table} table */
export function openFinder(table) {
    const decision = table.decision;
    if (!decision) return;
    const list = h("ul", { class: "options found" }), close = () => dialog.close();
    const input = /** @type {HTMLInputElement} */ (h("input", {
        type: "search", "aria-label": "Filter the options", placeholder: "Type to filter",
        autocomplete: "off"
    }));
    const take = (/** @type {string} */ id) => {
        close();
        table.decide(id);
    };
    const fits = () => decision.options.filter((o) => o.label.toLowerCase()
        .includes(input.value.trim().toLowerCase()));
    const fill = () => replace(list,
        ...fits().map((o) => h("li", {},
            button(o.label, () => take(o.id),
                { class: "btn option", "data-option": nameOf(o), focus: () => table.pointAt(o) }),
            o.text && h("small", {}, o.text))));
    input.addEventListener("input", fill);
    input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && fits().length > 0) {
            event.preventDefault();
            take(fits()[0].id);
        } else if (event.key === "ArrowDown") list.querySelector("button")?.focus();
    });
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog",
        { class: "finder", "aria-label": "All options",
            close: () => {
                dialog.remove();
                table.pointAt(null);
            } },
        h("h2", {}, decision.prompt), input, list, button("Close", close, { class: "btn" })));
    fill();
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
}
