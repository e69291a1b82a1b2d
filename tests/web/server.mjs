/* server.mjs: a server for a test, with a store of its own, that can be killed and started again.
 * WEB=DIR takes the page from a folder. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TOP = new URL("../..", import.meta.url).pathname;
export const BINARY = process.env.LUDOFORGE ?? join(TOP, "build/ludoforge");

export class Server {
    constructor(...more) {
        this.more = more;
        this.data = mkdtempSync(join(tmpdir(), "ludoforge-web-"));
        this.port = 0;
    }

    /** Starts it and waits for its address; the same port as before, so that pages find it
     * again. */
    async start() {
        const web = process.env.WEB ? ["--web", process.env.WEB] : [];
        const words = ["serve", ...this.more, ...web, "--port", String(this.port),
            "--data", this.data, "--rate", "0"];
        this.process = spawn(BINARY, words, { stdio: ["ignore", "pipe", "pipe"] });
        let said = "";
        this.url = await new Promise((good, bad) => {
            const read = (text) => {
                said += text;
                const found = /http:\/\/\S+#key=\S+/.exec(said);
                if (found) good(found[0]);
            };
            this.process.stdout.on("data", read);
            this.process.stderr.on("data", read);
            this.process.on("exit",
                (code) => bad(new Error(`the server ended with ${code}: ${said}`)));
        });
        this.port = Number(new URL(this.url).port);
        this.key = new URLSearchParams(new URL(this.url).hash.slice(1)).get("key");
        return this;
    }

    /** A request as the host. */
    async ask(method, path, body) {
        const response = await fetch(new URL(path, this.url), {
            method,
            headers: { Authorization: `Bearer ${this.key}`, "Content-Type": "application/json" },
            body: body && JSON.stringify(body),
        });
        const answer = await response.json();
        if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
        return answer;
    }

    async kill() {
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.removeAllListeners("exit");
        this.process.once("exit", () => undefined);
        this.process.kill("SIGKILL");
        await Promise.race([ended, new Promise((done) => setTimeout(done, 3000))]);
    }

    async stop() {
        this.process.removeAllListeners("exit");
        this.process.kill("SIGTERM");
        await new Promise((done) => setTimeout(done, 200));
        rmSync(this.data, { recursive: true, force: true });
    }
}
