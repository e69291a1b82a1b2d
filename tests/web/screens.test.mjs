/* screens.test.mjs: the other screens of a table: replay, the end of a game, rounds, questions about a card, settings; and how
 * fast and how large what the server answers is. WEB_QUICK leaves out what is long. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { request } from "node:http";
import { SLOW, asked, checkAxe, openBrowser, openPage, openTable } from "./browser.mjs";
import { Server } from "./server.mjs";

let browser, server, played;
const quick = Boolean(process.env.WEB_QUICK);
const WAR = "fire-in-the-lake", SEATS = ["US", "ARVN", "NVA", "VC"];
const all = (who) => Object.fromEntries(SEATS.map((s) => [s, who]));

before(async () => {
    [browser, server] = await Promise.all([openBrowser(), new Server().start()]);
    played = await playedByBots();
});
afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** A whole game of bots: its table. */
async function playedByBots() {
    const { table } = await server.ask("POST", "/api/tables", { game: WAR, seats: all("bot:random"), seed: 7 });
    for (const end = Date.now() + SLOW; Date.now() < end;) {
        const { view } = await server.ask("GET", `/api/tables/${table}`);
        if (view.over) return { table, number: view.number, outcome: view.outcome };
        await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the bots have not finished");
}

const at = (table) => `${new URL(server.url).origin}/#key=${server.key}&table=${table}`;

async function open(table, more) {
    const page = await openPage(browser, at(table), more);
    await page.waitForSelector(".prompt .asked");
    return page;
}

/** A number that looks like chance and is the same in every run. */
const mixed = (n, of) => Math.floor(Math.abs(Math.sin(n * 12.9898 + 4.1)) * 43758.5453) % of;

/** Plays by a fixed rule until the view is what is wanted. */
async function playUntil(seed, wanted, body = {}) {
    const { table } = await server.ask("POST", "/api/tables", { game: WAR, seats: all("me"), confirm: false, seed, ...body });
    let { view } = await server.ask("GET", `/api/tables/${table}`);
    for (let i = 0; i < 3000 && !view.over && !wanted(view); i++) {
        const { options } = view.decision, option = options[mixed(i + seed, options.length)].id;
        ({ view } = await server.ask("POST", `/api/tables/${table}/decide`, { number: view.number, option }).catch(() =>
            server.ask("GET", `/api/tables/${table}`)));
    }
    assert.ok(wanted(view), `not found in the game of seed ${seed}`);
    return { table, view };
}

/* ---- how much is sent ---- */

/** How many bytes come for a path, as a browser asks for it. */
function bytes(path) {
    return new Promise((good, bad) => request(new URL(path, server.url), { headers: { "Accept-Encoding": "gzip",
        Authorization: `Bearer ${server.key}` } }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
            const body = Buffer.concat(parts), packed = answer.headers["content-encoding"] === "gzip";
            good({ size: body.length, text: (packed ? gunzipSync(body) : body).toString(), packed });
        });
    }).on("error", bad).end());
}

test("the page with a long game comes in less than 250 kB", async () => {
    const asks = new Set(), page = await openPage(browser, "about:blank");
    page.on("request", (r) => asks.add(r.url()));
    await page.goto(at(played.table));
    await page.waitForSelector(".turns li", { state: "attached" });
    await page.waitForFunction(() => document.querySelector(".prompt h2.asked"));
    const paths = [...asks].map((url) => new URL(url)).filter((url) => !url.pathname.endsWith("/events"));
    const answers = await Promise.all(paths.map((url) => bytes(url.pathname + url.search)));
    const sum = answers.reduce((n, a) => n + a.size, 0);
    assert.ok(paths.length > 30 && sum < 250_000, `${sum} bytes in ${paths.length} answers`);
    assert.ok(answers.filter((a) => a.packed).length > 30);
});

test("the log is read in pages, and earlier ones when it is scrolled to its top", async () => {
    const page = await openPage(browser, "about:blank"), logs = [];
    page.on("request", (r) => { if (r.url().includes("/log?")) logs.push(new URL(r.url()).search); });
    const { table } = await playUntil(5, (view) => view.number > 150);
    await page.goto(at(table));
    await page.waitForSelector(".turns li");
    assert.deepEqual(logs, ["?limit=30"]);
    const lines = () => page.locator(".turns > li").count(), before = await lines();
    await page.locator(".turns").evaluate((list) => { list.scrollTop = 0; });
    await page.waitForFunction((n) => document.querySelectorAll(".turns > li").length > n, before);
    assert.ok(await page.locator(".turns").evaluate((list) => list.scrollTop > 100), "what was looked at stays in its place");
    for (let known = -1; known !== await lines();) { // to the beginning
        known = await lines();
        await page.locator(".turns").evaluate(async (list) => {
            list.scrollTop = 0;
            await new Promise((done) => { setTimeout(done, 400); });
        });
    }
    const { turns } = await server.ask("GET", `/api/tables/${table}/log`);
    assert.equal(await lines(), turns.filter((t) => t.summary).length);
    assert.deepEqual(page.errors, []);
});

/* ---- replay ---- */

async function goTo(page, number) {
    await page.evaluate((n) => {
        const slider = document.querySelector(".replay input");
        slider.value = String(n);
        slider.dispatchEvent(new Event("input"));
    }, number);
    await page.waitForFunction((n) => document.querySelector(".asked").innerText.includes(`after ${n} decision`), number);
}

async function closeEnd(page) {
    await page.waitForSelector('[data-key="close-end"]');
    await page.locator('[data-key="close-end"]').click();
}

test("a replay has a player, a strip with a segment for each card, and chapters", async () => {
    const page = await open(played.table);
    await closeEnd(page);
    await goTo(page, 60);
    const { turns } = await server.ask("GET", `/api/tables/${played.table}/log`);
    const cards = new Set(turns.map((t) => t.gameTurn)).size;
    await page.waitForFunction((n) => document.querySelectorAll(".chapter-list > li").length === n, cards);
    assert.equal(await page.locator(".strip i").count(), cards);
    assert.equal(await page.locator(".strip .here").count(), 1);
    assert.ok(await page.locator(".strip .round").count() >= 1, "rounds look different");
    assert.ok(await page.locator(".panel.card:not(.asked-card)").isHidden(), "the chapters have the rail");
    await page.waitForSelector(".chapter-steps .now");
    const step = page.locator(".chapter-steps button:not(.now)").last();
    await step.click();
    await page.waitForFunction((text) => document.querySelector(".chapter-steps .now")?.textContent === text, await step.textContent());
    await page.locator(".chapter-head").nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll(".strip i")[0].classList.contains("here"));
    const box = await page.locator(".strip i").nth(8).boundingBox();
    await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
    await page.waitForFunction(() => document.querySelectorAll(".strip i")[8].classList.contains("here"));
    await checkAxe(page, "a replay");
    await page.locator('[data-key="speed-175"]').click();
    assert.equal(await page.locator('[data-key="speed-175"]').getAttribute("aria-pressed"), "true");
    const from = Number(await page.locator(".replay input").inputValue());
    await page.locator('[data-key="play-2"]').click();
    await page.waitForFunction((n) => Number(document.querySelector(".replay input").value) > n + 2, from);
    await page.locator('[data-key="now"]').click();
    await page.waitForSelector(".prompt h2.asked");
    assert.ok(await page.locator(".replay-rail").isHidden());
    assert.deepEqual(page.errors, []);
});

test("playing on from a replay makes a table with a name, which is listed", async () => {
    const page = await open(played.table);
    await closeEnd(page);
    await goTo(page, 100);
    await page.waitForFunction(() => document.querySelectorAll(".chapter-list > li").length > 10);
    const [copy] = await Promise.all([page.context().waitForEvent("page"), page.locator('[data-key="try"]').click()]);
    await copy.waitForSelector(".prompt .asked");
    const { tables } = await server.ask("GET", "/api/tables"), made = tables.find((t) => t.analysis);
    assert.match(made.name, /^Fire in the Lake: \d+ .+, after 100 decisions$/);
    await page.goto(server.url);
    await page.reload();
    assert.ok(await page.getByText(made.name).first().isVisible());
});

test("the slider settles within 300 ms over a long game", async () => {
    const page = await open(played.table);
    await closeEnd(page);
    assert.ok(played.number >= 600, `${played.number} decisions`);
    await goTo(page, 10);
    await page.waitForFunction(() => document.querySelectorAll(".chapter-list > li").length > 10);
    const times = await page.evaluate(async (last) => {
        const slider = document.querySelector(".replay input"), found = [];
        for (let n = 1; n < last; n += 61) {
            const begin = performance.now();
            slider.value = String(n);
            slider.dispatchEvent(new Event("input"));
            while (!document.querySelector(".asked").innerText.includes(`after ${n} decision`)) await new Promise(requestAnimationFrame);
            found.push(Math.round(performance.now() - begin));
        }
        return found;
    }, played.number);
    const middle = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]; // a busy machine has outliers
    assert.ok(middle < 300, `milliseconds: ${times}`);
});

/* ---- the end ---- */

test("the end of a game: result, margins, the course with its rounds, moments with ways back", { timeout: SLOW }, async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(played.table, { width: 1440, height: 900, colorScheme });
        await page.waitForSelector(".app.ended .ranking li");
        const { ranking, margins } = played.outcome;
        assert.equal(await page.locator(".ranking li").count(), ranking.length);
        assert.match(await page.locator(".ranking li").first().innerText(), new RegExp(`\\+${margins[ranking[0]]}\\b`));
        assert.match(await page.locator(".ranking li").first().innerText(), /\d+ of \d+/);
        assert.match(await page.locator(".prompt h2.asked").innerText(), new RegExp(`wins by ${margins[ranking[0]]}`));
        await page.waitForSelector(".curve.large .chance");
        await page.waitForFunction(() => document.querySelectorAll(".curve.large line.round").length >= 2);
        const over = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
        assert.deepEqual(over, [0, 0]);
        await checkAxe(page, `the end, ${colorScheme}`);
        await page.locator('[data-key="close-end"]').click();
        assert.ok(await page.locator(".scores").isVisible(), "and back to the table");
        await page.locator('[data-key="review"]').first().click();
        await page.waitForSelector(".app.ended");
        assert.deepEqual(page.errors, []);
    }
});

test("moments that mattered are numbered on the curve and can be watched and played otherwise", { timeout: SLOW }, async () => {
    const page = await openTable(browser, server, { game: "tic-tac-toe", seats: { X: "me", O: "me" }, confirm: false });
    for (const name of ["a1", "c3", "b1", "a3", "c1"]) {
        await page.waitForSelector(`[data-zone="${name}"].lit`);
        await page.locator(`[data-zone="${name}"]`).click();
    }
    await page.locator('[data-key="review-all"]').click();
    await page.waitForSelector(".moment-card");
    const cards = await page.locator(".moment-card").count();
    await page.waitForFunction((n) => document.querySelectorAll(".curve.large circle.moment").length === n, cards);
    assert.match(await page.locator(".changed-chance").last().innerText(), /O 100 → 0 of 100/);
    assert.ok(await page.locator(".moment-card .board").first().isVisible());
    await checkAxe(page, "moments");
    const [copy] = await Promise.all([page.context().waitForEvent("page"), page.locator('[data-key="try-3"]').click()]);
    await copy.waitForSelector('[data-zone="c1"].lit');
    await page.locator('[data-key="watch-3"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").value === "3");
    assert.deepEqual(page.errors, []);
});

/* ---- rounds and cards ---- */

test("a round shows its phases as steps, what ran by itself, and what is still to come", async () => {
    const { table } = await playUntil(3, (view) => view.phase?.id === "coupSupport");
    const page = await open(table);
    await page.waitForSelector(".round-done .round-lines > div");
    assert.ok(await page.locator(".stepper .done").count() >= 2 && await page.locator(".stepper .now").count() === 1);
    const { turns } = await server.ask("GET", `/api/tables/${table}/log`);
    const entries = turns.filter((t) => t.phase === "coupResources").slice(-1)[0].entries;
    const change = entries.find((e) => e.kind === "value" && e.subject === "vcResources");
    const line = await page.locator(".round-lines > div", { hasText: "VC Resources" }).innerText();
    assert.ok(line.includes(`${change.before} → ${change.after}`), line);
    assert.match(await page.locator(".round-rest").innerText(), /Redeploy Phase[\s\S]*Commitment Phase[\s\S]*Reset Phase\s+runs by itself/);
    assert.match(await page.locator(".asked-card").getAttribute("aria-label"), /round/);
    await checkAxe(page, "a round");
    assert.deepEqual(page.errors, []);
});

test("a question about a card that is not in play shows that card, and the card in play below it", async () => {
    const isOther = (view) => {
        const top = view.position.stacks.played[0];
        return view.phase?.id === "main" && view.decision?.card && view.decision.card !== top;
    };
    const { table, view } = await playUntil(10, isOther), page = await open(table);
    await page.waitForSelector(`.asked-card[data-card="${view.decision.card}"]`);
    assert.equal(await page.locator(".panel.card:visible").count(), 1, "in the place of the card in play");
    assert.match(await page.locator(".asked-card .in-play").innerText(), /Card in play/i);
    assert.ok((await asked(page)).length > 10);
    await checkAxe(page, "a card in question");
    assert.deepEqual(page.errors, []);
});
