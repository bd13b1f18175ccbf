import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFolder } from '../db/open.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJob, runJobs } from '../testing/database.ts';
import { SimpleIndex } from '../testing/simple-index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { serveFinds } from './find-port.ts';
import { MessageSearch } from './message-search.ts';
import type { SearchIndex } from './search-index.ts';
import { SearchThread } from './search-thread.ts';

type Find = SearchIndex['find'];

/** With an index at the other end of a port, as in a thread of its own. */
async function createChat(wrapFind = (find: Find): Find => find) {
  const data = temporaryFolder();
  const { db, unlock } = await openDataFolder(data);
  const failures: unknown[] = [];
  const index = new SimpleIndex(db);
  const find: Find = wrapFind((query, deadline) => index.find(query, deadline));
  const ends: (() => void)[] = [];
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    serveFinds(port2, find);
    ends.push(() => port2.close());
    return port1;
  };
  const thread = new SearchThread({
    location: { data },
    index: { connect },
    onFailure: error => failures.push(error),
  });
  onTestFinished(async () => {
    await thread.close();
    await db.destroy();
    unlock();
  });
  const uid = await addPerson(db, 'Ann');
  const { output } = await runJob<{ room: { id: string } }>(db, createRoomJob(uid));
  const roomId = output.room.id;
  const send = (text: string) => runJobs(db, createSendJob(uid, { roomId, text }));
  const search = new MessageSearch(thread.begin);
  const searchFor = (text: string, room = roomId) => search.search({ uid, now: NOW }, { text, roomId: room });
  /** Of the thread of the index. */
  const endIndex = () => ends.pop()?.();
  return { send, find: searchFor, thread, endIndex, failures };
}

test('MS7 a thread of its own searches what is committed, also several at once', async () => {
  const { send, find, failures } = await createChat();
  await send('red');
  expect(await find('red')).toMatchObject({ messages: [{ text: 'red' }] });
  for (let count = 0; count < 100; count++) await send('green red');
  const results = await Promise.all([find('"red green"'), find('green'), find('unknown')]);
  expect(results.map(({ messages }) => messages.length)).toEqual([0, 20, 0]);
  await expect(find('red', 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  expect(failures).toEqual([]);
});

test('MS7 an index that takes long is asked to end', async () => {
  const { find } = await createChat(
    () => (_query, deadline) =>
      new Promise(resolve => {
        const end = () => resolve({ candidates: [], examinedTo: 5, isBehind: true });
        deadline.addEventListener('abort', end);
      }),
  );
  expect(await find('word')).toMatchObject({ messages: [], next: { place: 5 }, isBehind: true });
});

test('MS7 if the thread ends, its searches are unavailable, and the next one starts another', async () => {
  let isBroken = true;
  const { send, find, thread } = await createChat(findNow => async (query, deadline) => {
    if (isBroken) await thread.close();
    return findNow(query, deadline);
  });
  await send('red');
  await expect(find('red')).rejects.toMatchObject({ code: 'unavailable' });
  isBroken = false;
  expect(await find('red')).toMatchObject({ messages: [{ text: 'red' }] });
});

test('MS7 if the thread of the index ends, searches are unavailable, and the next one reaches its next thread', async () => {
  let isBroken = true;
  const { send, find, endIndex, failures } = await createChat(findNow => (query, deadline) => {
    if (!isBroken) return findNow(query, deadline);
    endIndex();
    return new Promise(() => {});
  });
  await send('red');
  await expect(find('red')).rejects.toMatchObject({ code: 'unavailable' });
  isBroken = false;
  expect(await find('red')).toMatchObject({ messages: [{ text: 'red' }] });
  expect(failures).toEqual([]);
});
