import { expect, test } from 'vitest';
import { StartError } from '../../base/start-error.ts';
import { NodeLease } from './node-lease.ts';
import { LEASE_MS, type Renewal } from './node-store.ts';

const ALONE: Renewal = { hasLapsed: false, others: [], epoch: 'epoch', serverAgeMs: 1_000_000 };

async function createLease() {
  const clock = { now: 0 };
  const calls: string[] = [];
  const database: { renewal: Renewal; error?: Error } = { renewal: ALONE };
  let tick = () => {};
  let intervalMs = 0;
  const lease = new NodeLease({
    register: async () => void calls.push('register'),
    renew: async () => {
      if (database.error) throw database.error;
      return database.renewal;
    },
    clock: {
      steadyNow: () => clock.now,
      repeat(run, ms) {
        tick = run;
        intervalMs = ms;
        return () => (tick = () => {});
      },
    },
    onRetaken: async () => void calls.push('retaken'),
    onSilence: () => calls.push('silence'),
    onOthers: () => {},
    onDead: async ids => void calls.push(`dead ${ids.join()}`),
    onFatal: error => calls.push(`fatal ${(error as Error).message}`),
    onFailure: () => {},
  });
  await lease.start();
  calls.length = 0;
  /** Lets time pass, with a renewal every two seconds. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 2) {
      clock.now += 2_000;
      tick();
      await new Promise(setImmediate);
    }
  };
  const takeCalls = () => calls.splice(0);
  return { lease, database, pass, takeCalls, intervalMs };
}

test('a node holds its lease while it renews it, and for ten seconds after', async () => {
  const { lease, database, pass } = await createLease();
  await pass(60);
  database.error = new Error('unreachable');
  await pass(8);
  expect(lease.isHeld).toBe(true);
  await pass(2);
  expect(lease.isHeld).toBe(false);
});

test('a node whose lease has lapsed takes it again, and stores its people, before it holds the lease', async () => {
  const { lease, database, pass, takeCalls } = await createLease();
  database.error = new Error('unreachable');
  await pass(20);
  delete database.error;
  database.renewal = { ...ALONE, hasLapsed: undefined };
  await pass(2);
  expect([takeCalls(), lease.isHeld]).toEqual([['register', 'retaken'], true]);
  database.renewal = { ...ALONE, hasLapsed: true };
  await pass(2);
  expect(takeCalls()).toEqual(['register', 'retaken']);
});

test('sockets stay for 60 s while the database is silent, and then close once', async () => {
  const { database, pass, takeCalls } = await createLease();
  database.error = new Error('unreachable');
  await pass(58);
  expect(takeCalls()).toEqual([]);
  await pass(60);
  expect(takeCalls()).toEqual(['silence']);
});

test('P4 P5 a node whose lease has ended is declared dead with the next renewal, less than 15 s after its last one', async () => {
  const { lease, database, pass, takeCalls, intervalMs } = await createLease();
  expect(LEASE_MS + intervalMs).toBeLessThan(15_000);
  await pass(20);
  database.renewal = {
    ...ALONE,
    others: [
      { id: 'living', isExpired: false },
      { id: 'dead', isExpired: true },
    ],
  };
  await pass(2);
  expect([takeCalls(), lease.others]).toEqual([['dead dead'], ['living']]);
});

const DEAD: Renewal = { ...ALONE, others: [{ id: 'other', isExpired: true }] };

test('P4 nobody is declared dead for 15 s after a start', async () => {
  const { database, pass, takeCalls } = await createLease();
  database.renewal = DEAD;
  await pass(14);
  expect(takeCalls()).toEqual([]);
  await pass(2);
  expect(takeCalls()).toEqual(['dead other']);
});

test('P4 nobody is declared dead for 15 s after the database was unreachable', async () => {
  const { database, pass, takeCalls } = await createLease();
  await pass(20);
  database.error = new Error('unreachable');
  await pass(2);
  delete database.error;
  database.renewal = DEAD;
  await pass(16);
  expect(takeCalls()).toEqual([]);
  await pass(2);
  expect(takeCalls()).toEqual(['dead other']);
});

test('P4 nobody is declared dead for 15 s after the database server started', async () => {
  const { database, pass, takeCalls } = await createLease();
  await pass(20);
  database.renewal = { ...DEAD, serverAgeMs: 14_999 };
  await pass(2);
  expect(takeCalls()).toEqual([]);
});

test('a node ends if the database has another history or belongs to a newer release', async () => {
  const { database, pass, takeCalls } = await createLease();
  database.renewal = { ...ALONE, epoch: 'another' };
  await pass(2);
  database.renewal = ALONE;
  database.error = new StartError('too old');
  await pass(2);
  expect(takeCalls()).toEqual(['fatal the database has another history, after a restore', 'fatal too old']);
});
