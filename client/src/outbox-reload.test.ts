import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { flushPromises } from './testing/fake-environment.ts';
import { OutboxWorld, ROOMS } from './testing/outbox-world.ts';

type Step = (world: OutboxWorld) => unknown;

const page = fc.nat(1);
const sends = fc.tuple(page, fc.nat(1), fc.boolean());

/** Each step has a weight. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: sends.map(
      ([page, room, isFile]): Step =>
        world =>
          world.send(page, room, isFile),
    ),
  },
  { weight: 12, arbitrary: fc.constant<Step>(world => world.store()) },
  {
    weight: 6,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.greet(page),
    ),
  },
  {
    weight: 8,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.serve(page, true),
    ),
  },
  {
    weight: 2,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.serve(page, false),
    ),
  },
  {
    weight: 5,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.upload(page, 'well'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.upload(page, 'lost'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.upload(page, 'broken'),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.drop(page),
    ),
  },
  {
    weight: 2,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.reload(page),
    ),
  },
  {
    weight: 1,
    arbitrary: page.map(
      (page): Step =>
        world =>
          world.takeOver(page),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(world => world.server.sweep()) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4_000 }).map(
      (ms): Step =>
        world =>
          world.pass(ms),
    ),
  },
);

/** Runs the steps, lets everything be delivered, and checks the promises. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  const world = new OutboxWorld();
  for (const step of steps) {
    await step(world);
    await flushPromises();
    expect(world.lostMessages, 'always on the screen').toEqual([]);
  }
  await world.runUntilIdle();
  for (const roomId of ROOMS) {
    const said = world.submitted.filter(said => said.roomId === roomId);
    const stored = world.server.listMessages(roomId).map(({ text, file }) => text ?? file?.name ?? '');
    expect(stored.length, 'nothing twice').toBe(new Set(stored).size);
    const kept = said.filter(({ isPersisted }) => isPersisted).map(({ content }) => content);
    expect(
      kept.filter(what => !stored.includes(what)),
      'nothing lost',
    ).toEqual([]);
    for (const page of new Set(said.map(({ page }) => page))) {
      const own = said.filter(said => said.page === page).map(({ content }) => content);
      expect(
        stored.filter(what => own.includes(what)),
        'in order',
      ).toEqual(own.filter(what => stored.includes(what)));
    }
  }
}

test('O2 O4 O5 O6 after any faults of pages, connections and uploads: nothing lost, nothing twice, in order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 120, size: 'max' }), runSteps), {
    numRuns: 400,
  });
});

test('O4 a file is delivered even if the results of five uploads are lost', async () => {
  const world = new OutboxWorld();
  world.send(0, 0, true);
  let lost = 0;
  for (let second = 0; second < 600 && lost < 5; second++) {
    for (const page of world.pages.keys()) {
      world.store();
      world.greet(page);
      await flushPromises();
      while (await world.serve(page, true));
      if (await world.upload(page, 'lost')) lost++;
    }
    await world.pass(1_000);
  }
  expect(lost).toBe(5);
  await world.runUntilIdle();
  expect(world.server.listMessages(ROOMS[0])).toHaveLength(1);
});
