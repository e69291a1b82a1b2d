/* api.js: talks to the server: requests with the key of this person, and news as they come
 * (docs/http.md). */

/** An answer that was not what was asked for; `body` may hold the present state. */
export class ApiError extends Error {
    /**
     * @param {number} status
     * @param {any} body
     */
    constructor(status, body) {
        super(body?.error || `The server answered ${status}.`);
        this.status = status;
        this.body = body;
    }
}

export class Api {
    /** @param {string} token */
    constructor(token) {
        this.token = token;
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {any} [body]
     * @returns {Promise<any>}
     */
    async ask(method, path, body) {
        let response;
        try {
            response = await fetch(path, {
                method,
                headers: {
                    Authorization: `Bearer ${this.token}`,
                    ...(body === undefined ? {} : { "Content-Type": "application/json" })
                },
                body: body === undefined ? undefined : JSON.stringify(body),
                cache: "no-store",
                credentials: "omit",
            });
        } catch {
            throw new ApiError(0, { error: "The server cannot be reached." });
        }
        const text = await response.text();
        let answer = null;
        try {
            answer = text === "" ? null : JSON.parse(text);
        } catch {
            throw new ApiError(response.status, null);
        }
        if (!response.ok) throw new ApiError(response.status, answer);
        return answer;
    }

    /** @param {string} path */
    get(path) {
        return this.ask("GET", path);
    }

    /**
     * @param {string} path
     * @param {any} [body]
     */
    post(path, body = {}) {
        return this.ask("POST", path, body);
    }

    /**
     * Reads server-sent events until `stop` is called; comes back by itself after a lost
     * connection.
     * @param {string} path
     * @param {{ event: (name: string, data: any) => void, connected: (yes: boolean) => void }} on
     * @returns {() => void} stop
     */
    listen(path, on) {
        const control = new AbortController();
        let wait = 500;
        const run = async () => {
            while (!control.signal.aborted) {
                try {
                    const response = await fetch(path, {
                        headers: {
                            Authorization: `Bearer ${this.token}`, Accept: "text/event-stream"
                        },
                        signal: control.signal,
                        cache: "no-store",
                        credentials: "omit",
                    });
                    if (!response.ok || !response.body) throw new Error("no stream");
                    on.connected(true);
                    wait = 500;
                    await readEvents(response.body, on.event);
                } catch {
                    // said below
                }
                if (control.signal.aborted) return;
                on.connected(false);
                await new Promise((done) => setTimeout(done, wait));
                wait = Math.min(wait * 2, 8000);
            }
        };
        run();
        return () => control.abort();
    }
}

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {(name: string, data: any) => void} event
 */
async function readEvents(stream, event) {
    const reader = stream.getReader(), decoder = new TextDecoder();
    let rest = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        rest += decoder.decode(value, { stream: true });
        const blocks = rest.split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
            const data = field(block, "data");
            if (data !== "") event(field(block, "event") || "message", JSON.parse(data));
        }
    }
}

/** @param {string} block of an event @param {string} name */
function field(block, name) {
    return block.split("\n").filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trim()).join("\n");
}
