/* links.test.mjs: links that open a table: whose keys this browser keeps, and what a link may
 * change of that. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { asked, checkAxe, openBrowser, openPage, openTable } from "./browser.mjs";
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

const at = (hash) => `${new URL(server.url).origin}/#${hash}`;
const keys = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("ludoforge.keys")));
const OPEN = { game: "tic-tac-toe", seats: { X: "me", O: "open" }, confirm: false };

async function invited() {
    const made = await server.ask("POST", "/api/tables", OPEN);
    return { table: made.table, token: made.token, link: at(`join=${made.seats[1].invitation}`) };
}

/** Goes to another address of the same page. */
async function go(page, url) {
    await page.goto(url);
    await page.reload();
}

test("a link with a key that is not the host's does not replace the host's", async () => {
    const page = await openPage(browser, server.url), { token } = await invited();
    await page.waitForSelector(".games");
    for (const foreign of [token, "x".repeat(43)]) {
        await page.goto(at(`key=${foreign}`));
        const dialog = page.locator("dialog");
        await dialog.waitFor();
        await checkAxe(page, "the question");
        await dialog.getByRole("button", { name: "Keep" }).click();
        await page.waitForSelector(".games");
        assert.equal((await keys(page))[""], server.key);
    }
    await page.goto(at(`key=${token}`));
    await page.locator("dialog").getByRole("button", { name: "Use" }).click();
    await page.waitForFunction(
        (key) => JSON.parse(localStorage.getItem("ludoforge.keys"))[""] === key, token);
    await page.goto(server.url); // the host's own key is known by the server, and needs no question
    await page.waitForFunction(
        (key) => JSON.parse(localStorage.getItem("ludoforge.keys"))[""] === key, server.key);
    assert.deepEqual(page.errors, []);
});

test("a link to a seat asks whoever has the table open as somebody else", async () => {
    const { table, link } = await invited();
    const page = await openPage(browser, at(`key=${server.key}&table=${table}`));
    await page.waitForSelector(".prompt .asked");
    await page.goto(link);
    await page.locator("dialog").getByRole("button", { name: "Keep" }).click();
    await page.waitForFunction(
        () => !document.querySelector("dialog") && document.querySelector(".prompt .asked"));
    assert.match(await asked(page), /Mark which cell/);
    assert.equal((await keys(page))[table], undefined);
    await page.goto(link); // the seat waits for this browser, and nobody else gets it
    await page.locator("dialog").getByRole("button", { name: "Use" }).click();
    await page.waitForFunction((id) => JSON.parse(localStorage.getItem("ludoforge.keys"))[id],
        table);
    await page.waitForFunction(
        () => /X/.test(document.querySelector(".prompt .asked")?.textContent ?? ""));
    assert.equal((await keys(page))[""], server.key);
    assert.deepEqual(page.errors, []);
});

test("a link to a seat opens it once; the player's own link opens it on another " +
    "device, and both are told", async () => {
    const { table, link } = await invited();
    const player = await openPage(browser, link);
    await player.waitForSelector(".prompt .asked");
    await go(player, link); // the same browser may come by it again
    await player.waitForSelector(".prompt .asked");

    const host = await openPage(browser, at(`key=${server.key}&table=${table}`));
    await host.waitForSelector(".prompt .asked");
    const spy = await openPage(browser, link);
    await spy.getByText("taken this seat").waitFor();
    assert.equal(await spy.evaluate(() => localStorage.getItem("ludoforge.keys")), null);

    const elsewhere = "This seat is open on another device.";
    assert.equal(await player.getByText(elsewhere).count(), 0);
    await player.getByRole("button", { name: "Who plays" }).click();
    await player.locator("dialog").getByRole("button", { name: "another device" }).click();
    const own = await player.locator("dialog code").innerText();
    await player.keyboard.press("Escape");
    const second = await openPage(browser, own);
    await second.waitForSelector(".prompt .asked");
    assert.doesNotMatch(second.url(), /token/);
    await player.getByText(elsewhere).waitFor();
    await second.getByText(elsewhere).waitFor();
    assert.equal(await host.getByText(elsewhere).count(), 0);
    await checkAxe(player, "a seat that is open twice");
    await second.context().close();
    await player.waitForFunction((text) => !document.body.innerText.includes(text), elsewhere);
    assert.deepEqual([...player.errors, ...host.errors], []);
});

test("a table whose bot cannot go on says so", async () => {
    const page = await openTable(browser, server,
        { game: "tic-tac-toe", seats: { X: "me", O: "bot:random" }, confirm: false });
    const problem = { seat: "O", text: "O cannot go on: the bot random found nothing." };
    await page.route(`**/api/tables/${page.table}`, async (route) => {
        const response = await route.fetch(), body = await response.json();
        await route.fulfill({ response, json: { ...body, table: { ...body.table, problem } } });
    });
    await page.reload();
    await page.getByText(problem.text).waitFor();
});
