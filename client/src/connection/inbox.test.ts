import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Inbox, type Pacer } from './inbox.ts';

/** A pacer that runs when the test asks it to. */
class FakePacer implements Pacer {
  run: Parameters<Pacer['schedule']>[0] | undefined;
  isUrgent = false;

  schedule(run: Parameters<Pacer['schedule']>[0], isUrgent = false): void {
    this.run = run;
    this.isUrgent ||= isUrgent;
  }

  /** Applies at most `count` entries that are not urgent. */
  runTurn(count = Number.POSITIVE_INFINITY): void {
    const { run } = this;
    this.run = undefined;
    this.isUrgent = false;
    let left = count;
    run?.(() => --left > 0);
  }
}

function createInbox() {
  const pacer = new FakePacer();
  const inbox = new Inbox(pacer);
  const applied: string[] = [];
  const add = (name: string, options: Parameters<Inbox['add']>[1] = {}) =>
    inbox.add(() => applied.push(name), options);
  return { pacer, inbox, applied, add };
}

test('entries wait for the pacer, which applies all of them in their order', () => {
  const { pacer, applied, add } = createInbox();
  for (const name of ['one', 'two', 'three']) add(name);
  expect([applied, pacer.isUrgent]).toEqual([[], false]);
  pacer.runTurn();
  expect([applied, pacer.run]).toEqual([['one', 'two', 'three'], undefined]);
});

test('the pacer can end a turn after any entry, and the next one goes on', () => {
  const { pacer, applied, add } = createInbox();
  for (const name of ['one', 'two', 'three']) add(name);
  pacer.runTurn(2);
  expect([applied, pacer.isUrgent]).toEqual([['one', 'two'], false]);
  add('four');
  pacer.runTurn();
  expect(applied).toEqual(['one', 'two', 'three', 'four']);
});

test('the caller of a request goes on before the entries after its result, which follow in the next task', () => {
  const { pacer, applied, add } = createInbox();
  add('event');
  add('result', { result: 'set_read' });
  add('later event');
  pacer.runTurn();
  expect([applied, pacer.isUrgent]).toEqual([['event', 'result'], true]);
  pacer.runTurn();
  expect(applied).toEqual(['event', 'result', 'later event']);
});

test('an urgent entry waits for no turn of the entries before it', () => {
  const { pacer, applied, add } = createInbox();
  for (const name of ['one', 'two', 'three']) add(name);
  add('urgent', { result: 'open_room' });
  add('five');
  expect(pacer.isUrgent).toBe(true);
  pacer.runTurn(1);
  expect(applied).toEqual(['one', 'two', 'three', 'urgent']);
});

test('an entry that fails stops none of those after it', () => {
  const { pacer, inbox, applied, add } = createInbox();
  inbox.add(() => {
    throw new Error('broken');
  });
  add('two');
  expect(() => pacer.runTurn()).toThrow('broken');
  pacer.runTurn();
  expect(applied).toEqual(['two']);
});

test('an entry that closes the socket is the last one', () => {
  const { pacer, inbox, applied, add } = createInbox();
  add('one');
  inbox.add(() => inbox.clear(), { isUrgent: true });
  add('two');
  pacer.runTurn();
  expect([applied, pacer.run]).toEqual([['one'], undefined]);
});

test('nothing is lost, repeated or out of order, however the turns end', () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        result: fc.constantFrom('set_read', 'open_room', undefined),
        isUrgent: fc.boolean(),
      }),
    },
    fc.integer({ min: 1, max: 5 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), steps => {
      const { pacer, applied, add } = createInbox();
      let added = 0;
      for (const next of steps)
        if (typeof next === 'number') pacer.runTurn(next);
        else add(String(added++), next);
      while (pacer.run) pacer.runTurn(2);
      expect(applied).toEqual(Array.from({ length: added }, (_, index) => String(index)));
    }),
  );
});

test('a page that ends its pace applies all that waits', () => {
  const { inbox, applied, add } = createInbox();
  for (const name of ['one', 'two']) add(name);
  inbox.release();
  expect(applied).toEqual(['one', 'two']);
});
