/* sounds.js: short, quiet sounds that the page makes by itself; off unless somebody wants them. */
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {Record<string, [number, number][]>} frequency, and when it begins */
const SOUNDS = {
    move: [[320, 0]], turn: [[520, 0], [780, 0.09]], end: [[660, 0], [520, 0.12], [390, 0.24]]
};

/** @param {string} name */
export function play(name) {
    if (!settings.sound) return;
    context ??= new AudioContext();
    for (const [frequency, at] of SOUNDS[name] ?? []) {
        const tone = context.createOscillator(), volume = context.createGain(),
            start = context.currentTime + at;
        tone.type = "triangle";
        tone.frequency.value = frequency;
        volume.gain.setValueAtTime(0.12, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
        tone.connect(volume).connect(context.destination);
        tone.start(start);
        tone.stop(start + 0.13);
    }
}
