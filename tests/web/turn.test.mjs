/* turn.test.mjs: the player's turn: how many clicks it takes (each flow of the design has its
 * number), pieces that are picked up and dragged, what is asked at a place, single options, keys
 * that are pressed faster than answers come, and what Undo takes back. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { asked, checkAxe, openBrowser, openTable } from "./browser.mjs";
import { Server } from "./server.mjs";

let browser, server;
before(async () => {
    [browser, server] = await Promise.all([openBrowser(), new Server().start()]);
});
afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

const ALL = { US: "me", ARVN: "me", NVA: "me", VC: "me" };
const WAR = {
    game: "fire-in-the-lake", scenario: "short", seats: ALL, seed: 7, confirm: true, forced: "show"
};

/** A player who counts clicks. A drag is one. */
class Player {
    constructor(page) {
        this.page = page;
        this.clicks = 0;
    }

    static async at(more = {}, how = {}) {
        const table = more.top ? { ...WAR, stack: "deck", ...more } : { ...WAR, ...more };
        const page = await openTable(browser, server, table, {
            width: 1440, height: 900, ...how,
            settings: { zoom: "never", motion: false, ...how.settings }
        });
        const me = new Player(page);
        await me.settled();
        me.seat = await page.locator(".prompt .seat-block span").textContent();
        return me;
    }

    /** Until no answer is on its way, and what lies behind the question is known. */
    async settled() {
        await this.page.waitForSelector(
            '.prompt[data-state="open"], .prompt[data-state="ends"], .prompt[data-state="waits"]');
    }

    async click(locator) {
        this.clicks++;
        await locator.click();
        await this.settled();
    }

    option(text) {
        return this.click(this.page.locator(".options .btn", { hasText: text }).first());
    }

    done() {
        return this.click(this.page.locator('[data-key="done"]:enabled'));
    }

    async end() {
        await this.click(this.page.locator('[data-key="confirm"]:enabled'));
        await this.page.waitForFunction((seat) => {
            const shown = document.querySelector(
                '.prompt:not([data-state="ends"]) .seat-block span');
            return shown?.textContent !== seat &&
                document.querySelector('.prompt[data-state="open"]');
        }, this.seat);
        return this.clicks;
    }

    /** Clicks into a space, where nothing but the space is. */
    async space(id) {
        await this.page.waitForSelector(`[data-zone="${id}"].lit`);
        this.clicks++;
        await this.page.locator(`[data-zone="${id}"]`).dispatchEvent("click");
        await this.settled();
    }

    stack(zone, kind) {
        return this.page.locator(`[data-in="${zone}"] .stack.can[data-kind="${kind}"]`);
    }

    async take(zone, kind, how = {}) {
        this.clicks++;
        await this.stack(zone, kind).click({ ...how, force: true });
        await this.page.waitForSelector(`[data-in="${zone}"] .stack.held[data-kind="${kind}"]`);
    }

    /** Takes a stack and drags it. */
    async drag(zone, kind, to) {
        const from = await this.stack(zone, kind).boundingBox(), { page } = this;
        const goal = await page.locator(`[data-in="${to}"] .name`).first().boundingBox();
        this.clicks++;
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 5 });
        await page.mouse.up();
        await this.settled();
    }

    /** What is asked at a place: by its words. */
    at(text) {
        return this.click(this.page.locator(".at-place:not([hidden]) .btn", { hasText: text })
            .first());
    }
}

const VC = "vc-guerrillas.underground", US = "us-troops", ARVN = "arvn-troops";

test("March of 2 groups: 7 clicks at most", async () => {
    const me = await Player.at();
    await me.option("March");
    await me.take("tay-ninh", VC);
    await me.space("saigon");
    await me.take("binh-dinh", VC);
    await me.space("qui-nhon");
    await me.done();
    assert.equal(await me.end(), 7);
    assert.deepEqual(me.page.errors, []);
});

test("March of 2 groups by drags: 5 clicks; End turn completes what is being chosen: 4",
    async () => {
    for (const [done, clicks] of [[true, 5], [false, 4]]) {
        const me = await Player.at();
        await me.option("March");
        await me.drag("tay-ninh", VC, "saigon");
        await me.drag("binh-dinh", VC, "qui-nhon");
        assert.deepEqual(await me.page.locator(".chip span").allInnerTexts(),
            ["2 Underground VC Guerrillas, Tay Ninh → Saigon",
                "2 Underground VC Guerrillas, Binh Dinh → Qui Nhon"]);
        if (done) await me.done();
        assert.equal(await me.end(), clicks);
        assert.deepEqual(me.page.errors, []);
    }
});

test("Rally in 4 spaces, then Tax in 1: 14 clicks at most", async () => {
    const me = await Player.at();
    await me.option("Rally");
    for (const id of ["tay-ninh", "quang-duc-long-khanh", "kien-phong", "kien-giang-an-xuyen"]) {
        await me.space(id);
        if (await me.page.locator(".at-place:not([hidden])").count() > 0) await me.at("Guerrillas");
    }
    await me.option("Tax");
    await me.space("pleiku-darlac");
    await me.done();
    const clicks = await me.end();
    assert.ok(clicks <= 14, `${clicks} clicks`);
    assert.deepEqual(me.page.errors, []);
});

test("Event without choices: 2 clicks", async () => {
    const me = await Player.at({ top: ["card-4"] });
    await me.click(me.page.locator('.card-side.can[data-part="unshaded"]'));
    assert.equal(await me.end(), 2);
    assert.deepEqual(me.page.errors, []);
});

test("Event with a landing of 1 group, a Sweep and an Assault: 7 clicks", async () => {
    const me = await Player.at({ top: ["card-67"] });
    await me.click(me.page.locator('.card-side.can[data-part="unshaded"]'));
    await me.option("ARVN");
    await me.take("saigon", ARVN);
    await me.space("da-nang");
    await me.done();
    await me.space("da-nang");
    assert.equal(await me.end(), 7);
    assert.deepEqual(me.page.errors, []);
});

test("Sweep in 2 spaces with 2 groups of Troops: 10 clicks, 8 with drags", async () => {
    for (const [drags, most] of [[false, 10], [true, 8]]) {
        const me = await Player.at({ top: ["card-3"] });
        await me.option("Sweep");
        await me.space("quang-duc-long-khanh");
        await me.space("tay-ninh");
        await me.done();
        for (const [from, to] of [["khanh-hoa", "quang-duc-long-khanh"],
            ["pleiku-darlac", "tay-ninh"]])
            if (drags) await me.drag(from, US, to);
            else {
                await me.take(from, US);
                await me.space(to);
            }
        await me.done(); // the order of the spaces changes nothing: both are resolved
        assert.equal(await me.end(), most);
        assert.deepEqual(me.page.errors, []);
    }
});

/** The other seats do no more than they must, until this one decides. */
async function othersPass(table, seat) {
    for (let i = 0; i < 300; i++) {
        const { view } = await server.ask("GET", `/api/tables/${table}`);
        if (view.over || view.pending === "nothing" && view.decision?.seat === seat) return;
        if (view.pending !== "nothing")
            await server.ask("POST", `/api/tables/${table}/confirm`, {});
        else {
            const { id, options } = view.decision,
                way = options.find((o) => o.wayOut === "done") ?? options[0];
            await server.ask("POST", `/api/tables/${table}/decide`,
                { decision: id, option: way.id });
        }
    }
}

test("Coup Round of the US, Pacify in 2 spaces and Commitment of 2 groups: 11 clicks at most",
    async () => {
    const me = await Player.at({ top: ["card-125"] }), { page } = me;
    for (const id of ["binh-dinh", "quang-tin-quang-ngai"]) {
        await me.space(id);
        if (await page.locator(".at-place:not([hidden])").count() > 0) await me.at("Shift");
    }
    await me.end();
    await othersPass(page.table, "US");
    await page.waitForFunction(() =>
        /Commitment/.test(document.querySelector(".prompt .stepper .now")?.textContent) &&
            document.querySelector('.prompt[data-state="open"]'));
    await me.take("available-US", US);
    await me.space("saigon");
    await me.take("available-US", US);
    await me.space("da-nang");
    await me.done();
    await me.click(page.locator('[data-key="confirm"]:enabled'));
    assert.ok(me.clicks <= 11, `${me.clicks} clicks`);
    assert.deepEqual(page.errors, []);
});

test("pieces: a click takes 1, another 1 more, Shift all; from 4 up there is a field; " +
    "Undo and Escape put them back", async () => {
    const me = await Player.at({ top: ["card-67"] }), { page } = me;
    await me.click(page.locator('.card-side.can[data-part="unshaded"]'));
    await me.option("ARVN");
    await me.take("saigon", ARVN);
    await page.locator(".at-place:not([hidden]) output", { hasText: "1" }).waitFor();
    await me.take("saigon", ARVN);
    await page.locator(".at-place:not([hidden]) output", { hasText: "2" }).waitFor();
    assert.match(await asked(page), /Where do 2 ARVN Troops go\?/);
    await me.take("saigon", ARVN, { modifiers: ["Shift"] });
    await page.locator(".at-place:not([hidden]) output", { hasText: "4" }).waitFor();
    await page.getByRole("button", { name: "One fewer" }).click();
    await page.locator(".held-n", { hasText: "3" }).waitFor();
    await checkAxe(page, "pieces in the hand");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".stack.held", { state: "detached" });
    await me.take("saigon", ARVN);
    await page.keyboard.press("z");
    await page.waitForSelector(".stack.held", { state: "detached" });
    assert.match(await asked(page), /coastal space/);
    assert.deepEqual(page.errors, []);
});

test("pointing at a destination shows the move and what it would do; nothing is sent", async () => {
    const me = await Player.at(), { page } = me;
    await me.option("March");
    await me.take("tay-ninh", VC);
    const before = await page.locator(".prompt").getAttribute("data-version");
    await page.locator('[data-zone="saigon"]').dispatchEvent("pointerenter");
    await page.waitForSelector('.ghost[data-ghost="saigon"] .stack');
    const will = "1 Guerrilla marches from Tay Ninh to Saigon; VC Resources 10 → 9. "
        + "1 Guerrilla goes Active in Saigon.";
    await page.locator(".verdict.will", { hasText: will }).waitFor();
    assert.equal(await page.locator(".prompt").getAttribute("data-version"), before);
    await page.locator('[data-zone="saigon"]').dispatchEvent("pointerleave");
    await page.waitForSelector(".ghost", { state: "detached" });
    assert.deepEqual(page.errors, []);
});

test("a click that took several decisions is one chip, and Undo takes it back as one, " +
    "down to the beginning", async () => {
    const me = await Player.at(), { page } = me, first = await asked(page);
    await me.option("March");
    const march = await asked(page);
    await me.take("tay-ninh", VC);
    await me.space("saigon");
    await page.waitForFunction(() => document.querySelectorAll(".chip").length === 1);
    for (const text of [march, first]) {
        await page.keyboard.press("z");
        await page.waitForFunction(
            (wanted) => document.querySelector(".prompt .asked").innerText === wanted, text);
    }
    assert.equal(await page.locator(".chip").count(), 0);
    assert.deepEqual(page.errors, []);
});

test("single options of a turn are a chip, and the turn does not end by itself", async () => {
    const me = await Player.at({ top: ["card-3"] }), { page } = me;
    await me.option("Sweep");
    await me.space("tay-ninh");
    await me.done();
    await me.take("pleiku-darlac", US);
    await me.space("tay-ninh");
    await me.done();
    await page.locator(".chip.forced", { hasText: "only option" }).first().waitFor();
    assert.equal(await page.locator(".prompt").getAttribute("data-state"), "open");
});

test("keys that are pressed faster than answers come are not lost", async () => {
    const me = await Player.at(), { page } = me;
    await page.route("**/decide", async (route) => {
        await new Promise((done) => setTimeout(done, 150));
        await route.continue();
    });
    await page.keyboard.type("21"); // Rally, and the first option of what is asked then
    await page.waitForFunction(() => Number(document.querySelector(".replay input").max) > 2);
    assert.deepEqual(page.errors, []);
});
