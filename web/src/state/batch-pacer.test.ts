import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchPacer } from './batch-pacer.ts';

/** A page with a clock of its own, in which each frame comes when the test says so. */
class FakePage {
  now = 0;
  isHidden = false;
  isInputPending = false;
  readonly pacer: BatchPacer;
  #timers: { at: number; run: () => void }[] = [];
  #tasks: (() => void)[] = [];
  #paints: (() => void)[] = [];

  constructor() {
    this.pacer = new BatchPacer({
      now: () => this.now,
      setTimer: (run, ms) => {
        const timer = { at: this.now + ms, run };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter(other => other !== timer);
        };
      },
      nextTask: run => this.#tasks.push(run),
      afterPaint: run => this.#paints.push(run),
      isHidden: () => this.isHidden,
      isInputPending: () => this.isInputPending,
    });
  }

  advance(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = until;
  }

  paint(): void {
    for (const run of this.#paints.splice(0)) run();
  }

  runTasks(): void {
    for (const run of this.#tasks.splice(0)) run();
  }
}

function createPage() {
  const page = new FakePage();
  const ran: number[] = [];
  const arrive = (isUrgent = false) => page.pacer.schedule(() => ran.push(page.now), isUrgent);
  return { page, ran, arrive };
}

test('the first change of a page at rest is applied at once, and those of a frame after its paint', () => {
  const { page, ran, arrive } = createPage();
  page.now = 500;
  arrive();
  expect(ran).toEqual([500]);
  page.now = 505;
  arrive();
  arrive();
  page.now = 510;
  page.paint();
  expect(ran).toEqual([500, 510]);
});

test.each([
  [40, 80],
  [49, 98],
  [51, 100],
  [700, 100],
])('a page whose frame is %i ms late rests for %i ms', (late, rest) => {
  const { page, ran, arrive } = createPage();
  arrive();
  arrive();
  page.now = 17 + late;
  page.paint();
  page.advance(rest - 1);
  expect(ran).toEqual([0]);
  page.advance(1);
  expect(ran).toEqual([0, 17 + late + rest]);
});

test('a batch waits for the paint of a key that came before it, or is about to come', () => {
  const { page, ran, arrive } = createPage();
  page.pacer.onInput();
  arrive();
  page.now = 8;
  page.paint();
  expect(ran).toEqual([8]);
  page.now = 20;
  page.paint();
  page.isInputPending = true;
  arrive();
  expect(ran).toEqual([8]);
  page.isInputPending = false;
  page.paint();
  expect(ran).toEqual([8, 20]);
});

test.each([
  ['keys come without a pause', (page: FakePage) => page.pacer.onInput()],
  ['a key is always about to come', (page: FakePage) => (page.isInputPending = true)],
])('no change waits longer than a second while %s', (_, interfere) => {
  const { page, ran, arrive } = createPage();
  page.now = 100;
  for (; page.now < 3_000; page.advance(50)) {
    interfere(page);
    if (page.now === 400) arrive();
  }
  expect(ran).toEqual([1_400]);
});

test('no change waits longer than a second if the browser paints no frame', () => {
  const { page, ran, arrive } = createPage();
  arrive();
  page.now = 10;
  arrive();
  page.advance(1_000);
  expect(ran).toEqual([0, 1_010]);
});

test('a hidden page, which paints no frames, applies each change in the next task', () => {
  const { page, ran, arrive } = createPage();
  page.isHidden = true;
  for (const now of [1, 2]) {
    page.now = now;
    arrive();
    page.runTasks();
  }
  expect(ran).toEqual([1, 2]);
});

test('changes that wait when the page is hidden are applied then', () => {
  const { page, ran, arrive } = createPage();
  arrive();
  arrive();
  page.now = 5;
  page.isHidden = true;
  page.pacer.onVisibilityChange();
  page.runTasks();
  expect(ran).toEqual([0, 5]);
});

test('the time in which a page was hidden is no lateness', () => {
  const { page, ran, arrive } = createPage();
  arrive();
  page.isHidden = true;
  page.pacer.onVisibilityChange();
  page.now = 60_000;
  page.isHidden = false;
  page.pacer.onVisibilityChange();
  page.paint();
  arrive();
  expect(ran).toEqual([0, 60_000]);
});

test('an urgent change waits for no frame, no rest and no paint of a key', () => {
  const { page, ran, arrive } = createPage();
  arrive();
  page.pacer.onInput();
  page.now = 400;
  arrive(true);
  arrive();
  page.runTasks();
  expect(ran).toEqual([0, 400]);
});

test('a batch ends when a key comes or it lasts too long, but not after it has waited for a second', () => {
  const page = new FakePage();
  const answers: boolean[] = [];
  const work = (ms: number) =>
    page.pacer.schedule(mayGoOn => {
      page.now += ms;
      answers.push(mayGoOn());
    });
  work(49);
  page.advance(1_000);
  page.paint();
  page.advance(3_000);
  work(51);
  page.advance(1_000);
  page.paint();
  page.advance(3_000);
  page.pacer.onInput();
  work(80);
  page.advance(1_000);
  expect(answers).toEqual([true, false, true]);
});

test('the rest of a batch has waited since its first change', () => {
  const page = new FakePage();
  const ran: number[] = [];
  const run = () => {
    ran.push(page.now);
    if (ran.length === 1) page.pacer.schedule(run);
  };
  page.pacer.onInput();
  page.pacer.schedule(run);
  page.now = 900;
  page.paint();
  page.advance(200);
  expect(ran).toEqual([900, 1_000]);
});

test('whatever happens, no change waits longer than a second, and none is lost', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('arrive', 'arrive urgently', 'press a key', 'paint') },
    fc.constantFrom('expect a key', 'expect no key', 'hide', 'show'),
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 400 }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), steps => {
      const page = new FakePage();
      let waiting: number[] = [];
      const waits: number[] = [];
      const run = () => {
        waits.push(...waiting.map(at => page.now - at));
        waiting = [];
      };
      const arrive = (isUrgent: boolean) => {
        waiting.push(page.now);
        page.pacer.schedule(run, isUrgent);
      };
      for (const next of steps) {
        if (typeof next === 'number') page.advance(next);
        else if (next.startsWith('arrive')) arrive(next === 'arrive urgently');
        else if (next === 'press a key') page.pacer.onInput();
        else if (next === 'paint') page.paint();
        else if (next.startsWith('expect')) page.isInputPending = next === 'expect a key';
        else {
          page.isHidden = next === 'hide';
          page.pacer.onVisibilityChange();
        }
        page.runTasks();
      }
      page.advance(1_000);
      expect(waits).toHaveLength(steps.filter(next => String(next).startsWith('arrive')).length);
      expect(Math.max(0, ...waits)).toBeLessThanOrEqual(1_000);
    }),
  );
});
