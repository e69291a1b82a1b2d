/* since.js: what others did since one's own last turn: a line a turn; its marks on the board can be
 * shown and hidden, and all of it can be watched again. */
import { button, h, replace } from "../dom.js";
import { emblem, icon } from "../icons.js";
import { headOf } from "./log.js";

/** @param {import("../table.js").Table} table */
export function sincePanel(table) {
    const element = h("section",
        { class: "panel since", "aria-label": "Since your last turn", hidden: true });
    const show = () => {
        const { stories } = table, list = stories.since.slice(-4);
        element.hidden = list.length === 0 || stories.isOn || table.replayed;
        replace(element,
            h("h2", {}, "Since your last turn",
                button("Watch", () => stories.again(), { class: "link", "data-key": "watch" })),
            h("ul", {},
                ...list.map((one) => {
                    const on = stories.marked === one,
                        turn = table.log.find((t) => t.turn === one.turn);
                    const line = button("", () => stories.mark(one), {
                        class: on ? "on" : "", "aria-pressed": String(on), title: one.title,
                        "data-key": `mark-${one.turn}`
                    });
                    line.append(emblem(table.game, one.seat),
                        h("span", {}, turn ? headOf(table, turn) : one.title), icon("eye"));
                    return h("li", {}, line);
                })));
    };
    table.stories.onChange(show);
    table.onUpdate(show);
    return element;
}
