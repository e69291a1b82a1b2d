/* page.test.mjs: the page as players use it, in a real browser. PICTURES=DIR also writes pictures
 * of what it looks like; WEB_QUICK leaves out the games that are long. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SLOW, asked, checkAxe, clickAndWait, openBrowser, openPage, openTable }
    from "./browser.mjs";
import { Server } from "./server.mjs";

let browser, server;
const pictures = process.env.PICTURES, quick = Boolean(process.env.WEB_QUICK);
// Of games played at random: other seeds find other positions.
const seed = Number(process.env.WEB_SEED ?? 7);

before(async () => {
    if (pictures) mkdirSync(pictures, { recursive: true });
    [browser, server] = await Promise.all([openBrowser(), new Server().start()]);
});
// A page that is left open goes on listening and drawing, and slows down all tests behind it.
afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

async function picture(page, name) {
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const HOT_SEAT = { game: "tic-tac-toe", seats: { X: "me", O: "me" }, confirm: false };
const square = (page, name) => page.locator(`[data-zone="${name}"]`);
const over = (page) => page.locator(".prompt h2.asked");

test("the lobby lists the games and is accessible", async () => {
    const page = await openPage(browser, server.url);
    await page.waitForSelector(".game .board");
    const titles = await page.locator(".game h3").allInnerTexts();
    for (const title of ["Fire in the Lake", "Reversi", "Tic-tac-toe"])
        assert.ok(titles.includes(title), `${title} in ${titles}`);
    await checkAxe(page, "the lobby");
    await picture(page, "lobby");
    assert.deepEqual(page.errors, []);
});

test("a table is begun by the form, and a game is played by clicks on the board", async () => {
    const page = await openPage(browser, server.url);
    await page.getByRole("button", { name: "New table of Tic-tac-toe" }).click();
    await page.locator("form select[name=O]").selectOption("me");
    await page.locator("form #confirm").uncheck();
    await page.getByRole("button", { name: "Begin" }).click();
    for (const name of ["a1", "a2", "b1", "b2", "c1"]) {
        await page.waitForSelector(`[data-zone="${name}"].lit`);
        await square(page, name).click();
    }
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /X wins/);
    await checkAxe(page, "a finished game");
    await picture(page, "tic-tac-toe");
    await page.goto(server.url);
    assert.match(await page.locator('section[aria-label="Finished"] li').last().innerText(),
        /^Tic-tac-toe · 10 decisions, won by X · /);
    assert.deepEqual(page.errors, []);
});

test("undo, redo, and a walk through the game", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    for (const name of ["b2", "a1", "c3"]) await clickAndWait(page, square(page, name));
    assert.equal(await page.locator(".replay input").inputValue(), "3");
    await page.locator('[data-key="undo"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").max === "2");
    await page.locator('[data-key="redo"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").max === "3");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(
        () => /after 2 decisions/.test(document.querySelector(".asked").innerText));
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(
        () => /after 1 decisions?/.test(document.querySelector(".asked").innerText));
    assert.match(await square(page, "b2").getAttribute("aria-label"), /Crosses/i);
    assert.doesNotMatch(await square(page, "a1").getAttribute("aria-label"), /Noughts/i);
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelectorAll(".zone.lit").length === 6);
    assert.deepEqual(page.errors, []);
});

test("clocks: chosen in the form, running on the page, and a flag that falls", async () => {
    const page = await openPage(browser, server.url);
    await page.getByRole("button", { name: "New table of Tic-tac-toe" }).click();
    await page.locator("form select[name=O]").selectOption("me");
    await page.locator("form #confirm").uncheck();
    const clocks = await page.locator("form select[name=clock] option")
        .evaluateAll((all) => all.map((o) => o.value));
    assert.deepEqual(clocks, ["none", "5+3", "10+5", "30+20", "other"]);
    assert.equal(await page.locator("form input[name=minutes]").isVisible(), false);
    await page.locator("form select[name=clock]").selectOption("other");
    await page.locator("form input[name=minutes]").fill("0.4");
    await page.locator("form input[name=seconds]").fill("2");
    await checkAxe(page, "the form with a clock");
    await picture(page, "clock-form");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("form select[name=clock]").scrollIntoViewIfNeeded();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true);
    await picture(page, "clock-form-phone");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Begin" }).click();
    const time = (seat) => page.locator(`[data-clock="${seat}"]`);
    await time("X").waitFor();
    assert.equal(await time("O").innerText(), "0:24");
    await page.waitForFunction( // by itself
        () => document.querySelector('[data-clock="X"]').textContent === "0:22");
    assert.equal(await page.locator(".clock.little").count(), 0);
    await clickAndWait(page, square(page, "b2"));
    assert.match(await time("X").innerText(), /^0:2[2-4]$/,
        "what it took, and two seconds for the turn");
    await page.waitForSelector('.clock.little [data-clock="O"]', { timeout: SLOW });
    assert.match(await page.locator("#announcer").innerText(), /O: 20 seconds left/);
    await page.waitForTimeout(1500);
    assert.match(await page.locator("#announcer").innerText(), /O: 20 seconds left/,
        "not said every second");
    await checkAxe(page, "a clock that warns");
    await picture(page, "clock");
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true);
    await picture(page, "clock-phone");
    const timed = await openTable(browser, server, { ...HOT_SEAT, clock: { mainMs: 1500 } },
        { colorScheme: "dark" });
    await over(timed).waitFor({ timeout: SLOW });
    assert.match(await over(timed).innerText(), /O wins on time/);
    assert.equal(await timed.locator('[data-clock="X"]').innerText(), "0:00");
    await checkAxe(timed, "a game that ended by time, in the dark");
    await picture(timed, "clock-dark");
    const plain = await openTable(browser, server, HOT_SEAT);
    assert.equal(await plain.locator(".clocks").isVisible(), false);
    assert.deepEqual([...page.errors, ...timed.errors, ...plain.errors], []);
});

test("the game plays itself through, and pauses", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    for (const name of ["b2", "a1", "c3", "c1"]) await clickAndWait(page, square(page, name));
    const at = () => page.locator(".replay input").inputValue();
    await page.locator('[data-key="play"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-key="speed-350"]').dispatchEvent("click");
    await page.waitForFunction(() => document.querySelector(".replay input").value === "1");
    await page.keyboard.press("p");
    const paused = await at();
    assert.ok(Number(paused) < 4, paused);
    assert.equal(await page.locator('[data-key="play"]').innerText(), "Play");
    await page.waitForTimeout(800);
    assert.equal(await at(), paused);
    await checkAxe(page, "a replay that pauses");
    await page.keyboard.press("p");
    await page.waitForFunction(() => document.querySelector(".replay input").value === "4"
        && document.querySelectorAll(".zone.lit").length === 5);
    assert.equal(await page.locator('[data-key="play"]').innerText(), "Play",
        "at the end it stops");
    await page.keyboard.press("p"); // and begins anew
    await page.waitForFunction(() => Number(document.querySelector(".replay input").value) < 3);
    await page.keyboard.press("ArrowLeft"); // whoever walks by hand pauses it
    assert.equal(await page.locator('[data-key="play"]').innerText(), "Play");
    assert.deepEqual(page.errors, []);
});

test("a turn waits to be ended, and can be taken back", async () => {
    const page = await openTable(browser, server,
        { ...HOT_SEAT, seats: { X: "me", O: "bot:random" }, confirm: true });
    await square(page, "b2").click();
    await page.waitForSelector('[data-key="confirm"]:enabled');
    await page.locator('[data-key="undo"]').click();
    await page.waitForSelector('[data-zone="b2"].lit');
    await square(page, "a1").click();
    await page.locator('[data-key="confirm"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").max === "2");
    assert.deepEqual(page.errors, []);
});

test("a click counts although news come while the button is held down", async () => {
    const page = await openTable(browser, server,
        { game: "kuhn-poker", seats: { First: "me", Second: "open" }, confirm: false });
    const box = await page.locator(".options button").first().boundingBox();
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await server.ask("POST", `/api/tables/${page.table}/chat`, { text: "Hurry" });
    await page.waitForFunction(
        () => document.querySelector(".chat")?.textContent.includes("Hurry"));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector(".replay input").max === "1");
});

test("two clicks on the same answer are one", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    await page.route("**/decide", async (route) => {
        await new Promise((done) => setTimeout(done, 300));
        await route.continue();
    });
    await page.evaluate(() => {
        const cell = document.querySelector('[data-zone="a1"]');
        for (let i = 0; i < 2; i++) cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelector(".replay input").max === "1");
    await square(page, "b2").click();
    await page.waitForFunction(() => document.querySelector(".replay input").max === "2");
    assert.equal(await page.locator(".notice.error").count(), 0);
});

test("everything by the keyboard", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await checkAxe(page, "the list of keys");
    await page.keyboard.press("Escape");
    for (let i = 0; i < 3; i++) {
        const before = await page.locator(".replay input").getAttribute("max");
        for (let step = 0; step < 60; step++) {
            await page.keyboard.press("Tab");
            if (await page.evaluate(() => document.activeElement?.classList.contains("lit"))) break;
        }
        await page.keyboard.press("Enter");
        await page.waitForFunction((was) => document.querySelector(".replay input").max !== was,
            before);
    }
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.querySelector(".replay input").max === "4");
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelector(".replay input").max === "3");
    assert.deepEqual(page.errors, []);
});

test("the server is killed and comes back; the page heals by itself", async () => {
    const other = await new Server().start();
    const page = await openTable(browser, other, HOT_SEAT);
    await clickAndWait(page, square(page, "b2"));
    await other.kill();
    await page.waitForSelector(".notice.error", { timeout: SLOW });
    await other.start();
    await page.waitForSelector(".notice.error", { state: "detached", timeout: SLOW });
    await clickAndWait(page, square(page, "a1"));
    assert.equal(await page.locator(".replay input").getAttribute("max"), "2");
    await other.stop();
});

test("a phone of 390 pixels, and a page zoomed to 200 %, show everything " +
    "without scrolling sideways", async () => {
    for (const [name, how] of [["phone", { width: 390, height: 844, hasTouch: true }],
        ["zoomed", { width: 640, height: 400 }]]) {
        const page = await openTable(browser, server,
            { game: "fire-in-the-lake", scenario: "short", confirm: true,
                seats: { US: "me", ARVN: "me", NVA: "me", VC: "me" } }, how);
        const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
        await checkAxe(page, name);
        await picture(page, name);
    }
});

test("hands are hidden behind a curtain at one screen", async () => {
    const page = await openTable(browser, server,
        { game: "kuhn-poker", seats: { First: "me", Second: "me" }, confirm: false });
    await page.waitForSelector(".curtain");
    await checkAxe(page, "the curtain");
    await picture(page, "curtain");
    await page.waitForTimeout(300); // news of who is there come
    assert.equal(await page.locator(".card, .asked").count(), 0,
        "nothing of a hand is on the page");
    await page.locator(".curtain button").click();
    await page.waitForSelector(".card");
    assert.equal(await page.locator(".card").count(), 1);
    assert.deepEqual(page.errors, []);
});

test("others join by a link, see only what is theirs, and talk", async () => {
    const host = await openTable(browser, server,
        { game: "kuhn-poker", seats: { First: "me", Second: "open" }, confirm: false });
    await host.getByRole("button", { name: "Who plays" }).click();
    await checkAxe(host, "who plays");
    await host.locator("dialog").getByRole("button", { name: "New link" }).click();
    const link = await host.locator("dialog code").innerText();
    await host.keyboard.press("Escape");
    const guest = await openPage(browser, link);
    await guest.waitForSelector(".prompt .asked");
    assert.equal(await guest.locator(".card").count(), 1);
    const [mine, theirs] = await Promise.all(
        [host, guest].map((p) => p.locator(".card").getAttribute("data-card")));
    assert.notEqual(mine, theirs);
    await guest.locator('[data-key="tab-Talk"]').click();
    await guest.locator(".talk input").fill("Good luck");
    await guest.keyboard.press("Enter");
    await host.waitForFunction(
        () => document.querySelector(".chat")?.textContent.includes("Good luck"));
    await host.locator(".options button").first().click();
    await guest.waitForSelector(".options button");
    assert.deepEqual([...host.errors, ...guest.errors], []);
});

/** Clicks on a point of the shape itself, or does something else there, in whole pixels: the middle
 * of a polygon's box may lie outside of it, and a town before it. */
async function clickShape(page, zone, act = (at) => page.mouse.click(at.x, at.y)) {
    const at = await zone.evaluate((group) => {
        const shape = group.querySelector(".shape"), box = shape.getBoundingClientRect();
        const road = shape.classList.contains("road");
        for (let i = 0; i < 400; i++) {
            const share = (i * 0.618034 + 0.5) % 1, other = (i * 0.381966 + 0.5) % 1;
            const along = road && shape.getPointAtLength(shape.getTotalLength() * share)
                .matrixTransform(shape.getScreenCTM());
            const x = Math.round(along ? along.x : box.left + box.width * share);
            const y = Math.round(along ? along.y : box.top + box.height * other);
            if (document.elementFromPoint(x, y) === shape) return { x, y };
        }
        return null;
    });
    assert.ok(at, `${await zone.getAttribute("data-zone")} has no point that can be clicked on`);
    await act(at);
}

/** What a person could do now: nothing yet, see the end, end the turn, click on the board, click on
 * a button. */
const possible = () => {
    if (document.querySelector(".prompt")?.dataset.state === "sent") return null;
    const zones = document.querySelectorAll(".zone.lit").length;
    const buttons = document.querySelectorAll(
        ".options button, [data-key=done]:enabled, [data-key=other]:enabled").length;
    const kind = document.querySelector("h2.asked") ? "over"
        : document.querySelector('[data-key="confirm"]:enabled') ? "confirm"
        : zones ? "zone" : buttons ? "button" : null;
    return kind
        && { kind, zones, buttons, version: document.querySelector(".prompt").dataset.version };
};

/** A number below n that looks like chance and is the same in every run. A plain remainder would
 * choose and give up the same thing for ever. */
const below = (n, click) => {
    const mixed = Math.imul(Math.imul(click + 1, 0x9e3779b1) ^ (click >>> 3), 0x85ebca6b);
    return Math.floor((mixed >>> 8) / 2 ** 24 * n);
};

/** What is wrong, for the words of a failure. */
async function stuck(page, what) {
    await picture(page, "stuck");
    const waiting = [...page.waiting].map((r) => `${r.method()} ${r.url()}`);
    const notices = await page.locator(".notice").allInnerTexts();
    return `${what}: ${await asked(page)}; notices: ${notices}; refused: ${page.refused}; `
        + `unanswered: ${waiting}; errors: ${page.errors}`;
}

/** A place with several options asks there which of them is meant. */
async function chooseAtPlace(page, version, click) {
    const options = ".at-place:not([hidden]) .option";
    const count = await page.waitForFunction(([was, wanted]) =>
        (document.querySelector(".prompt")?.dataset.version !== was ? "answered"
            : document.querySelectorAll(wanted).length), [version, options], { timeout: SLOW })
        .then((found) => found.jsonValue(),
            async () => assert.fail(await stuck(page, `click ${click} on a zone did nothing`)));
    if (count !== "answered") await page.locator(options).nth(below(count, click)).click();
}

/** One click, on the board and on buttons by turns. False once the game is over. */
async function play(page, click) {
    const there = await page.waitForFunction(possible, null, { timeout: SLOW }).catch(
        async () => assert.fail(await stuck(page, `nothing can be done before click ${click}`)));
    const { kind, zones, buttons, version } = await there.jsonValue();
    if (kind === "over") return false;
    const onBoard = kind === "zone" && (click % 2 === 1 || buttons === 0);
    const button = ".options button, [data-key=done]:enabled, [data-key=other]:enabled";
    const one = kind === "confirm" ? page.locator('[data-key="confirm"]')
        : onBoard ? page.locator(".zone.lit").nth(below(zones, click))
        : page.locator(button).nth(below(buttons, click));
    const more = !onBoard && kind !== "confirm" && await one.getAttribute("data-key") === "more";
    await (onBoard ? clickShape(page, one) : one.click({ timeout: SLOW })).catch(
        async (error) => assert.fail(await stuck(page, `click ${click}: ${error.message}`)));
    if (more) await page.locator(".finder .option").last().click({ timeout: SLOW });
    if (onBoard) await chooseAtPlace(page, version, click);
    await page.waitForFunction((was) => document.querySelector(".prompt")?.dataset.version !== was,
        version, { timeout: SLOW })
        .catch(async () => assert.fail(await stuck(page, `click ${click} on ${kind} did nothing`)));
    return true;
}

async function playOut(page, most, each = async () => undefined) {
    let click = 0;
    while (click < most && await play(page, click)) await each(click++);
    assert.equal(await over(page).count(), 1,
        `${click} clicks, and the game is not over: ${await asked(page)}`);
    return click;
}

const SEATS = [
    ["reversi", "Black", "White"],
    ["connect-four", "Red", "Yellow"],
    ["breakthrough", "White", "Black"],
    ["kuhn-poker", "First", "Second"],
    ["leduc-poker", "First", "Second"],
    ["hex", "Red", "Blue"],
    ["kalah", "South", "North"],
    ["amazons", "White", "Black"],
    ["nine-mens-morris", "White", "Black"],
    ["draughts", "White", "Black"],
];
for (const [game, me, other] of SEATS) {
    const skip = quick && game !== "kuhn-poker";
    test(`a game of ${game} against a bot`, { timeout: SLOW, skip }, async () => {
        const seats = { [me]: "me", [other]: "bot:random" }, confirm = game === "reversi";
        const page = await openTable(browser, server, { game, seats, seed, confirm });
        await playOut(page, 400);
        await checkAxe(page, game);
        await picture(page, game);
        assert.deepEqual(page.errors, []);
    });
}

test("four browsers at one table", { timeout: SLOW, skip: quick }, async () => {
    const seats = ["US", "ARVN", "NVA", "VC"];
    const made = await server.ask("POST", "/api/tables",
        { game: "fire-in-the-lake", scenario: "short", confirm: false, seed,
            seats: Object.fromEntries(seats.map((s) => [s, "open"])) });
    const { origin } = new URL(server.url);
    const pages = await Promise.all(
        made.seats.map((s) => openPage(browser, `${origin}/#join=${s.invitation}`)));
    await Promise.all(pages.map((page) => page.waitForSelector(".prompt .asked")));
    for (let click = 0; click < 60; click++) {
        const number = await pages[0].locator(".replay input").getAttribute("max");
        const at = await Promise.any(pages.map(async (page, i) => {
            await page.waitForSelector(".options button, .zone.lit, [data-key=done]:enabled",
                { timeout: SLOW });
            return i;
        }));
        await play(pages[at], click);
        await Promise.all(pages.map((page) => page.waitForFunction(
            (was) => document.querySelector(".replay input").max !== was,
            number, { timeout: SLOW })));
    }
    const counts = await Promise.all(
        pages.map((page) => page.locator(".replay input").getAttribute("max")));
    assert.equal(new Set(counts).size, 1, `all see the same: ${counts}`);
    for (const page of pages) assert.deepEqual(page.errors, []);
});

test("chances over the game, hints that can be shown and played, and why a bot did what it did",
    { timeout: SLOW }, async () => {
    const page = await openTable(browser, server,
        { game: "reversi", seats: { Black: "me", White: "bot:greedy" }, confirm: false, seed: 3 });
    await page.locator('[data-key="tab-Chances"]').click();
    await page.waitForSelector('.chart [role="img"]');
    assert.match(await page.locator('.chart [role="img"]').getAttribute("aria-label"),
        /Black: \d+ % at first, \d+ % now/);
    await page.locator('[data-key="hint"]').click();
    await page.waitForSelector(".hints li", { timeout: SLOW });
    const first = page.locator(".hints li").first();
    assert.match(await first.innerText(), /\d+ %, margin [+−]?\d/);
    await first.locator("button.name").click();
    assert.equal(await page.locator(".zone.pointed").count(), 1);
    await checkAxe(page, "hints");
    await picture(page, "hints");
    await first.getByRole("button", { name: /^Play/ }).click();
    await page.waitForFunction(() => Number(document.querySelector(".replay input").max) >= 2);
    await page.waitForSelector(".zone.lit");
    await page.locator('[data-key="tab-Log"]').click();
    await page.locator(".turn:not(.chapter) button[aria-expanded]").last().click();
    await page.waitForSelector(".reason");
    assert.match(await page.locator(".reason").first().innerText(), /^Why: ./);
    await page.locator('[data-key="tab-Chances"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".values tbody tr").length === 2);
    assert.deepEqual(page.errors, []);
});

test("a game that is over is looked at again, and its turning points lead to their positions",
    { timeout: SLOW }, async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    await page.locator('[data-key="tab-Chances"]').click();
    for (const name of ["a1", "c3", "b1", "a3", "c1"]) await clickAndWait(page, square(page, name));
    await page.locator('[data-key="close-end"]').click();
    await page.locator('.chances [data-key="review"]').click();
    await page.waitForSelector('[data-key="moment-3"]', { timeout: SLOW });
    assert.match(await page.locator(".hints li").last().innerText(),
        /O: from 100 % to 0 %.*better was c1/);
    await checkAxe(page, "turning points");
    await picture(page, "turning-points");
    await page.locator('[data-key="moment-3"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").value === "3");
    assert.deepEqual(page.errors, []);
});

test("where hints are not allowed there are none", async () => {
    const page = await openTable(browser, server, { ...HOT_SEAT, hints: false });
    assert.equal(await page.locator('[data-key="hint"]').count(), 0);
    assert.ok(await page.locator('[data-key="hint-2"]').isDisabled());
    await page.locator('[data-key="tab-Chances"]').click();
    assert.match(await page.locator(".chances").innerText(), /Hints are off/);
});

test("people agree to a draw", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    for (const words of ["Offer a draw", "Agree to a draw"]) {
        await page.getByRole("button", { name: "Who plays" }).click();
        await page.locator("dialog").getByRole("button", { name: words }).click();
        await page.locator("dialog").waitFor({ state: "hidden" });
        if (words === "Offer a draw") await page.getByText(/offers a draw/).waitFor();
    }
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /The game is a draw by agreement/);
    assert.deepEqual(page.errors, []);
});

test("who resigns is asked first, and the other side has won", async () => {
    const page = await openTable(browser, server,
        { ...HOT_SEAT, seats: { X: "me", O: "bot:random" } });
    await page.getByRole("button", { name: "Who plays" }).click();
    await page.locator("dialog").getByRole("button", { name: /^Resign/ }).click();
    await checkAxe(page, "the question whether to resign");
    await page.locator('[data-key="resign"]').click();
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /O wins by resignation/);
    assert.deepEqual(page.errors, []);
});

test("the form of a new table explains what can be chosen", async () => {
    const page = await openPage(browser, server.url);
    await page.getByRole("button", { name: "New table of Fire in the Lake" }).click();
    const bots = await page.locator("form select[name=NVA] option").allInnerTexts();
    assert.ok(bots.some((text) => /^bot, random: .{10}/.test(text)), `${bots}`);
    assert.ok(await page.locator("form #hints").isChecked());
    await checkAxe(page, "the form");
    await picture(page, "form");
});

test("the map has marks for what is shown of spaces, tips for what lies on it, " +
    "backs of cards, numbers of cards", async () => {
    const page = await openTable(browser, server, { game: "fire-in-the-lake", scenario: "short",
        seats: { US: "me", ARVN: "me", NVA: "me", VC: "me" }, seed: 7 });
    const view = (await server.ask("GET", `/api/tables/${page.table}`)).view;
    const held = view.displays.filter((d) => d.id === "controlledBy" && d.value > 0);
    assert.ok(held.length > 5);
    assert.equal(await page.locator(".badge").count(), held.length,
        "a badge for every space that somebody controls");
    assert.match(await page.locator(`[data-zone="${held[0].owner}"]`).getAttribute("aria-label"),
        /Control (COIN|NVA)/);
    await clickShape(page, page.locator('[data-zone="saigon"]'),
        (at) => page.mouse.move(at.x, at.y));
    await page.waitForSelector(".inspect");
    assert.match(await page.locator(".inspect").innerText(), /^Saigon\n[^]*US Troop/);
    await page.waitForSelector('[data-option="Rally"]');
    await page.mouse.move(2, 400);
    await page.keyboard.press("Tab"); // the focus tells what an option will do, as the rules say it
    await page.locator('.options [data-option="Rally"]').focus();
    await page.waitForSelector(".tip");
    assert.match(await page.locator(".tip").innerText(), /^Rally\n.{40}/);
    assert.equal(
        await page.locator('.options [data-option="Rally"]').getAttribute("aria-describedby"),
        "tip");
    await checkAxe(page, "a tip");
    assert.match(await page.locator(".panel.card h2").textContent(), /^\d+ [A-Z]/);
    await page.locator('[data-key="tab-Cards"]').click();
    assert.equal(await page.locator(".face-down .back").first().innerText(),
        String(view.position.stacks.deck));
    await checkAxe(page, "marks and backs");
    assert.deepEqual(page.errors, []);
});

test("an analysis copy begins at any point and touches nothing", async () => {
    const page = await openTable(browser, server, HOT_SEAT);
    for (const name of ["b2", "a1", "c3"]) await clickAndWait(page, square(page, name));
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector('[data-key="try"]');
    const [copy] = await Promise.all(
        [page.context().waitForEvent("page"), page.locator('[data-key="try"]').click()]);
    await copy.waitForSelector('[data-zone="c3"].lit');
    await copy.locator('[data-zone="a2"]').click();
    await copy.waitForSelector('[data-zone="c3"].lit');
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".replay input").max === "3");
    assert.match(await square(page, "c3").getAttribute("aria-label"), /Crosses/i);
});

test("the rules change while a game is on the table", { timeout: SLOW }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "ludoforge-dev-"));
    const spec = join(folder, "tic-tac-toe.game-spec.md");
    const text = readFileSync(new URL("../../data/games/tic-tac-toe.game-spec.md", import.meta.url),
        "utf8");
    writeFileSync(spec, text);
    const dev = await new Server("--dev", spec).start();
    const page = await openTable(browser, dev, HOT_SEAT);
    for (const name of ["b2", "a1"]) await clickAndWait(page, square(page, name));
    writeFileSync(spec, text.replace("turnStructure", "turnStrukture"));
    await page.waitForSelector(".dev.bad", { timeout: SLOW });
    assert.match(await page.locator(".dev").innerText(), /turnStrukture/);
    await picture(page, "dev");
    writeFileSync(spec, text.replace(/label: Crosses|crosses/, (word) => word));
    await page.waitForSelector(".dev.good", { timeout: SLOW });
    await clickAndWait(page, square(page, "c3"));
    assert.equal(await page.locator(".replay input").getAttribute("max"), "3");
    await dev.stop();
    rmSync(folder, { recursive: true });
});

test("a whole Short game of Fire in the Lake, played by clicks against bots",
    { timeout: SLOW * 4, skip: quick }, async () => {
    const page = await openTable(browser, server,
        { game: "fire-in-the-lake", scenario: "short", seed, confirm: true,
            seats: { US: "me", ARVN: "bot:random", NVA: "bot:random", VC: "bot:random" } });
    await checkAxe(page, "Fire in the Lake");
    await picture(page, "fire-in-the-lake");
    await playOut(page, 3000,
        async (click) => { if (click === 40) await picture(page, "fire-in-the-lake-later"); });
    await picture(page, "fire-in-the-lake-end");
    assert.deepEqual(page.errors, []);
});
