import { readFileSync } from 'node:fs';

// Loaded by `node --import` in front of a server, and in its writer's thread: the wall clock of the process goes wrong by
// as many ms as the file SNUG_CLOCK says. Nothing else changes, as with a machine whose clock is put right.

const READ_EVERY_MS = 10;

const path = process.env.SNUG_CLOCK ?? '';
const TrueDate = Date;
let shift = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt > READ_EVERY_MS) {
    shift = Number(readFileSync(path, 'utf8'));
    readAt = performance.now();
  }
  return TrueDate.now() + shift;
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, words, newTarget) =>
    Reflect.construct(target, words.length ? words : [now()], newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
});
