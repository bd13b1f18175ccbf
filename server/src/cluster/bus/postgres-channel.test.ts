import { expect, test } from 'vitest';
import type { Listener, ListenOptions } from '../../db/store.ts';
import { PostgresChannel } from './postgres-channel.ts';

async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

/** A channel on a fake database, whose connections the test cuts and stalls. */
async function createChannel() {
  const setup = {
    calls: [] as string[],
    failures: [] as string[],
    batches: [] as (readonly string[])[],
    listens: [] as ListenOptions[],
    closed: [] as number[],
    stall: undefined as PromiseWithResolvers<void> | undefined,
    isDown: false,
  };
  let now = 0;
  let timers: { at: number; run: () => void; every?: number }[] = [];
  const addTimer = (timer: (typeof timers)[number]) => {
    timers.push(timer);
    return () => void (timers = timers.filter(other => other !== timer));
  };
  const respond = async () => {
    await setup.stall?.promise;
    if (setup.isDown) throw new Error('no database');
  };
  const channel = new PostgresChannel({
    async listen(options): Promise<Listener> {
      await respond();
      const number = setup.listens.push(options);
      return { ping: respond, close: async () => void setup.closed.push(number) };
    },
    async notify(payloads) {
      await respond();
      setup.batches.push([...payloads]);
    },
    clock: {
      setTimer: (run, ms) => addTimer({ at: now + ms, run }),
      repeat: (run, ms) => addTimer({ at: now + ms, run, every: ms }),
    },
    random: () => 1,
    onFailure: error => setup.failures.push((error as Error).message),
  });
  /** Lets time pass, in steps of 100 ms. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; ) {
      now += 100;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const timer of due) {
        if (timer.every) timers.push(Object.assign(timer, { at: now + timer.every }));
        timer.run();
      }
      await flushMicrotasks();
    }
  };
  channel.start({
    onPayload: payload => setup.calls.push(payload),
    onConnect: () => setup.calls.push('connect'),
    onOverflow: () => setup.calls.push('overflow'),
  });
  await flushMicrotasks();
  return Object.assign(setup, { channel, pass, takeCalls: () => setup.calls.splice(0) });
}

test('payloads of the connection arrive, and sent ones leave in order, 100 in a statement', async () => {
  const { channel, listens, batches, takeCalls } = await createChannel();
  expect(takeCalls()).toEqual(['connect']);
  listens[0]?.onPayload('one');
  expect(takeCalls()).toEqual(['one']);
  const payloads = Array.from({ length: 230 }, (_, index) => `${index}`);
  channel.send(payloads);
  channel.send(['last']);
  await flushMicrotasks();
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 31]);
  expect(batches.flat()).toEqual([...payloads, 'last']);
});

test('a lost connection is replaced at once, and what it still delivers is ignored', async () => {
  const { channel, listens, takeCalls } = await createChannel();
  takeCalls();
  listens[0]?.onLost(new Error('terminated'));
  expect(channel.isConnected).toBe(false);
  await flushMicrotasks();
  expect(takeCalls()).toEqual(['connect']);
  listens[0]?.onPayload('late');
  listens[1]?.onPayload('new');
  expect(takeCalls()).toEqual(['new']);
});

test('a connection that is silent without being closed is replaced within 4 s', async () => {
  const setup = await createChannel();
  setup.takeCalls();
  setup.stall = Promise.withResolvers<void>();
  await setup.pass(3_900);
  expect(setup.channel.isConnected).toBe(true);
  await setup.pass(200);
  expect([setup.channel.isConnected, setup.closed]).toEqual([false, [1]]);
  setup.stall = undefined;
  await setup.pass(3_200);
  expect(setup.takeCalls()).toEqual(['connect']);
});

test('a connection that opens after its deadline is closed, and delivers nothing', async () => {
  const setup = await createChannel();
  const stall = Promise.withResolvers<void>();
  setup.stall = stall;
  setup.listens[0]?.onLost(new Error('terminated'));
  await setup.pass(3_000);
  setup.stall = undefined;
  stall.resolve();
  await flushMicrotasks();
  expect(setup.closed).toEqual([1, 2]);
  setup.takeCalls();
  setup.listens[1]?.onPayload('late');
  await setup.pass(200);
  expect(setup.takeCalls()).toEqual(['connect']);
});

test('without a database it tries again, every 2 s at last, and reports one failure', async () => {
  const setup = await createChannel();
  setup.isDown = true;
  setup.listens[0]?.onLost(new Error('terminated'));
  await setup.pass(60_000);
  expect(setup.failures).toEqual(['terminated', 'no database']);
  setup.isDown = false;
  await setup.pass(2_000);
  expect(setup.channel.isConnected).toBe(true);
});

test('payloads wait for the database; a batch that fails three times is dropped and reported', async () => {
  const setup = await createChannel();
  setup.takeCalls();
  setup.isDown = true;
  setup.channel.send(['one']);
  await flushMicrotasks();
  setup.isDown = false;
  await setup.pass(300);
  expect(setup.batches).toEqual([['one']]);
  setup.isDown = true;
  setup.channel.send(['two']);
  await setup.pass(1_000);
  expect(setup.takeCalls()).toEqual(['overflow']);
  setup.isDown = false;
  setup.channel.send(['three']);
  await setup.pass(2_000);
  expect(setup.batches).toEqual([['one'], ['three']]);
});

test('at most 10,000 payloads wait, and the oldest ones are dropped', async () => {
  const setup = await createChannel();
  setup.takeCalls();
  setup.stall = Promise.withResolvers<void>();
  setup.channel.send(Array.from({ length: 10_001 }, (_, index) => `${index}`));
  expect(setup.takeCalls()).toEqual(['overflow']);
  setup.stall = undefined;
  await setup.pass(4_000);
  expect(setup.batches.flat()).toHaveLength(10_000);
});

test('a stopped channel sends what waits, closes its connection and does not reconnect', async () => {
  const setup = await createChannel();
  setup.channel.send(['last']);
  await setup.channel.stop();
  expect(setup.batches).toEqual([['last']]);
  expect(setup.closed).toEqual([1]);
  setup.channel.send(['later']);
  setup.listens[0]?.onLost(new Error('ended'));
  await setup.pass(5_000);
  expect([setup.listens.length, setup.batches.length]).toEqual([1, 1]);
});
