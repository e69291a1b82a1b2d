/* merge.js: rules ask one thing at a time; a player is asked at once what belongs together. Where
 * an option of a menu leads to nothing but spaces, the spaces stand in its place; where it leads to
 * a short list, that does; and a question whether to go on shows what comes after it too. Each
 * merged option has a `path`: the ids that are decided one after the other. */
import { isWayOut, placeOf } from "./options.js";

/** @typedef {import("./types.js").Ahead} Ahead */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").Option} Option */

const SHORT = 5; // options of a list that stands in place of its menu
const MENUS = new Set(["menu", "action", "value"]);

/** @param {Option} o */
const isMenu = (o) => !isWayOut(o) && MENUS.has(o.group ?? o.kind);
/** @param {Option} o */
const isDone = (o) => (o.wayOut ?? o.kind) === "done";
/** @param {Decision | undefined} next */
const rest = (next) => next?.options.filter((o) => !isWayOut(o)) ?? [];
/** @param {Decision | undefined} next */
const asksPlaces = (next) => rest(next).length > 0 && rest(next).every((o) => placeOf(o).zone);
/** @param {Decision | undefined} next */
const isList = (next) =>
    rest(next).length > 0 && rest(next).length <= SHORT && rest(next).every(isMenu);

/** @param {Option} o @param {string[]} before @returns {Option} */
function behind(o, before) {
    const path = [...before, o.id];
    return { ...o, id: path.join("/"), path };
}

/**
 * @param {Decision} decision @param {Ahead | null} ahead @param {Set<string>} sides parts of cards:
 *   their options are chosen on the card, beside the option that leads to them
 * @returns {Decision}
 */
export function merged(decision, ahead, sides) {
    if (!ahead || ahead.decision !== decision.id) return decision;
    const questions = new Map(ahead.questions.map((q) => [q.path.join("/"), q.next]));
    const found = mergeAt(decision, [], questions, sides);
    return { ...decision, ...found, options: withAll(found.options, ahead.all) };
}

/** What must be taken in some order that changes nothing is taken by one click, which is Done; also
 * by the Done before it. @param {Option[]} options @param {string[][]} all */
function withAll(options, all) {
    const own = all.find((path) =>
        options.every((o) => !isDone(o)) && options.some((o) => o.id === path[0]));
    const more = options.map((o) => {
        const path = isDone(o) && o.path?.length === 1 && all.find((p) => p[0] === o.id);
        return path ? { ...o, path } : o;
    });
    return own ? [...more, {
        id: own.join("/"), path: own, label: `All ${own.length}`, kind: "done", wayOut: "done",
        subject: null
    }] : more;
}

/** @param {Decision} decision @param {string[]} path @param {Map<string, Decision>} questions
 * @param {Set<string>} sides @returns {{ prompt: string, options: Option[] }} */
function mergeAt(decision, path, questions, sides) {
    const next = (/** @type {Option} */ o) => questions.get([...path, o.id].join("/"));
    const leads = decision.options.filter((o) => isMenu(o) && asksPlaces(next(o)));
    const isPlain = path.length === 0 && leads.length === 1 &&
        !decision.options.some((o) => placeOf(o).zone);
    const lead = isPlain ? leads[0] : null, done = decision.options.find(isDone);
    const after = lead && done && decision.options.length === 2 ? next(done) : undefined;
    const options = decision.options.flatMap((o) => {
        const then = next(o), before = [...path, o.id];
        if (o === lead) return rest(then).map((n) => behind(n, before));
        if (o === done && after?.options.some(isDone))
            return mergeAt(after, before, questions, sides).options;
        if (!isMenu(o) || !isList(then)) return [behind(o, path)];
        const list = rest(then).map((n) => behind(n, before));
        return rest(then).every((n) => sides.has(n.id))
            ? [behind(o, path), ...list.map((n) => ({ ...n, side: n.path?.at(-1) }))] : list;
    });
    return { prompt: (lead && next(lead)?.prompt) ?? decision.prompt, options };
}

/** The amounts that an option asks for next, and nothing else.
 * @param {Option} option @param {Ahead | null} ahead @returns {Option[]} */
export function amountsBehind(option, ahead) {
    const path = (option.path ?? [option.id]).join("/");
    const next = ahead?.questions.find((q) => q.path.join("/") === path)?.next;
    return next?.options.every((o) => o.kind === "number") ? next.options : [];
}
