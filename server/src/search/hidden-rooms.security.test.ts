import type { CommandInput, CommandOutput } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import type { Db } from '../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../testing/database.ts';
import { type EngineIndex, openEngineIndex } from '../testing/engine-index.ts';
import { memberJob } from '../testing/mentions.ts';
import { acceptJob } from '../testing/requests.ts';
import { MessageSearch } from './message-search.ts';
import type { SearchIndex } from './search-index.ts';
import { createBegin } from './search-run.ts';
import { SearchFile } from './sqlite/search-file.ts';

type Input = CommandInput<'search_messages'>;

const SEARCHES: readonly Input[] = [
  { text: 'word' },
  { text: 'wo', isTyping: true },
  { text: 'word -other' },
  { text: '"word of"' },
  { text: 'unknown' },
  { text: 'word', has: ['link'] },
  { has: ['pin'] },
  { mentions: true },
  { saved: true },
  { text: 'word', after: NOW, before: NOW + 1_000 },
];

/** Others are of a new connection, or read once a second for everyone: whether open rooms wait for the index. */
const isOfSearch = (statement: string) => !/set_config|"room_activity"/.test(statement);

/** Calls of the index of either engine, each with its statement, its parameters and its rows. */
function spyOnIndex() {
  const spies = [vi.spyOn(SearchFile.prototype, 'all'), vi.spyOn(PostgresConnection.prototype, 'query')];
  return {
    async takeCalls(): Promise<string[]> {
      const calls = spies.flatMap(({ mock }) =>
        mock.calls.map((call, index) => ({ call, result: mock.results[index]?.value as unknown })),
      );
      for (const spy of spies) spy.mockClear();
      const known = calls.filter(({ call: [statement] }) => isOfSearch(statement));
      return Promise.all(known.map(async ({ call, result }) => JSON.stringify([call, toRows(await result)])));
    },
  };
}

function toRows(result: unknown): unknown {
  return result !== null && typeof result === 'object' && 'rows' in result ? result.rows : result;
}

/** All statements with their parameters and rows, what the index is asked and proposes, and the result. */
async function recordSearch(db: Db, engineIndex: EngineIndex, uid: string, input: Input): Promise<string[]> {
  const log: string[] = [];
  const read = new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return async (
        query: { sql: string; parameters: readonly unknown[] } & Parameters<Db['executeQuery']>[0],
      ) => {
        const result = await target.executeQuery(query);
        log.push(JSON.stringify([query.sql, query.parameters, result.rows]));
        return result;
      };
    },
  });
  const index: Pick<SearchIndex, 'find'> = {
    async find(query, deadline) {
      const page = await engineIndex.find(query, deadline);
      log.push(JSON.stringify([query, page]));
      return page;
    },
  };
  const { setTimer } = systemClock;
  const search = new MessageSearch(createBegin({ read, index, steadyNow: () => 0, setTimer }));
  log.push(JSON.stringify(await search.search({ uid, now: NOW }, input)));
  return log;
}

test('MS3 X1 rooms that a person may not read change neither a byte of a result nor a statement, a parameter or a row', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  const index = await openEngineIndex(db, () => NOW);
  const createRoom = async (uid: string, kind: 'open' | 'private') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind }))).output.room.id;
  const fill = async (uid: string, roomId: string, count: number) => {
    for (let number = 0; number < count; number++) {
      const text = `word of ${number} @Ann https://example.org`;
      const mentions = [{ uid: ann, start: text.indexOf('@'), length: 4 }];
      const id = newId();
      await runJobs(db, createSendJob(uid, { roomId, id, text, mentions }));
      await runJobs(
        db,
        { mutation: 'set_pin', caller: { uid }, input: { roomId, messageId: id, on: number < 5 } },
        { mutation: 'set_saved', caller: { uid }, input: { roomId, messageId: id, on: true } },
      );
    }
  };
  const ofIndex = spyOnIndex();
  const recordAll = async () => {
    const logs: string[][] = [];
    await ofIndex.takeCalls();
    for (const input of SEARCHES) {
      const log = await recordSearch(db, index, ann, input);
      logs.push([...log, ...(await ofIndex.takeCalls())]);
    }
    return logs;
  };
  const shared = await createRoom(ben, 'private');
  await runJobs(db, memberJob(ben, shared, ann, { member: true }), acceptJob(ann, shared));
  await fill(ben, await createRoom(ben, 'open'), 12);
  await fill(ben, shared, 12);
  await index.settle();
  const before = await recordAll();
  await fill(ben, await createRoom(ben, 'private'), 40);
  const open = { mutation: 'open_direct', caller: { uid: ben }, input: { id: newId(), uids: [cem] } };
  const { output } = await runJob<CommandOutput<'open_direct'>>(db, open);
  await fill(cem, output.room.id, 40);
  await index.settle();
  expect(await recordAll()).toEqual(before);
  expect(before.flat().join()).toContain('word of');
  expect(before.flat().join()).toMatch(/from .{1,3}words|from .{1,3}search_messages/);
});
