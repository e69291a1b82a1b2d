/* inspector.js: what is known of the space that is pointed at, what choosing it would do, and why
 * it cannot be chosen. It stands under the log and covers nothing. */
import { button, h, replace } from "../dom.js";
import { pieceIcon } from "../board/piece.js";
import { hasSlots } from "../board/map.js";
import { counted } from "../board/words.js";
import { iconButton } from "../icons.js";
import { sortOptions } from "../options.js";

const REST = 250; // milliseconds until the server is asked

/** What an option would do, in words; "": that is not known.
 * @param {import("../types.js").Previewed | undefined} preview */
function effectOf(preview) {
    if (!preview?.known) return "";
    if (preview.changesNothing) return "Can be chosen; it changes nothing now.";
    const steps = (preview.steps ?? []).map((s) => s.text).filter(Boolean);
    return steps.length > 0 ? steps.join(" ") : preview.next ? `Then: ${preview.next.prompt}` : "";
}

/** @param {import("../table.js").Table} table */
export function inspector(table) {
    const element = h("section",
        { class: "panel inspect", "aria-label": "Space", hidden: true, "data-tab": "space" });
    const answer = h("p", { class: "verdict", "aria-live": "polite" });
    /** @type {string | null} */
    let zone = null;
    let timer = 0, asked = 0, wants = false;
    const isMap = hasSlots(table.game); // elsewhere a click asks why not: boards have many squares
    const close = () => {
        zone = null;
        element.hidden = true;
    };
    const fill = () => {
        if (!zone || !table.board) return;
        const { words } = table.board, here = zone, changed = table.stories.changed().get(here);
        const near = table.game.spaces.find((s) => s.id === here)?.adjacent ?? [];
        const pieces = words.pieces(here).map(([kind, n]) =>
            h("li", { class: changed?.has(kind.id) ? "changed" : null },
                pieceIcon(table.game, kind), h("span", {}, counted(kind, n))));
        replace(element,
            h("header", {}, h("h2", {}, words.label(here)),
                h("p", {}, words.nature(here).join(" · ")), iconButton("close", "Close", close)),
            h("div", { class: "body" },
                h("p", { class: "facts" }, ...words.facts(here).map((f) => h("span", {}, f))),
                h("ul", { class: "piece-list" }, ...pieces,
                    ...words.sets(here).map((s) => h("li", {}, s.label))),
                answer,
                near.length > 0 && h("p", { class: "near" }, "Next to ",
                    ...near.flatMap((id, i) => [i > 0 && ", ",
                        button(words.label(id), () => table.point(id), { class: "name" })]))));
    };
    const ask = async () => {
        const mine = ++asked, decision = table.decision, here = zone;
        answer.textContent = "";
        answer.className = "verdict";
        if (!decision || !here) return;
        const { byZone, places } = sortOptions(decision), target = table.hand.targets().get(here);
        const options = target ? [target] : table.hand.isHolding ? undefined : byZone.get(here);
        if (options) {
            answer.textContent = options.length > 1
                ? `${options.length} options here: ${options.map((o) => o.label).join(", ")}.`
                : options[0].text || "Can be chosen.";
            answer.classList.add("will");
            if (options.length > 1 || options[0].text || table.clicks.isBusy) return;
            const path = options[0].path ?? [options[0].id];
            const text = effectOf((await table.preview(path.join("/")))[0]);
            if (mine === asked && text) answer.textContent = text;
        } else if (places.size > 0 && (isMap || wants) && !table.marks().chosen.has(here)) {
            const text = await table.why(here);
            if (mine !== asked || !text) return;
            answer.textContent = text;
            answer.classList.add("not");
        }
    };
    table.onPoint((next, clicked) => {
        if (next === null) return;
        wants = clicked;
        zone = next;
        element.hidden = false;
        fill();
        clearTimeout(timer);
        timer = setTimeout(ask, REST);
    });
    table.onUpdate(() => {
        if (element.hidden) return;
        fill();
        clearTimeout(timer);
        timer = setTimeout(ask, REST);
    });
    return element;
}
