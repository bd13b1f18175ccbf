import { expect, test } from 'vitest';
import { anEar } from '../testing/frame-recorder.ts';

test('Q5 whoever sends ten thousand frames at once is heard one at a time, and others in between', async () => {
  const { heard, open } = await anEar();
  const [eve, ann] = [await open('eve'), await open('ann')];
  heard.length = 0;
  // In one turn of the event loop, so that all of it waits at the server when it looks.
  for (let frame = 0; frame < 10_000; frame++) eve.send('more');
  for (let frame = 0; frame < 10; frame++) ann.send('mine');
  await expect.poll(() => heard.filter(({ uid }) => uid === 'ann')).toHaveLength(10);
  const before = heard
    .slice(
      0,
      heard.findLastIndex(({ uid }) => uid === 'ann'),
    )
    .filter(({ uid }) => uid === 'eve');
  expect(before.length).toBeLessThanOrEqual(30);
});
