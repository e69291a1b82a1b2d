/* screens.test.mjs: the other screens of a table: replay, the end of a game, rounds, questions
 * about a card, settings; and how fast and how large what the server answers is. WEB_QUICK leaves
 * out what is long. */
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
    const { table } = await server.ask("POST", "/api/tables",
        { game: WAR, seats: all("bot:random"), seed: 7 });
    for (const end = Date.now() + SLOW; Date.now() < end;) {
        const { view } = await server.ask("GET", `/api/tables/${table}`);
        if (view.over) return { table, number: view.number, outcome: view.outcome };
        await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the bots have not finished");
}

/** A page of the server that asks for nothing. */
const blank = () => `${new URL(server.url).origin}/assets/icon.svg`;
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
    const { table } = await server.ask("POST", "/api/tables",
        { game: WAR, seats: all("me"), confirm: false, seed, ...body });
    let { view } = await server.ask("GET", `/api/tables/${table}`);
    for (let i = 0; i < 3000 && !view.over && !wanted(view); i++) {
        const { options } = view.decision, option = options[mixed(i + seed, options.length)].id;
        ({ view } = await server.ask("POST", `/api/tables/${table}/decide`,
            { number: view.number, option })
            .catch(() => server.ask("GET", `/api/tables/${table}`)));
    }
    assert.ok(wanted(view), `not found in the game of seed ${seed}`);
    return { table, view };
}

/* ---- how much is sent ---- */

/** How many bytes come for a path, as a browser asks for it. */
function bytes(path) {
    return new Promise((good, bad) => request(new URL(path, server.url),
        { headers: { "Accept-Encoding": "gzip", Authorization: `Bearer ${server.key}` } },
        (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
            const body = Buffer.concat(parts),
                packed = answer.headers["content-encoding"] === "gzip";
            good({
                size: body.length, text: (packed ? gunzipSync(body) : body).toString(), packed
            });
        });
    }).on("error", bad).end());
}

test("the page with a long game comes in less than 250 kB", async (context) => {
    const asks = new Set(), page = await openPage(browser, blank());
    page.on("request", (r) => asks.add(r.url()));
    await page.goto(at(played.table));
    await page.waitForSelector(".turns li", { state: "attached" });
    await page.waitForFunction(() => document.querySelector(".prompt h2.asked"));
    const paths = [...asks].map((url) => new URL(url))
        .filter((url) => !url.pathname.endsWith("/events"));
    const answers = await Promise.all(paths.map((url) => bytes(url.pathname + url.search)));
    const sum = answers.reduce((n, a) => n + a.size, 0);
    context.diagnostic(`${sum} bytes`);
    assert.ok(paths.length > 30 && sum < 250_000, `${sum} bytes in ${paths.length} answers`);
    assert.ok(answers.filter((a) => a.packed).length > 30);
});

test("the log is read in pages, and earlier ones when it is scrolled to its top", async () => {
    const page = await openPage(browser, blank()), logs = [];
    page.on("request",
        (r) => { if (r.url().includes("/log?")) logs.push(new URL(r.url()).search); });
    const { table } = await playUntil(5, (view) => view.turn > 24);
    await page.goto(at(table));
    await page.waitForSelector(".turns li");
    assert.deepEqual(logs, ["?limit=30"]);
    const lines = () => page.locator(".turns > li").count(), before = await lines();
    await page.locator(".turns").evaluate((list) => { list.scrollTop = 0; });
    await page.waitForFunction((n) => document.querySelectorAll(".turns > li").length > n, before);
    assert.ok(await page.locator(".turns").evaluate((list) => list.scrollTop > 100),
        "what was looked at stays in its place");
    const { turns } = await server.ask("GET", `/api/tables/${table}/log`),
        count = turns.filter((t) => t.summary).length;
    for (let known = await lines(); known < count; known = await lines()) { // to the beginning
        await page.locator(".turns").evaluate((list) => { list.scrollTop = 0; });
        await page.waitForFunction((n) => document.querySelectorAll(".turns > li").length > n,
            known);
    }
    assert.equal(await lines(), count);
    assert.deepEqual(page.errors, []);
});

/* ---- replay ---- */

async function goTo(page, number) {
    await page.evaluate((n) => {
        const slider = document.querySelector(".replay input");
        slider.value = String(n);
        slider.dispatchEvent(new Event("input"));
    }, number);
    await page.waitForFunction(
        (n) => document.querySelector(".asked").innerText.includes(`after ${n} decision`), number);
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
    await page.waitForFunction((n) => document.querySelectorAll(".chapter-list > li").length === n,
        cards);
    assert.equal(await page.locator(".strip i").count(), cards);
    assert.equal(await page.locator(".strip .here").count(), 1);
    assert.match(await page.locator(".top .scenario").innerText(),
        new RegExp(`card \\d+ of ${cards} · decision 60 of ${played.number}`));
    assert.ok(await page.locator(".strip .round").count() >= 1, "rounds look different");
    assert.ok(await page.locator(".panel.card").isHidden(), "the chapters have the rail");
    await page.waitForSelector(".chapter-steps .now");
    const turn = turns.findLast((t) => t.summary && t.number < 60);
    const { seats } = await server.ask("GET", `/api/games/${WAR}`);
    await page.waitForFunction(
        (name) => document.querySelector(".turns > .replayed")?.innerText.includes(name),
        seats.find((s) => s.id === turn.seat)?.label ?? turn.summary);
    const last = page.locator(".chapter-steps button").last(), text = await last.textContent();
    await last.click();
    await page.waitForFunction(
        (wanted) => document.querySelector(".chapter-steps .now")?.textContent === wanted, text);
    await page.locator(".chapter-head").nth(1).click();
    await page.waitForFunction(() =>
        document.querySelectorAll(".strip i")[0].classList.contains("here"));
    const box = await page.locator(".strip i").nth(8).boundingBox();
    await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
    await page.waitForFunction(() =>
        document.querySelectorAll(".strip i")[8].classList.contains("here"));
    await checkAxe(page, "a replay");
    await page.locator('[data-key="speed-175"]').click();
    assert.equal(await page.locator('[data-key="speed-175"]').getAttribute("aria-pressed"), "true");
    const from = Number(await page.locator(".replay input").inputValue());
    await page.locator('[data-key="play-2"]').click();
    await page.waitForFunction((n) => Number(document.querySelector(".replay input").value) > n + 2,
        from);
    // A button that is pressed is not exchanged.
    const pressed = await page.locator('[data-key="play-2"]').elementHandle();
    await page.waitForFunction((n) => Number(document.querySelector(".replay input").value) > n + 4,
        from);
    assert.ok(await pressed.evaluate((b) => b.isConnected));
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
    const [copy] = await Promise.all([page.context().waitForEvent("page"),
        page.locator('[data-key="try"]').click()]);
    await copy.waitForSelector(".prompt .asked");
    const { tables } = await server.ask("GET", "/api/tables"),
        made = tables.find((t) => t.analysis);
    assert.match(made.name, /^Fire in the Lake: \d+ .+, after 100 decisions$/);
    await page.goto(server.url);
    await page.reload();
    assert.ok(await page.getByText(made.name).first().isVisible());
});

test("the slider settles within 300 ms of work over a long game", async (context) => {
    const page = await open(played.table);
    await closeEnd(page);
    assert.ok(played.number >= 600, `${played.number} decisions`);
    await goTo(page, 10);
    await page.waitForFunction(() => document.querySelectorAll(".chapter-list > li").length > 10);
    // The time of the processor, for others may use the machine too.
    const metrics = await page.context().newCDPSession(page);
    await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
    const work = async () => (await metrics.send("Performance.getMetrics")).metrics
        .find((m) => m.name === "TaskDuration").value * 1000;
    const before = await work();
    const steps = await page.evaluate(async (last) => {
        const slider = document.querySelector(".replay input");
        let count = 0;
        for (let n = 1; n < last; n += 61, count++) {
            slider.value = String(n);
            slider.dispatchEvent(new Event("input"));
            while (!document.querySelector(".asked").innerText.includes(`after ${n} decision`))
                await new Promise(requestAnimationFrame);
        }
        return count;
    }, played.number);
    const each = (await work() - before) / steps;
    context.diagnostic(`${each.toFixed(0)} ms a step`);
    assert.ok(each < 300, `${each} ms a step`);
});

/* ---- the end ---- */

test("the end of a game: result, margins, the course with its rounds, moments with ways back",
    { timeout: SLOW }, async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(played.table, { width: 1440, height: 900, colorScheme });
        await page.waitForSelector(".app.ended .ranking li");
        const { ranking, margins } = played.outcome;
        assert.equal(await page.locator(".ranking li").count(), ranking.length);
        assert.match(await page.locator(".ranking li").first().innerText(),
            new RegExp(`\\+${margins[ranking[0]]}\\b`));
        assert.match(await page.locator(".ranking li").first().innerText(), /\d+ of \d+/);
        assert.match(await page.locator(".prompt h2.asked").innerText(),
            new RegExp(`wins by ${margins[ranking[0]]}`));
        await page.waitForSelector(".curve.large .chance");
        await page.waitForFunction(() =>
            document.querySelectorAll(".curve.large line.round").length >= 2);
        const over = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight,
            document.documentElement.scrollWidth - innerWidth]);
        assert.deepEqual(over, [0, 0]);
        await checkAxe(page, `the end, ${colorScheme}`);
        await page.locator('[data-key="close-end"]').click();
        assert.ok(await page.locator(".scores").isVisible(), "and back to the table");
        await page.locator('[data-key="review"]').first().click();
        await page.waitForSelector(".app.ended");
        assert.deepEqual(page.errors, []);
    }
});

test("moments that mattered are numbered on the curve and can be watched and played otherwise",
    { timeout: SLOW }, async () => {
    const page = await openTable(browser, server,
        { game: "tic-tac-toe", seats: { X: "me", O: "me" }, confirm: false });
    for (const name of ["a1", "c3", "b1", "a3", "c1"]) {
        await page.waitForSelector(`[data-zone="${name}"].lit`);
        await page.locator(`[data-zone="${name}"]`).click();
    }
    await page.locator('[data-key="review-all"]').click();
    await page.waitForSelector(".moment-card");
    const cards = await page.locator(".moment-card").count();
    await page.waitForFunction(
        (n) => document.querySelectorAll(".curve.large circle.moment").length === n, cards);
    assert.match(await page.locator(".changed-chance").last().innerText(), /O 100 → 0 of 100/);
    assert.ok(await page.locator(".moment-card .board").first().isVisible());
    await checkAxe(page, "moments");
    const [copy] = await Promise.all([page.context().waitForEvent("page"),
        page.locator('[data-key="try-3"]').click()]);
    await copy.waitForSelector('[data-zone="c1"].lit');
    await page.locator('[data-key="watch-3"]').click();
    await page.waitForFunction(() => document.querySelector(".replay input").value === "4" &&
        /Play/.test(document.querySelector('[data-key="play-2"]')?.textContent));
    assert.deepEqual(page.errors, []);
});

/* ---- rounds and cards ---- */

test("a round shows its phases as steps, what ran by itself, and what is still to come",
    async () => {
    const { table } = await playUntil(3, (view) => view.phase?.id === "coupSupport");
    const page = await open(table);
    await page.waitForSelector(".round-done .round-lines > li");
    assert.ok(await page.locator(".stepper .done").count() >= 2 &&
        await page.locator(".stepper .now").count() === 1);
    const { turns } = await server.ask("GET", `/api/tables/${table}/log`);
    const entries = turns.filter((t) => t.phase === "coupResources").slice(-1)[0].entries;
    const change = entries.find((e) => e.kind === "value" && e.subject === "vcResources");
    const line = await page.locator(".round-lines > li", { hasText: "VC Resources" }).innerText();
    assert.ok(line.includes(`${change.before} → ${change.after}`), line);
    assert.match(await page.locator(".round-rest").innerText(),
        /Redeploy Phase[\s\S]*Commitment Phase[\s\S]*Reset Phase\s+runs by itself/);
    assert.match(await page.locator(".asked-card").getAttribute("aria-label"), /round/);
    await checkAxe(page, "a round");
    assert.deepEqual(page.errors, []);
});

test("a question about a card that is not in play shows that card, and the card in play below it",
    async () => {
    const isOther = (view) => {
        const top = view.position.stacks.played[0];
        return view.phase?.id === "main" && view.decision?.card && view.decision.card !== top;
    };
    const { table, view } = await playUntil(10, isOther), page = await open(table);
    await page.waitForSelector(`.asked-card[data-card="${view.decision.card}"]`);
    assert.equal(await page.locator(".panel.card:visible").count(), 0,
        "in the place of the card in play");
    assert.match(await page.locator(".asked-card .in-play").innerText(), /Card in play/i);
    await page.waitForSelector(".asked-card .would li");
    assert.ok((await asked(page)).length > 10);
    await checkAxe(page, "a card in question");
    assert.deepEqual(page.errors, []);
});

/* ---- large text, notices, places that stay ---- */

test("with text of 200 % the rails are tabs, and nothing leaves the window", async () => {
    const { table } = await server.ask("POST", "/api/tables",
        { game: WAR, seats: all("me"), confirm: false, seed: 4 });
    for (const [width, height] of [[1280, 800], [1440, 900], [1920, 1080]]) {
        const page = await open(table, { width, height, settings: { text: 200 } });
        for (const [tab, part] of [["card", ".panel.card"], ["seats", ".scores"],
            ["log", ".tabbed"], ["space", ".inspect"]]) {
            await page.locator(`[data-sheet="${tab}"]`).click();
            if (tab === "space") await page.locator(".zone").first().dispatchEvent("pointerenter");
            const box = await page.locator(`${part}:visible`).first().boundingBox();
            assert.ok(box && box.x >= 0 && box.x + box.width <= width,
                `${tab} at ${width}: ${JSON.stringify(box)}`);
            assert.equal(await page.locator(".rail:visible").count(), 1);
        }
        for (const part of [".asked", ".btns", ".board"]) {
            const box = await page.locator(part).first().boundingBox();
            assert.ok(
                box && box.y >= 0 && box.y + box.height <= height + 1 &&
                    box.x + box.width <= width + 1,
                `${part} at ${width}`);
        }
        const over = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight,
            document.documentElement.scrollWidth - innerWidth]);
        assert.deepEqual(over, [0, 0]);
        await checkAxe(page, `large text at ${width}`);
        assert.deepEqual(page.errors, []);
    }
});

test("one notice at a time, never over the question; an older one comes back", async () => {
    const { table } = await server.ask("POST", "/api/tables",
        { game: WAR, seats: all("me"), seed: 4 });
    for (const [width, height] of [[1280, 800], [390, 844]]) {
        const page = await open(table, { width, height });
        await page.evaluate(async () => {
            const { notice } = await import("/assets/notices.js");
            window.lines = [notice("This one stays.", { seconds: 0 }),
                notice("This one goes soon.", { seconds: 1 }),
                notice("And this one, with so many words that it needs two lines or more on any " +
                    "screen, goes last.", { seconds: 0 })];
        });
        assert.equal(await page.locator(".notice:visible").count(), 1);
        assert.match(await page.locator(".notice:visible").innerText(), /goes last/);
        const meet = await page.evaluate(() => {
            const a = document.querySelector(".notice:last-child").getBoundingClientRect();
            return [".asked", ".btns", ".options"].filter((part) => {
                const b = document.querySelector(part)?.getBoundingClientRect();
                return b && a.left < b.right && b.left < a.right && a.top < b.bottom &&
                    b.top < a.bottom;
            });
        });
        assert.deepEqual(meet, [], `${width} x ${height}`);
        await page.evaluate(() => window.lines[2].remove());
        assert.match(await page.locator(".notice:visible").innerText(), /goes soon/,
            "its time did not run while nobody saw it");
        await page.waitForFunction(() =>
            /stays/.test(document.querySelector(".notice:last-child").innerText));
    }
});

/* ---- stories ---- */

/** What the bar tells of stories, frame by frame, and what is read out. */
const watchStories = () => {
    window.told = [];
    window.said = [];
    window.places = new Set();
    const bar = document.querySelector(".prompt"), voice = document.getElementById("announcer");
    new MutationObserver(() => {
        const now = document.querySelector(".dots .now"),
            all = document.querySelectorAll(".dots li").length;
        const line = now &&
            `${document.querySelector(".crumb").textContent} ${now.textContent} of ${all}`;
        if (line && window.told[window.told.length - 1] !== line) window.told.push(line);
        const box = document.querySelector(".map-wrap").getBoundingClientRect();
        window.places.add([box.left, box.top, box.width, box.height].map(Math.round).join(" "));
    }).observe(bar, { childList: true, subtree: true });
    new MutationObserver(() => window.said.push(voice.textContent)).observe(voice,
        { childList: true, characterData: true, subtree: true });
};

test("every step of every story is shown at each pace, in order, and read out once; nothing moves",
    { timeout: SLOW }, async () => {
    for (const pace of quick ? [120, -1, 0] : [120, 350, -1, 0]) {
        const page = await openTable(browser, server,
            { game: WAR, seed: 12, confirm: false, seats: { ...all("bot:random"), VC: "me" } },
            { settings: { pace } });
        const path = `/api/tables/${page.table}`,
            mine = () => server.ask("GET", path).then((a) => a.view);
        await page.waitForSelector(".options .btn, [data-key=other]:enabled");
        await page.waitForSelector(".turns li", { state: "attached" }); // what was before is known
        await page.evaluate(watchStories);
        const before = await mine();
        const pass = before.decision.options.find((o) => o.id === "pass");
        assert.ok(pass, "the first decision offers to pass");
        await page.evaluate((id) =>
                document.querySelector(`[data-option="${id}"], [data-key="other"]`).click(),
            pass.id);
        let now = before;
        // Until it is our turn again.
        while (now.number === before.number || !now.decision) now = await mine();
        if (pace === -1) {
            await page.waitForSelector('[data-key="next-step"]');
            const next = page.locator('[data-key="next-step"]');
            for (let tries = 0; tries < 500 && await next.count() > 0; tries++) {
                const was = await page.locator(".prompt").innerText();
                await page.keyboard.press(" ");
                await page.waitForFunction(
                    (text) => document.querySelector(".prompt").innerText !== text, was);
            }
        }
        const { turns } = await server.ask("GET", `${path}/turns?since=0&limit=500`);
        const game = await server.ask("GET", `${path}/game`),
            label = (seat) => game.seats.find((s) => s.id === seat).label;
        const log = (await server.ask("GET", `${path}/log`)).turns;
        const others = log.filter((t) =>
            t.seat && t.seat !== "VC" && t.summary && t.number > before.number);
        assert.ok(others.length > 1, `${others.length} turns of others`);
        const wanted = others.flatMap((t) => {
            const steps = turns.find((one) => one.turn === t.turn)?.steps.length || 1;
            return Array.from({ length: steps }, (_, i) => `${label(t.seat)} ${i + 1} of ${steps}`);
        });
        await page.waitForFunction(
            ([last, number]) =>
                !document.querySelector(".dots") && document.querySelector(".since li") &&
                document.querySelector(".replay input").max === number &&
                (last === null || window.told.includes(last)),
            [pace === 0 ? null : wanted[wanted.length - 1], String(now.number)]);
        await page.waitForFunction((n) => document.querySelectorAll(".since li").length === n,
            Math.min(4, others.length));
        const told = await page.evaluate(() => window.told),
            said = await page.evaluate(() => window.said);
        assert.deepEqual(told, pace === 0 ? [] : wanted, `pace ${pace}`);
        const read = said.filter((text) => /^\d+ of \d+: /.test(text));
        assert.equal(read.length, pace === 0 ? 0 : wanted.length,
            `read out at pace ${pace}: ${read}`);
        assert.equal(await page.evaluate(() => window.places.size), 1,
            "the board stays in its place");
        assert.deepEqual(page.errors, []);
        await page.context().close();
    }
});

/* ---- colours ---- */

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = (hex) =>
    rgb(hex).map(linear).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) =>
    (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
/** How eyes see: rows for red, green and blue, in linear light (Machado and others, 2009). */
const EYES = {
    normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protan: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    deutan: [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    tritan: [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
};
/** A colour as such eyes see it, in CIE Lab. */
function lab(hex, eye) {
    const [r, g, b] = EYES[eye].map((row) =>
        Math.min(1, Math.max(0, rgb(hex).map(linear).reduce((sum, c, i) => sum + c * row[i], 0))));
    const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const [x, y, z] = [
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    ].map(f);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b, eye) => Math.hypot(...lab(a, eye).map((n, i) => n - lab(b, eye)[i]));

test("texts of every game can be read on its colours, and seats are told apart by all eyes",
    async () => {
    const { games } = await server.ask("GET", "/api/games"), faults = [];
    for (const { id } of games) {
        const { visual, seats } = await server.ask("GET", `/api/games/${id}`);
        if (!visual) continue;
        for (const theme of ["light", "dark"]) {
            const colour = (c) => (typeof c === "string" ? c : c?.[theme]);
            const own = seats.map((s) => [s.id, colour(visual.seats?.[s.id]?.color ?? s.color),
                colour(visual.seats?.[s.id]?.ink)]);
            for (const [seat, ground, ink] of own)
                if (ground && ink && contrast(ground, ink) < 4.5)
                    faults.push(
                        `${id}, ${theme}: ink of ${seat} ${contrast(ground, ink).toFixed(1)}`);
            // By colour alone.
            const marked = own.filter(([seat]) =>
                !visual.seats?.[seat]?.glyph && !visual.seats?.[seat]?.symbol);
            const pairs = (id === WAR ? own : marked)
                .flatMap((a, i, list) => list.slice(i + 1).map((b) => [a, b]));
            for (const [[a, x], [b, y]] of pairs)
                for (const eye of Object.keys(EYES))
                    if (x && y && distance(x, y, eye) < 20)
                        faults.push(`${id}, ${theme}, ${eye}: ${a} and ${b}, ` +
                            distance(x, y, eye).toFixed(0));
        }
    }
    assert.deepEqual(faults, []);
});

test("texts of the page can be read on their grounds", async () => {
    const page = await openPage(browser, server.url);
    const pairs = [
        ["ink", "surface"], ["ink-2", "surface"], ["ink-3", "surface"], ["ink-2", "surface-2"],
        ["ink-2", "bg"], ["accent", "surface"], ["on-accent", "accent"], ["bad", "bad-soft"],
        ["good", "surface"], ["ink", "accent-soft"], ["map-ink", "cap"], ["cell-ink", "cell"]
    ];
    const { visual, spaces } = await server.ask("GET", `/api/games/${WAR}`);
    const areas = new Set(spaces.filter((s) => visual.spaces[s.id].polygon)
        .map((s) => s.properties[visual.fill.by].toLowerCase()));
    const terrains = Object.entries(visual.fill.values).filter(([name]) => areas.has(name));
    assert.ok(terrains.length >= 3, `${[...areas]}`);
    for (const theme of ["light", "dark"]) {
        const values = await page.evaluate(([name, all]) => {
            document.documentElement.dataset.theme = name;
            const map = document.body.appendChild(document.createElement("div"));
            map.className = "k-map";
            const style = getComputedStyle(map);
            return Object.fromEntries([...new Set([...all.flat(), "can"])]
                .map((key) => [key, style.getPropertyValue(`--${key}`).trim()]));
        }, [theme, pairs]);
        const low = pairs.map(([a, b]) => [a, b, contrast(values[a], values[b])])
            .filter(([, , c]) => c < 4.5);
        assert.deepEqual(low, [], theme);
        for (const [name, ground] of terrains) {
            const hex = typeof ground === "string" ? ground : ground[theme];
            assert.ok(contrast(values["map-ink"], hex) >= 4.5, `${theme}: names on ${name}`);
            assert.ok(contrast(values.can, hex) >= 3,
                `${theme}: what can be chosen on ${name}: ${contrast(values.can, hex).toFixed(1)}`);
        }
    }
});
