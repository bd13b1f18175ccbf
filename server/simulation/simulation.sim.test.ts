import { Random } from '@snug/testkit/random.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import type { Dispatch } from '../src/commands/dispatch.ts';
import { MUTATIONS } from '../src/commands/mutations.ts';
import { SIMULATION_MUTANTS } from './mutants.ts';
import type { Faults } from './server.ts';
import { type SimulationKind, simulate } from './simulate.ts';

// Each run has new histories. `SNUG_SEED=<seed>` repeats the history of a seed.
const FIRST_SEED = Number(process.env.SNUG_SEED ?? Date.now() % 1_000_000_000);
const HISTORY_COUNT = IS_WIDE && !process.env.SNUG_SEED ? 12 : 1;
const FAULT_FREE_COUNT = IS_WIDE && !process.env.SNUG_SEED ? 3 : 1;
/** Their histories broke a promise once. */
const KNOWN_SEEDS = [149, 543, 260_000_034, 260_000_039, 260_000_485, 996_432_036];
const KNOWN_TRIM_SEEDS = [41, 55, 83];

for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORY_COUNT; seed++) {
  test(`C3 C4 L2 M2 O2 O4 Y1 Y2 GU1 GU2 everyone sees everything that they may read once, in one order, after history ${seed}`, async () => {
    const { messages, privatePositions, downloads, guestIds } = await simulate(seed);
    expect(privatePositions, 'the private room is in use').toBeGreaterThan(20);
    expect(downloads, 'its file is downloaded').toBeGreaterThan(0);
    expect(guestIds, 'guests read their rooms').toBeGreaterThan(20);
    expect(messages, 'the history is long enough').toBeGreaterThan(100);
  });
}

for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORY_COUNT; seed++) {
  test(`TR1 TR2 TR5 everyone sees what trims leave once, and nothing else, after history ${seed}`, async () => {
    const { trimmed } = await simulate(seed, {}, { hasTrims: true });
    expect(trimmed, 'trims take messages').toBeGreaterThan(20);
  });
}

for (const seed of KNOWN_SEEDS)
  test.runIf(IS_WIDE)(
    `C1 C11 everyone sees everything that they may read once, after history ${seed}`,
    async () => {
      await expect(simulate(seed)).resolves.toHaveProperty('messages');
    },
  );

for (const seed of KNOWN_TRIM_SEEDS)
  test.runIf(IS_WIDE)(`TR2 TR7 everyone sees what trims leave once, after history ${seed}`, async () => {
    await expect(simulate(seed, {}, { hasTrims: true })).resolves.toHaveProperty('messages');
  });

for (let seed = FIRST_SEED; seed < FIRST_SEED + FAULT_FREE_COUNT; seed++) {
  test(`C2 no connected client has to catch up, for any behaviour of the bus, in history ${seed}`, async () => {
    const { catchUps } = await simulate(seed, {}, { isFaultFree: true });
    expect(catchUps).toBe(0);
  });
}

for (const [removal, { faults, expectedError, seed, ...kind }] of Object.entries(SIMULATION_MUTANTS)) {
  test.runIf(IS_WIDE)(`the simulation fails within 40 histories if ${removal}`, async () => {
    const found = await findFirstFailure(40, () => faults, kind, seed);
    process.stdout.write(`If ${removal}, seed ${found?.seed} finds it: ${found?.message.slice(0, 100)}\n`);
    expect(found?.message).toMatch(expectedError);
  });
}

async function findFirstFailure(
  histories: number,
  faults: (random: Random) => Faults,
  kind: SimulationKind = {},
  knownSeed?: number,
) {
  const seeds = Array.from({ length: histories }, (_, index) => index + 1);
  for (const seed of knownSeed === undefined ? seeds : [knownSeed, ...seeds]) {
    const failure = await simulate(seed, faults(new Random(seed)), kind).catch(
      (error: Error) => error.message,
    );
    if (typeof failure === 'string') return { seed, message: failure };
  }
  return undefined;
}

/** The first error within a few histories, because not every history reaches the fault. */
async function findFailure(faults: (random: Random) => Faults): Promise<string | undefined> {
  return (await findFirstFailure(24, faults))?.message;
}

test('the simulation fails without catch-up', async () => {
  const failure = await findFailure(() => ({ dispatch: withoutCatchUp }));
  expect(failure).toBeDefined();
});

function withoutCatchUp(real: Dispatch): Dispatch {
  return async (caller, command, input) => {
    const output = await real(caller, command, input);
    const since = (input as { since?: number }).since;
    return since === undefined ? output : { ...(output as object), messages: [], reset: false };
  };
}

test.runIf(IS_WIDE)('the simulation fails if a catch-up omits deletions', async () => {
  const failure = await findFailure(() => ({ dispatch: withoutDeletions }));
  expect(failure).toBeDefined();
});

function withoutDeletions(real: Dispatch): Dispatch {
  return async (caller, command, input) => {
    const output = (await real(caller, command, input)) as { messages?: { deletedAt?: number }[] };
    const messages = output.messages?.filter(message => message.deletedAt === undefined);
    return { ...output, ...(messages && { messages }) };
  };
}

test.runIf(IS_WIDE)('the simulation fails if a reaction is stored but not counted', async () => {
  const set_reaction: typeof MUTATIONS.set_reaction = {
    ...MUTATIONS.set_reaction,
    async run(db, context, input) {
      const written = await MUTATIONS.set_reaction.run(db, context, input);
      await db.updateTable('messages').set({ reactions: null }).where('id', '=', input.messageId).execute();
      return written;
    },
  };
  const failure = await findFailure(() => ({ mutations: { ...MUTATIONS, set_reaction } }));
  expect(failure).toContain('reactions');
});

test.runIf(IS_WIDE)('the simulation fails if the same message is stored twice', async () => {
  const failure = await findFailure(random => {
    const send_message: typeof MUTATIONS.send_message = {
      ...MUTATIONS.send_message,
      run: (db, context, input) =>
        MUTATIONS.send_message.run(db, context, { ...input, id: random.id(context.now) }),
    };
    return { mutations: { ...MUTATIONS, send_message } };
  });
  expect(failure).toContain('each message once');
});

test('O4 the simulation fails if unsent messages do not survive their page', async () => {
  expect(await findFailure(() => ({ disablesStorage: true }))).toContain('each message once');
});

test('C2 C6 an event that is lost on a live connection is recovered', async () => {
  const random = new Random(7);
  const faults: Faults = { shouldLose: ({ event }) => event.type === 'message_sent' && random.chance(0.1) };
  await expect(simulate(7, faults)).resolves.toBeDefined();
});
