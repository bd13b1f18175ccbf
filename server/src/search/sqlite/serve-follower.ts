import type { MessagePort } from 'node:worker_threads';
import { lowerPriority } from '../../base/lower-priority.ts';
import { readEpoch } from '../../db/epoch.ts';
import { openDatabase } from '../../db/sqlite/data-folder.ts';
import { createThreadLoadReader } from '../load.ts';
import { Follower } from './follower.ts';
import { FollowerLoop } from './follower-loop.ts';
import { createPost, describeError, type FromFollower, type ToFollower } from './index-thread.ts';
import { MessageSource } from './message-source.ts';
import { SearchFile } from './search-file.ts';

export async function serveFollower(port: MessagePort, data: string): Promise<void> {
  lowerPriority();
  const post = createPost<FromFollower>(port);
  const read = openDatabase(data, { readOnly: true });
  const file = SearchFile.openForWrites(data, await readEpoch(read));
  post({ kind: 'opened' });
  const now = () => performance.now();
  const loop = new FollowerLoop({
    file,
    follower: new Follower(file, new MessageSource(read), now),
    data,
    post,
    now,
    readLoad: createThreadLoadReader(),
  });
  port.on('message', (message: ToFollower) => {
    if (message.kind === 'changed') loop.announce(message.roomIds);
    else if (message.kind === 'await_erasures') loop.awaitErasures(message.id);
    else loop.stop();
  });
  try {
    await loop.run();
    file.truncateLog();
    file.close();
    await read.destroy();
  } catch (error) {
    post({ kind: 'damaged', detail: describeError(error) });
  }
  port.close();
}
