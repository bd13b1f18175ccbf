import { expect, test } from 'vitest';
import { createFrameRecorder } from '../testing/frame-recorder.ts';

test('Q5 frames of a client that sends ten thousand at once are read one per turn, between those of others', async () => {
  const { received, open } = await createFrameRecorder();
  const [eve, ann] = [await open('eve'), await open('ann')];
  received.length = 0;
  // In one turn of the event loop, so that all frames are in the server's socket buffer.
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
