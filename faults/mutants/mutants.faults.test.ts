import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { findProblems } from '../check/check.ts';
import type { Fault } from '../check/problem.ts';
import { startTestLoad, startTestServer } from '../fixtures.ts';
import { ALL_ACTIONS, onlyActions, type Weights } from '../load/actions/actions.ts';
import type { Load } from '../load/load.ts';
import { IS_FULL, SEED } from '../seed.ts';
import { createMutantOptions } from './mutant-options.ts';
import { MUTANTS } from './mutants.ts';
import { WEBHOOK_MUTANTS } from './webhook-mutants.ts';

/** By a trace of system calls in `power-cut.faults.test.ts`, and by `webhook-kills.faults.test.ts`. */
const DETECTED_ELSEWHERE = ['a log that is not synced', ...Object.keys(WEBHOOK_MUTANTS)];

async function dropReaders(load: Load): Promise<void> {
  for (let times = 0; times < 3; times++) {
    for (const reader of load.readers.slice(1)) reader.disconnect();
    await load.waitForResults(40);
  }
}

async function killAndRestart(load: Load, server: ServerProcess): Promise<void> {
  await server.kill();
  await server.start();
  load.wake();
}

interface Expected {
  fault: Fault;
  /** The disturbance that makes the fault visible. */
  disturb?: (load: Load, server: ServerProcess) => Promise<void>;
  actions?: Weights;
  /** The shortest run that has it. */
  run?: 'all tests' | 'full';
}

// An edit is out of date when it arrives again only after two edits of its message.
const EDITS = { ...onlyActions('send', 'resend'), edit: 4 };
const MENTIONS = onlyActions('send', 'mention', 'reply', 'edit', 'delete');
const REPLIES = onlyActions('send', 'reply');
const READS = { ...onlyActions('send', 'delete'), read: 8 };
const PINS = { ...onlyActions('send'), pin: 2 };

/** The fault that the checker must report for each mutant. */
const EXPECTED: Record<string, Expected> = {
  'a result before the commit': {
    fault: 'lost',
    disturb: killAndRestart,
    actions: onlyActions('send'),
    run: 'all tests',
  },
  'an id that is not looked up': { fault: 'stored twice', run: 'all tests' },
  'a skipped seq': { fault: 'event missing' },
  'a reaction that is not stored': {
    fault: 'reactions',
    actions: onlyActions('send', 'react'),
    run: 'all tests',
  },
  'a reaction that is not counted': {
    fault: 'reactions',
    actions: onlyActions('send', 'react'),
    run: 'full',
  },
  'a name that is not stored': { fault: 'lost', actions: onlyActions('send', 'rename'), run: 'full' },
  'a catch-up that is off by one': {
    fault: 'view differs',
    disturb: dropReaders,
    actions: onlyActions('send'),
    run: 'all tests',
  },
  'a room that is read before it is subscribed to': {
    fault: 'event missing',
    disturb: dropReaders,
    run: 'full',
  },
  'an event that is not published': { fault: 'event missing', run: 'full' },
  'events that overtake each other': { fault: 'events out of order', run: 'all tests' },
  'an event with wrong content': {
    fault: 'replay differs',
    actions: onlyActions('send', 'react'),
    run: 'full',
  },
  'a file without its bytes': {
    fault: 'file',
    actions: onlyActions('send', 'file'),
    run: 'all tests',
  },
  'a last message that is not updated': { fault: 'last message', run: 'full' },
  'a clock that is trusted': { fault: 'time decreases', run: 'full' },
  'a late edit that undoes a newer one': { fault: 'edit', actions: EDITS, run: 'all tests' },
  'an edit that is a conflict with its own retry': { fault: 'wrong error', actions: EDITS, run: 'full' },
  'a send that is a conflict after an edit': { fault: 'wrong error', actions: EDITS, run: 'full' },
  'a mention that survives its message': { fault: 'mention', actions: MENTIONS, run: 'full' },
  'a mention that is not stored': { fault: 'mention', actions: MENTIONS, run: 'all tests' },
  'a reply outside of its conversation': { fault: 'conversation', actions: REPLIES, run: 'full' },
  'a conversation without its last reply': { fault: 'conversation', actions: REPLIES, run: 'all tests' },
  'a pin that is not stored': { fault: 'lost', actions: PINS, run: 'full' },
  'a saved message without its reminder': {
    fault: 'lost',
    actions: onlyActions('send', 'save'),
    run: 'full',
  },
  'a cursor that accepts a lower seq': { fault: 'read cursor', actions: READS, run: 'all tests' },
  'a cursor that accepts an old version': { fault: 'read cursor', actions: READS, run: 'full' },
  // In shorter runs, all devices ask for the counts at the end.
  'a cursor that other devices do not receive': { fault: 'unread count', actions: READS, run: 'full' },
  'a count that includes deleted messages': { fault: 'unread count', actions: READS, run: 'all tests' },
  "a count that includes one's own messages": { fault: 'unread count', actions: READS, run: 'full' },
  'a count that includes blocked people': { fault: 'unread count', actions: READS, run: 'full' },
};

test('each mutant has an expected fault', () => {
  expect(new Set([...Object.keys(EXPECTED), ...DETECTED_ELSEWHERE])).toEqual(new Set(Object.keys(MUTANTS)));
});

const canRun = (run: Expected['run']) => run === undefined || IS_FULL || (run === 'all tests' && IS_WIDE);

/** A load in which every client happened to catch up shows no order of events. Each load has choices of its own. */
const MAX_LOADS = 3;

for (const [name, { fault, run, ...expected }] of Object.entries(EXPECTED)) {
  test.runIf(canRun(run))(`the checker detects ${name}`, async () => {
    let found: readonly string[] = [];
    for (let loads = 0; loads < MAX_LOADS && !found.includes(fault); loads++)
      found = await findFaults(name, expected, SEED + loads);
    expect(found).toContain(fault);
  });
}

async function findFaults(
  name: string,
  { disturb, actions = ALL_ACTIONS }: Pick<Expected, 'disturb' | 'actions'>,
  seed: number,
): Promise<string[]> {
  const server = await startTestServer(createMutantOptions(name));
  const load = await startTestLoad(server, {
    seed,
    writers: 5,
    readers: 2,
    pauseMs: 10,
    duplicateShare: 0.2,
    actions,
  });
  await load.waitForResults(150);
  await disturb?.(load, server);
  await load.finish(2_000).catch(() => {});
  const { problems } = await findProblems(load.getEvidence(server.data));
  return [...new Set(problems.map(problem => problem.fault))];
}
