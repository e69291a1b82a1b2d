/* defs.js: symbols, patterns and filters that pictures on the page refer to, put there once. */
import { svg } from "../dom.js";
import { pieceSymbols } from "./piece.js";

/** @param {string} id @param {number} width @param {number} height @param {string} d */
function texture(id, width, height, d) {
    return svg("pattern", { id: `t-${id}`, width, height, patternUnits: "userSpaceOnUse" },
        svg("path", { class: "tex", d }));
}

export function addDefs() {
    if (document.getElementById("defs")) return;
    const shadow = svg("filter",
        { id: "soft", x: "-30%", y: "-30%", width: "160%", height: "170%" },
        svg("feDropShadow",
            { dx: 0, dy: 1.6, stdDeviation: 1.3, "flood-color": "#000", "flood-opacity": ".38" }));
    const hatch = svg("pattern",
        { id: "t-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse",
            patternTransform: "rotate(45)" },
        svg("rect", { width: 8, height: 8, class: "hatch-a" }),
        svg("rect", { width: 4, height: 8, class: "hatch-b" }));
    const arrow = svg("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 7, refY: 5,
        markerWidth: 4.2, markerHeight: 4.2, orient: "auto-start-reverse" },
        svg("path", { d: "M0 0L10 5L0 10L3 5Z", fill: "context-stroke" }));
    document.body.append(svg("svg", { id: "defs", width: 0, height: 0, "aria-hidden": "true" },
        svg("defs", {}, ...pieceSymbols(),
            texture("carets", 30, 24, "M3 10l4.5 -6l4.5 6M18 21l4.5 -6l4.5 6"),
            texture("strokes", 28, 18, "M2 5h9M16 14h9"),
            texture("trees", 26, 26,
                "M6 9v-3M3.4 6a2.8 2.8 0 1 1 5.2 0M19 22v-3M16.4 19a2.8 2.8 0 1 1 5.2 0"),
            hatch, shadow, arrow)));
}
