import { expect, test } from 'vitest';
import { createFrameRecorder } from '../testing/frame-recorder.ts';

test('Q5 whoever sends ten thousand frames at once is heard one at a time, and others in between', async () => {
  const { received, open } = await createFrameRecorder();
  const [eve, ann] = [await open('eve'), await open('ann')];
  received.length = 0;
  // In one turn of the event loop, so that all of it waits at the server when it looks.
  for (let frame = 0; frame < 10_000; frame++) eve.send('more');
  for (let frame = 0; frame < 10; frame++) ann.send('mine');
  await expect.poll(() => received.filter(({ uid }) => uid === 'ann')).toHaveLength(10);
  const before = received
    .slice(
      0,
      received.findLastIndex(({ uid }) => uid === 'ann'),
    )
    .filter(({ uid }) => uid === 'eve');
  expect(before.length).toBeLessThanOrEqual(30);
});
