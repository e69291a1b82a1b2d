/* table.test.mjs: the frame of a table: the page never scrolls, no name is covered, the four
 * states, choices that are taken back one by one, fast clicks, stories of other seats' turns, a
 * phone. */
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
const WAR = { game: "fire-in-the-lake", scenario: "short", seats: ALL, seed: 7, confirm: true };
const SIZES = [[1280, 800], [1440, 900], [1920, 1080], [3840, 2160], [390, 844]];
const quick = Boolean(process.env.WEB_QUICK);

const zone = (page, id) => page.locator(`[data-zone="${id}"]`);
const press = (page, id) => zone(page, id).dispatchEvent("click");
const number = (page) => page.evaluate(() => Number(document.querySelector(".replay input").max));

/** Clicks a button of the bar and waits for the next question. */
async function choose(page, text) {
    const before = await number(page);
    await page.locator(".options .btn", { hasText: text }).first().click();
    await page.waitForFunction((was) => Number(document.querySelector(".replay input").max) > was,
        before);
}

/** To where the first seat chooses spaces of an operation. */
async function chooseSpaces(page) {
    await choose(page, "Rally");
    await page.waitForSelector(".zone.lit");
}

/** Moves a table on by so many decisions, taken by a fixed rule. */
async function goOn(table, steps) {
    for (let i = 0; i < steps; i++) {
        const { view } = await server.ask("GET", `/api/tables/${table}`);
        if (view.over) return;
        if (view.pending !== "nothing")
            await server.ask("POST", `/api/tables/${table}/confirm`, {});
        else if (view.decision) {
            const { options } = view.decision;
            const option = options[(view.number * 7919 + i) % options.length].id;
            await server.ask("POST", `/api/tables/${table}/decide`,
                { number: view.number, option });
        }
    }
}

test("the page never scrolls, at any size, and everything that a decision " +
    "needs is in view", async () => {
    for (const [width, height] of quick ? SIZES.slice(0, 2).concat(SIZES.slice(4)) : SIZES) {
        const page = await openTable(browser, server, WAR, { width, height });
        const over = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight,
            document.documentElement.scrollWidth - innerWidth]);
        assert.deepEqual(over, [0, 0], `${width} x ${height}`);
        const wanted = width > 700
            ? [".panel.card", ".panel.order", ".panel.next", ".scores", ".tabbed"] : [];
        for (const part of [".asked", ".btns", ".board", ...wanted]) {
            const box = await page.locator(part).first().boundingBox();
            assert.ok(box && box.y >= 0 && box.y + box.height <= height + 1
                && box.x >= 0 && box.x + box.width <= width + 1,
                `${part} at ${width} x ${height}: ${JSON.stringify(box)}`);
        }
        await page.context().close();
    }
});

test("a view zoomed to a question shows all that can be chosen: " +
    "spaces, roads and boxes", async () => {
    const page = await openTable(browser, server, WAR);
    const lost = await page.evaluate(async (game) => {
        const { MapBoard } = await import("/assets/board/map.js");
        const board = new MapBoard(game, { pick: () => undefined, hover: () => undefined });
        board.element.style.cssText =
            "position: fixed; left: 0; top: 0; width: 744px; height: 600px";
        document.body.append(board.element);
        const zones = [...board.zones.keys()], frame = board.picture.getBoundingClientRect();
        return zones.filter((id, i) => {
            const both = [id, zones[(i + 1) % zones.length]];
            board.zoomToQuestion(both, true);
            return both.some((one) => {
                const [x, y] = board.middle(one);
                const view = board.picture.getAttribute("viewBox").split(" ").map(Number);
                return x < view[0] || y < view[1] || x > view[0] + view[2] || y > view[1] + view[3];
            });
        }).concat(frame.width > 0 && zones.length > 50 ? [] : ["no board"]);
    }, await server.ask("GET", "/api/games/fire-in-the-lake"));
    assert.deepEqual(lost, []);
});

/** Names that lie under pieces, plates, plaques or other names, measured in the page. */
const covered = () => {
    const box = (e) => e.getBoundingClientRect(), bad = [];
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const names = [...document.querySelectorAll(".board .name, .caption.town")].map((e) => {
        const b = box(e), trim = b.height * 0.2; // ascent and descent are empty
        return { text: e.textContent, own: e.parentElement, left: b.left, right: b.right,
            top: b.top + trim, bottom: b.bottom - trim };
    });
    const things = [
        ...document.querySelectorAll(".board .stack .body, .board rect.plaque, .board .worth")];
    for (const name of names) {
        for (const thing of things) {
            const kind = thing.closest("[data-kind]")?.dataset.kind ?? thing.className.baseVal;
            if (meet(name, box(thing))) bad.push(`${name.text} under ${kind}`);
        }
        for (const other of names)
            if (other.own !== name.own && meet(name, other))
                bad.push(`${name.text} and ${other.text}`);
    }
    return { count: names.length, bad };
};

test("no piece covers a name, over many positions and sizes", async () => {
    const page = await openTable(browser, server, WAR,
        { settings: { zoom: "never", motion: false } });
    for (let round = 0; round < (quick ? 2 : 12); round++) {
        await goOn(page.table, 25);
        await page.reload();
        await page.waitForSelector(".board .stack");
        for (const [width, height] of SIZES.slice(0, 3)) {
            await page.setViewportSize({ width, height });
            await page.waitForTimeout(100);
            const { count, bad } = await page.evaluate(covered);
            assert.ok(count > 30, `${count} names`);
            assert.deepEqual(bad, [], `round ${round}, ${width} x ${height}`);
        }
    }
});

test("spaces show four states, and choices are chips that are taken back one by one", async () => {
    const page = await openTable(browser, server, WAR);
    assert.equal(await page.locator(".chip").count(), 0);
    await chooseSpaces(page);
    const lit = await page.locator(".zone.lit").count();
    assert.ok(lit > 3);
    const id = await page.locator(".zone.area.lit").first().getAttribute("data-zone");
    await page.mouse.move(1, 1); // away from the buttons, which point at places too
    await zone(page, id).dispatchEvent("pointerenter");
    await page.waitForSelector(`[data-zone="${id}"].pointed`);
    assert.match(await page.locator(".inspect h2").innerText(), /./);
    const before = await number(page), question = await asked(page);
    await press(page, id);
    await page.waitForSelector(`[data-zone="${id}"].chosen`);
    assert.equal(await page.locator(`[data-ring="${id}"].chosen`).count(), 1);
    await page.waitForSelector(".chip");
    assert.equal(await page.locator(".tick").count(), 1);
    await page.locator(".chip .x").first().click();
    await page.waitForFunction((was) => Number(document.querySelector(".replay input").max) === was,
        before);
    assert.equal(await asked(page), question);
    assert.equal(await page.locator(".zone.chosen").count(), 0);
    await checkAxe(page, "choosing spaces");
    assert.deepEqual(page.errors, []);
});

test("Undo, Undo turn, Done and End turn never move, and there " +
    "are at most six answers", async () => {
    const page = await openTable(browser, server, WAR);
    const places = () => page.evaluate(() => "undo undo-turn done confirm".split(" ").map((key) => {
        const box = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
        const edge = document.querySelector(".btns").getBoundingClientRect().right;
        return [Math.round(box.top), Math.round(edge - box.right) < 400];
    }));
    const first = await places();
    for (const text of ["Rally", "Tax"]) {
        await choose(page, text);
        assert.deepEqual(await places(), first);
        assert.ok(await page.locator(".options .btn").count() <= 6);
    }
});

test("no click is lost, at 30 ms from one to the next and 150 ms until an answer", async () => {
    const page = await openTable(browser, server,
        { game: "go-9x9", seats: { Black: "me", White: "me" }, confirm: false });
    await page.route("**/decide", async (route) => {
        await new Promise((done) => setTimeout(done, 150));
        await route.continue();
    });
    const zones = await page.locator(".zone.lit").evaluateAll(
        (all) => all.map((z) => z.dataset.zone).slice(10, 18));
    await page.evaluate(async (ids) => {
        for (const id of ids) {
            document.querySelector(`[data-zone="${id}"]`).dispatchEvent(
                new MouseEvent("click", { bubbles: true }));
            await new Promise((done) => setTimeout(done, 30));
        }
    }, zones);
    await page.waitForFunction((n) => Number(document.querySelector(".replay input").max) === n,
        zones.length);
    assert.equal(await page.locator(".notice.error").count(), 0);
    assert.deepEqual(page.errors, []);
});

test("the turn of a bot is told step by step, and then listed", async () => {
    for (const pace of quick ? [120] : [120, 350]) {
        const page = await openTable(browser, server, { ...WAR, confirm: false,
            seats: { US: "bot:random", ARVN: "bot:random", NVA: "bot:random", VC: "me" } },
        { settings: { pace } });
        await page.evaluate(() => {
            window.seen = [];
            new MutationObserver(() => {
                const now = document.querySelector(".dots .now");
                const all = document.querySelectorAll(".dots li").length;
                if (now) window.seen.push(
                    `${document.querySelector(".crumb").textContent} ${now.textContent} of ${all}`);
            }).observe(document.querySelector(".prompt"), { childList: true, subtree: true });
        });
        await page.waitForSelector('[data-key="other"]:enabled, .options .btn');
        const pass = page.locator('[data-key="other"]', { hasText: "Pass" });
        const other = page.locator(".options .btn", { hasText: "Pass" });
        await (await pass.count() > 0 ? pass : other).click();
        await page.waitForFunction(() => window.seen.length > 0); // the dots may be gone by now
        await page.waitForSelector(".since li", { timeout: 600000 });
        const seen = await page.evaluate(() => [...new Set(window.seen)]);
        // Stories never mix.
        for (const told of new Set(seen.map((s) => s.replace(/ \d+ of /, " # of "))))
            for (let step = 1; step <= Number(told.split(" of ")[1]); step++)
                assert.ok(seen.includes(told.replace("#", step)),
                    `${told}, step ${step}, in ${seen}`);
        await page.waitForFunction(() => document.querySelector(".step-mark"));
        await page.locator('[data-key="watch"]').click();
        await page.waitForSelector('[data-key="skip"]');
        await page.locator('[data-key="skip"]').click();
        await page.waitForSelector(".since:not([hidden])");
        assert.deepEqual(page.errors, []);
    }
});

test("on a phone the first tap points at a space, the second chooses it, " +
    "and the sheet has tabs", async () => {
    const page = await openTable(browser, server, WAR, { width: 390, height: 844, hasTouch: true });
    await chooseSpaces(page);
    const first = page.locator(".zone.plate-zone.lit, .zone.area.lit").first();
    const id = await first.getAttribute("data-zone");
    const before = await number(page);
    const tap = () => zone(page, id).evaluate(
        (z) => z.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "touch" })));
    await tap();
    assert.equal(await number(page), before);
    assert.ok(await page.locator(".inspect").isVisible(), "the sheet shows the space");
    await tap();
    await page.waitForFunction((was) => Number(document.querySelector(".replay input").max) > was,
        before);
    for (const [tab, part] of [["card", ".panel.card"], ["seats", ".scores"],
        ["log", ".tabbed"], ["more", ".top"]]) {
        await page.locator(`[data-sheet="${tab}"]`).click();
        assert.ok(await page.locator(part).isVisible(), tab);
    }
    const small = await page.evaluate(() => [...document.querySelectorAll(".btns .btn")]
        .filter((b) => b.getBoundingClientRect().height < 44).length);
    assert.equal(small, 0, "targets of 44 pixels");
    await checkAxe(page, "a phone");
    assert.deepEqual(page.errors, []);
});

test("accessible in light and dark, with a list of options to type in, and " +
    "settings that act at once", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await openTable(browser, server, WAR, { colorScheme });
        await checkAxe(page, `the table, ${colorScheme}`);
        await chooseSpaces(page);
        await page.keyboard.press("/");
        await page.waitForSelector(".finder");
        await checkAxe(page, `the list, ${colorScheme}`);
        const before = await number(page);
        const name = await page.locator(".found button").nth(2).innerText();
        await page.keyboard.type(name.slice(0, 6).toLowerCase());
        await page.keyboard.press("Enter");
        await page.waitForFunction(
            (was) => Number(document.querySelector(".replay input").max) > was, before);
        await page.getByRole("button", { name: "Settings" }).click();
        await checkAxe(page, `the settings, ${colorScheme}`);
        await page.getByRole("group", { name: "Theme" })
            .getByRole("button", { name: "Dark" }).click();
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
        await page.keyboard.press("Escape");
        assert.deepEqual(page.errors, []);
    }
});

test("a turn by the keyboard alone", async () => {
    const page = await openTable(browser, server, { ...WAR, seats: ALL });
    const isOver = async () => await page.locator('.prompt[data-state="ends"]').count() > 0;
    let made = 0;
    for (; made < 14 && !await isOver(); made++) {
        const was = await page.locator(".prompt").getAttribute("data-version");
        if (await page.locator('[data-key="done"]:enabled').count() > 0 && made > 4)
            await page.keyboard.press("Enter");
        else if (await page.locator(".options .btn").count() > 0) await page.keyboard.press("1");
        else {
            await page.keyboard.press("/");
            await page.waitForSelector(".finder");
            await page.keyboard.press("Enter");
        }
        await page.waitForFunction(
            (before) => document.querySelector(".prompt").dataset.version !== before &&
                document.querySelector(".prompt").dataset.state !== "sent",
            was);
    }
    assert.ok(made === 14 || made > 1, `${made} decisions by the keyboard`);
    await page.keyboard.press("z");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.keys");
    await page.keyboard.press("Escape");
    assert.deepEqual(page.errors, []);
});

test("the slider of a long game settles on the last number asked for", async () => {
    const page = await openTable(browser, server, WAR);
    await goOn(page.table, 60);
    await page.reload();
    await page.waitForFunction(() => Number(document.querySelector(".replay input")?.max) > 20);
    let asks = 0;
    await page.route("**/at?number=*", async (route) => {
        asks++;
        await route.continue();
    });
    await page.evaluate(() => {
        const slider = document.querySelector(".replay input");
        for (let n = 0; n <= 20; n++) {
            slider.value = String(n);
            slider.dispatchEvent(new Event("input"));
        }
    });
    await page.waitForFunction(
        () => /after 20 decisions/.test(document.querySelector(".asked").innerText));
    assert.ok(asks <= 4, `${asks} requests for 21 steps of the slider`);
});
