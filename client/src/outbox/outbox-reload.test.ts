import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { flushPromises } from '../testing/fake-environment.ts';
import { OutboxSimulation, ROOMS } from '../testing/outbox-simulation.ts';

type Step = (simulation: OutboxSimulation) => unknown;

const page = fc.nat(1);
const sends = fc.tuple(page, fc.nat(1), fc.boolean());

/** Each step has a weight. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: sends.map(
      ([page, room, isFile]): Step =>
        simulation =>
          simulation.send(page, room, isFile),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(page, fc.nat(1)).map(
      ([page, room]): Step =>
        simulation =>
          simulation.sendTogether(page, room),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.retryFailed(page),
    ),
  },
  { weight: 12, arbitrary: fc.constant<Step>(simulation => simulation.store()) },
  {
    weight: 6,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.greet(page),
    ),
  },
  {
    weight: 8,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.serve(page, true),
    ),
  },
  {
    weight: 2,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.serve(page, false),
    ),
  },
  {
    weight: 5,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.upload(page, 'well'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.upload(page, 'lost'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.upload(page, 'broken'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.drop(page),
    ),
  },
  {
    weight: 2,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.reload(page),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        simulation =>
          simulation.takeOver(page),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(simulation => simulation.server.sweep()) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4_000 }).map(
      (ms): Step =>
        simulation =>
          simulation.pass(ms),
    ),
  },
);

/** Runs the steps, lets everything be delivered, and checks the promises. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  const simulation = new OutboxSimulation();
  for (const step of steps) {
    await step(simulation);
    await flushPromises();
    expect(simulation.lostMessages, 'always on the screen').toEqual([]);
  }
  await simulation.runUntilIdle();
  for (const roomId of ROOMS) {
    const messages = simulation.submitted.filter(message => message.roomId === roomId);
    const stored = simulation.server.listMessages(roomId).map(({ text, file }) => text ?? file?.name ?? '');
    expect(stored.length, 'nothing twice').toBe(new Set(stored).size);
    const persisted = messages.filter(({ isPersisted }) => isPersisted).map(({ content }) => content);
    expect(
      persisted.filter(what => !stored.includes(what)),
      'nothing lost',
    ).toEqual([]);
    for (const { page, batch } of messages) {
      // After a failure the person decides about each file.
      if (batch?.hasFailed) continue;
      const own = messages
        .filter(message => message.page === page && message.batch === batch)
        .map(({ content }) => content);
      expect(
        stored.filter(what => own.includes(what)),
        'in order',
      ).toEqual(own.filter(what => stored.includes(what)));
    }
  }
}

test('O2 O4 O5 O6 O9 after any faults of pages, connections and uploads: nothing lost, nothing twice, in order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 120, size: 'max' }), runSteps), {
    numRuns: sampleRuns(150),
  });
});

test('O4 a file is delivered even if the results of five uploads are lost', async () => {
  const simulation = new OutboxSimulation();
  simulation.send(0, 0, true);
  let lost = 0;
  for (let second = 0; second < 600 && lost < 5; second++) {
    for (const page of simulation.pages.keys()) {
      simulation.store();
      simulation.greet(page);
      await flushPromises();
      while (await simulation.serve(page, true));
      if (await simulation.upload(page, 'lost')) lost++;
    }
    await simulation.pass(1_000);
  }
  expect(lost).toBe(5);
  await simulation.runUntilIdle();
  expect(simulation.server.listMessages(ROOMS[0])).toHaveLength(1);
});
