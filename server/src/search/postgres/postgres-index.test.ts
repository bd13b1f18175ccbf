import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { IndexedWorkspace } from '../../testing/indexed-workspace.ts';
import { RemoteIndex } from '../find-port.ts';
import { PostgresIndex } from './postgres-index.ts';

test('a node indexes and searches in a thread of its own', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  await workspace.send(roomId, 'before the start');
  const failures: unknown[] = [];
  const index = new PostgresIndex({
    url: workspace.url,
    secret: 'x'.repeat(32),
    setTimer: systemClock.setTimer,
    onFailure: error => failures.push(error),
  });
  onTestFinished(() => index.close());
  const remote = new RemoteIndex(async () => index.connect());
  const search = async (text: string) => (await workspace.search(remote, { roomIds: [roomId] }, text)).texts;
  await expect.poll(() => search('before')).toEqual(['before the start']);
  await workspace.send(roomId, 'after the start');
  index.follow([roomId]);
  await expect.poll(() => search('start')).toEqual(['after the start', 'before the start']);
  expect(await index.readProgress()).toMatchObject({ share: 1, leaving: 0 });
  expect(failures).toEqual([]);
});
