/* shortcuts.js: the keys of a table. */
import { openFinder } from "./finder.js";
import { sortOptions } from "./options.js";
import { change, settings } from "./settings.js";

/** @param {import("./table.js").Table} table @returns {import("./keys.js").Shortcut[]} */
export function shortcutsOf(table) {
    const view = () => table.board?.view, numbers = Array.from({ length: 9 }, (_, i) => i);
    const sorted = () => (table.decision ? sortOptions(table.decision) : null);
    const option = (/** @type {number} */ i) => {
        const found = sorted(), at = table.opened && found?.byZone.get(table.opened);
        const list = at || (found && (found.buttons.length > 0 ? found.buttons : found.rest));
        if (list?.[i]) table.decide(list[i].id);
    };
    const end = () => {
        table.endTurn();
    };
    const done = () => {
        const way = sorted()?.done;
        if (table.stories.isOn) table.stories.step();
        else if (way) table.decide(way.id);
        else if (table.now.pending !== "nothing") end();
    };
    const skip = () => {
        if (table.stories.isOn) table.stories.skip();
        else if (table.opened || table.hand.isHolding) {
            table.opened = null;
            table.hand.clear();
            table.show();
        } else table.replay(null);
    };
    return [
        { group: "Decide", keys: ["Enter"], text: "Done, or end the turn", act: done },
        { group: "Decide", keys: ["/"], text: "all options as a list to type in",
            act: () => openFinder(table) },
        ...numbers.map((i) => ({ group: i === 0 ? "Decide" : "", keys: [String(i + 1)],
            text: i === 0 ? "the first option; 2 to 9 the next ones" : "", act: () => option(i) })),
        { group: "Decide", keys: ["z", "u"], text: "Undo", act: () => table.act("undo") },
        { group: "Decide", keys: ["Z", "U"], text: "Undo turn", act: () => table.act("undo-turn") },
        { group: "Decide", keys: ["r"], text: "Redo", act: () => table.act("redo") },
        { group: "Decide", keys: ["e"], text: "End turn", act: end },
        { group: "Ask", keys: ["t"], text: "Hint", act: () => {
            if (table.decision && table.thoughts.isAllowed()) table.hint();
        } },
        { group: "Ask", keys: ["w"], text: "Why not …?", act: () => table.askWhy() },
        { group: "Ask", keys: ["i"], text: "the rule behind the question", act: () => {
            if (table.decision) table.showRule();
        } },
        { group: "Other turns and replay", keys: [" "], text: "next step of a story",
            act: () => table.stories.step() },
        { group: "Other turns and replay", keys: ["a"], text: "tell the last turns again",
            act: () => table.stories.again() },
        { group: "Other turns and replay", keys: ["ArrowLeft", "["], text: "one decision back",
            act: () => table.replays.step(-1) },
        { group: "Other turns and replay", keys: ["ArrowRight", "]"], text: "one decision forward",
            act: () => table.replays.step(1) },
        { group: "Other turns and replay", keys: ["p"], text: "play the game through; pause",
            act: () => table.replays.autoplay() },
        { group: "Other turns and replay", keys: ["End", "Escape"],
            text: "back to now; skip a story", act: skip },
        { group: "Board", keys: ["+"], text: "zoom in", act: () => view()?.zoom(1.3) },
        { group: "Board", keys: ["-"], text: "zoom out", act: () => view()?.zoom(1 / 1.3) },
        { group: "Board", keys: ["f", "0"], text: "the whole board", act: () => view()?.fit() },
        { group: "Board", keys: ["h", "j", "k", "l"], text: "move the board", act: (key) => {
            const ways = /** @type {Record<string, number[]>} */ ({
                h: [-1, 0], j: [0, 1], k: [0, -1], l: [1, 0]
            });
            view()?.pan(ways[key][0], ways[key][1]);
        } },
        { group: "Board", keys: ["x"], text: "hide or show pieces",
            act: () => change({ pieces: !settings.pieces }) },
    ];
}
