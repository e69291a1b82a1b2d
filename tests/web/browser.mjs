/* browser.mjs: Chromium for the tests, and what all of them do with a page. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Chromium looks for its maker's hosts unless it is told not to.
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// Milliseconds after which a page hangs. A busy machine must not fail a test: this is no measure of
// speed. PATIENCE sets another number, to see sooner what fails.
export const SLOW = Number(process.env.PATIENCE ?? 600000);

export async function openBrowser() {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    return chromium.launch({ executablePath, args: QUIET });
}

/** A page of its own, without what others keep, that fails the test on errors. */
export async function openPage(browser, url, how = {}) {
    const { width = 1280, height = 800, settings = {}, ...more } = how;
    const context = await browser.newContext(
        { viewport: { width, height }, bypassCSP: true, ...more });
    context.setDefaultTimeout(SLOW);
    await context.addInitScript((kept) => localStorage.setItem("ludoforge.settings", kept),
        JSON.stringify({ pace: 0, ...settings }));
    const page = await context.newPage();
    page.errors = [];
    page.on("pageerror", (error) => page.errors.push(error.message));
    page.on("console", (message) => {
        const text = message.text();
        if (message.type() === "error" && !/Failed to load resource|ERR_/.test(text))
            page.errors.push(text);
    });
    page.refused = [];
    page.waiting = new Set(); // requests without an answer, for the words of a failure
    page.on("request", (request) => page.waiting.add(request));
    for (const end of ["requestfinished", "requestfailed"])
        page.on(end, (request) => page.waiting.delete(request));
    page.on("response", (response) => {
        if (response.status() < 400) return;
        const what = `${response.status()} ${response.url()}`;
        response.text().then((text) => page.refused.push(`${what} ${text.slice(0, 200)}`),
            () => undefined);
    });
    page.on("requestfailed",
        (request) => page.refused.push(`failed ${request.url()} ${request.failure()?.errorText}`));
    await page.goto(url);
    return page;
}

/** Goes to a table with the key of the host. */
export async function openTable(browser, server, body, more) {
    const { table } = await server.ask("POST", "/api/tables", body);
    const page = await openPage(browser,
        `${new URL(server.url).origin}/#key=${server.key}&table=${table}`, more);
    await page.waitForSelector(".prompt .asked, .curtain");
    return Object.assign(page, { table });
}

/** No violation of the rules of accessibility on what is shown now. */
export async function checkAxe(page, what) {
    await page.evaluate(AXE);
    const found = await page.evaluate(
        () => window.axe.run(document, { resultTypes: ["violations"] }));
    const told = found.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`);
    assert.deepEqual(told, [], what);
}

/** The text of the question. */
export const asked = (page) => page.locator(".prompt .asked").innerText();

/** Waits until the question is another one, or the game is over. */
export async function clickAndWait(page, locator) {
    const before = await page.evaluate(() => document.querySelector(".replay input")?.max);
    await locator.click();
    await page.waitForFunction(
        (was) => document.querySelector(".replay input")?.max !== was
            || document.querySelector('[data-key="confirm"]:enabled'),
        before, { timeout: SLOW });
}
