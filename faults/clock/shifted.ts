import { readFileSync } from 'node:fs';

// `node --import` loads this before a server, and in its writer's thread. It shifts the wall clock of the process by the
// ms in the file SNUG_CLOCK. As on a machine whose clock is corrected, nothing else changes.

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
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
});
