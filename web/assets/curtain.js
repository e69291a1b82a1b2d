/* curtain.js: one screen, several hands: nobody sees a hand before its owner sits there. */
import { button, h } from "./dom.js";
import { seatLabel } from "./looks.js";

export class Curtain {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.isDown = false;
        /** @type {string | null} the seat whose hand is shown */
        this.uncovered = null;
    }

    /** Draws or lifts it, as the present question wants. */
    check() {
        const { now } = this.table, seat = now.decision?.seat;
        if (seat && this.isNeeded(seat)) this.draw(seat);
        else if (!this.isDown || now.over || seat) this.lift();
    }

    /** @param {string} seat */
    isNeeded(seat) {
        const { game, info } = this.table,
            hands = game.stacks.some((stack) => stack.visible === "owner");
        return hands && info.you.seats.length > 1 && seat !== this.uncovered;
    }

    /** @param {string} seat */
    draw(seat) {
        const main = /** @type {HTMLElement} */ (document.querySelector(".app"));
        const label = seatLabel(this.table.game, seat);
        document.querySelector(".curtain")?.remove();
        main.hidden = this.isDown = true;
        const curtain = h("div", { class: "curtain" }, h("h2", {}, `${label} decides.`),
            h("p", {}, "Other players look away."), button(`I am ${label}: show my hand`, () => {
                this.uncovered = seat;
                this.lift();
            }, { class: "primary" }));
        main.after(curtain);
        curtain.querySelector("button")?.focus();
    }

    lift() {
        document.querySelector(".curtain")?.remove();
        const main = /** @type {HTMLElement | null} */ (document.querySelector(".app"));
        if (main) main.hidden = false;
        this.isDown = false;
        this.table.show();
    }
}
