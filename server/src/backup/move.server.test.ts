import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandInput, CommandOutput, Message, Person } from '@snug/protocol';
import { HEART } from '@snug/protocol';
import { runCommand, startCommand } from '@snug/testkit/backup-commands.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { Random } from '@snug/testkit/random.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { populate } from '../app/seed/bulk.ts';
import { newId } from '../base/ids.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import { openDataFolder } from '../db/sqlite/data-folder.ts';
import { temporaryFolder } from '../testing/database.ts';
import { OMITTED_TABLES } from './copied-tables.ts';
import { RowFile } from './row-file.ts';

const SEED = Number(process.env.SNUG_SEED ?? 18);
const ACTIONS = 100;
const SECRET = 'a secret that all servers have in common';
const KILLS = 3;
const KILLED_MESSAGES = 4_000;
const TEXTS = ['plain', '"quoted" \\u0041 \\ %', 'línea\n\tתור 👩‍👩‍👧', '{"json": null}', 'x'.repeat(4_000)];

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());

interface Place {
  data: string;
  settings: NodeJS.ProcessEnv;
}

function createFilePlace(): Place {
  return { data: join(temporaryFolder(), 'data'), settings: {} };
}

async function createServerPlace(): Promise<Place> {
  const settings = { DATABASE_URL: await postgres.createDatabase(), SNUG_SECRET: SECRET };
  return { data: join(temporaryFolder(), 'data'), settings };
}

async function startServer({ data, settings }: Place): Promise<ServerProcess> {
  mkdirSync(data, { recursive: true });
  const server = await ServerProcess.start({ data, settings });
  onTestFinished(() => server.remove());
  return server;
}

function run(name: 'backup' | 'restore', { data, settings }: Place, archive: string) {
  return runCommand(name, data, [archive], '', settings);
}

/** A place with people, rooms and messages in bulk. */
async function createPopulatedPlace(messages: number): Promise<Place> {
  const place = createFilePlace();
  const { db, unlock } = await openDataFolder(place.data);
  await populate(db, { users: 20, rooms: 4, messages }, () => {});
  await db.destroy();
  unlock();
  return place;
}

function connect(url = ''): Promise<PostgresConnection> {
  return PostgresConnection.open(url);
}

/** The ids of all rooms and the people with an account of their own. */
function readIds(data: string) {
  const database = new DatabaseSync(join(data, 'snug.db'), { readOnly: true });
  const select = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(row => String(Object.values(row)[0]));
  const ids = { roomIds: select('select id from rooms order by id') };
  database.close();
  return ids;
}

/** Random changes by two people in all rooms. */
async function change(people: readonly TestPerson[], roomIds: readonly string[], random: Random) {
  const sent: { roomId: string; messageId: string; author: TestPerson }[] = [];
  for (let action = 0; action < ACTIONS; action++) {
    const person = random.pick(people) as TestPerson;
    const roomId = random.pick(roomIds) ?? '';
    const known = random.pick(sent);
    const send = async (content: object) => {
      const id = newId();
      await person.runCommand('send_message', { roomId, id, ...content });
      sent.push({ roomId, messageId: id, author: person });
    };
    const kind = random.pickWeighted({
      text: 6,
      reply: 3,
      file: 2,
      like: 4,
      deletion: 2,
      avatar: 1,
      name: 1,
    });
    if (kind === 'text') await send({ text: random.pick(TEXTS) });
    else if (kind === 'reply') {
      const source = sent.findLast(other => other.roomId === roomId);
      await send({ text: random.pick(TEXTS), ...(source && { replyTo: source.messageId }) });
    } else if (kind === 'file') {
      const bytes = Uint8Array.from({ length: 1 + random.below(50_000) }, () => random.below(256));
      await send({ fileId: (await person.uploadFile('a "file".bin', bytes)).id });
    } else if (kind === 'avatar')
      await person.runCommand('set_avatar', { fileId: (await person.uploadFile('a.png', PNG)).id });
    else if (kind === 'name') await person.runCommand('set_nickname', { name: `Name ${action}` });
    else if (known && kind === 'like') {
      const { author: _, ...message } = known;
      await person.postCommand('set_reaction', { ...message, emoji: HEART, on: random.chance(0.8) });
    } else if (known) {
      const { author, ...message } = known;
      await author.runCommand('delete_message', message);
      sent.splice(sent.indexOf(known), 1);
    }
  }
}

/** Everything that a client receives of these rooms, with the hashes of all files and avatars. */
async function readAll(person: TestPerson, roomIds: readonly string[]) {
  const hashes: Record<string, string> = {};
  const hash = async (url: string) => {
    const response = await person.get(url);
    expect([url, response.status]).toEqual([url, 200]);
    hashes[url] = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  };
  const rooms: unknown[] = [];
  const people = new Map<string, Person>();
  for (const roomId of roomIds) {
    const catchUp = await person.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
    const messages: Message[] = [];
    for (let before: number | undefined; ; ) {
      const input: CommandInput<'get_messages'> = {
        roomId,
        limit: 100,
        ...(before !== undefined && { before }),
      };
      const page = await person.runCommand<CommandOutput<'get_messages'>>('get_messages', input);
      messages.unshift(...page.messages);
      const [first] = page.messages;
      if (!first || first.seq === before) break;
      before = first.seq;
    }
    rooms.push({ catchUp, messages });
    for (const { author, file } of messages) {
      people.set(author.uid, author);
      if (file) await hash(`/files/${file.id}/${encodeURIComponent(file.name)}`);
    }
  }
  for (const { avatar } of people.values()) if (avatar) await hash(avatar);
  const conversations = await person.runCommand('list_conversations', {});
  return { rooms, conversations, hashes };
}

/** Backs up a place and restores the archive to another one. Returns a server there. */
async function move(from: Place, to: Place): Promise<ServerProcess> {
  const archive = join(temporaryFolder(), 'snug.tar');
  expect(await run('backup', from, archive)).toMatchObject({ code: 0, stderrLines: [] });
  expect(await run('restore', to, archive)).toMatchObject({ code: 0, stderrLines: [] });
  return startServer(to);
}

test.runIf(IS_WIDE)(
  `B2 B4 rooms, files and passwords are equal after a move to PostgreSQL and back, with the seed ${SEED}`,
  async () => {
    const random = new Random(SEED);
    const [before, between, after] = [
      await createPopulatedPlace(1_200),
      await createServerPlace(),
      createFilePlace(),
    ];
    let server = await startServer(before);
    const signedUp = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
    const own = await Promise.all(signedUp.map(person => person.createRoom()));
    const { roomIds } = readIds(before.data);
    expect(roomIds).toEqual(expect.arrayContaining(own));
    await change(signedUp, roomIds, random);
    let expected = await readAll(signedUp[0] as TestPerson, roomIds);
    expect(Object.keys(expected.hashes).length).toBeGreaterThan(10);
    for (const [from, to] of [
      [before, between],
      [between, after],
    ] as const) {
      const moved = await move(from, to);
      await server.end('SIGTERM');
      server = moved;
      for (const { cookie } of signedUp) {
        const session = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } });
        expect(await session.text()).toBe('null');
      }
      const people = await Promise.all(signedUp.map(({ email }) => TestPerson.signIn(server.url, email)));
      expect(await readAll(people[0] as TestPerson, roomIds)).toEqual(expected);
      await change(people, roomIds, random);
      expected = await readAll(people[0] as TestPerson, roomIds);
    }
  },
);

test('B2 a backup of PostgreSQL during writes contains every message with a result before its start', async () => {
  const place = await createServerPlace();
  const server = await startServer(place);
  const people = await Promise.all(['Ann', 'Ben', 'Cat'].map(name => TestPerson.signUp(server.url, name)));
  const roomId = await (people[0] as TestPerson).createRoom();
  const sent = new Set<string>();
  const state = { isStopped: false };
  const writing = Promise.all(
    people.map(async person => {
      while (!state.isStopped) {
        const id = newId();
        await person.runCommand('send_message', { roomId, id, text: id });
        sent.add(id);
      }
    }),
  );
  await until('messages are sent', () => sent.size > 300);
  const acknowledged = [...sent];
  const archive = join(temporaryFolder(), 'snug.tar');
  expect(await run('backup', place, archive)).toMatchObject({ code: 0, stderrLines: [] });
  state.isStopped = true;
  await writing;
  expect(sent.size).toBeGreaterThan(acknowledged.length);
  const restored = createFilePlace();
  await run('restore', restored, archive);
  const database = new DatabaseSync(join(restored.data, 'snug.db'));
  const rows = database.prepare('select id, "changedSeq" from messages').all();
  const ids = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter(id => !ids.has(id))).toEqual([]);
  expect(database.prepare('select seq, "writerCount" from rooms').get()).toEqual({
    seq: rows.length,
    writerCount: people.length,
  });
  database.close();
});

test.runIf(IS_WIDE)(
  `B5 a killed restore to PostgreSQL leaves an empty database or all data, at moments ${SEED}`,
  async () => {
    const random = new Random(SEED);
    const source = await createPopulatedPlace(KILLED_MESSAGES);
    const archive = join(temporaryFolder(), 'snug.tar');
    await run('backup', source, archive);
    const measured = await createServerPlace();
    const startedAt = performance.now();
    expect(await run('restore', measured, archive)).toMatchObject({ code: 0 });
    const duration = performance.now() - startedAt;
    const outcomes = new Set<number>();
    for (let kill = 0; kill < KILLS; kill++) {
      const place = await createServerPlace();
      const { child, ended } = startCommand('restore', place.data, [archive], '', place.settings);
      // Most of the time, rows are being copied.
      await wait(duration * (0.3 + 0.7 * random.next()));
      child.kill('SIGKILL');
      await ended;
      const count = await countMessages(place);
      outcomes.add(count);
      expect([0, KILLED_MESSAGES]).toContain(count);
      if (count > 0) continue;
      // PostgreSQL notices the end of the client a moment later.
      await until('the next restore succeeds', async () => (await run('restore', place, archive)).code === 0);
      expect(await countMessages(place)).toBe(KILLED_MESSAGES);
      expect(readdirSync(place.data).toSorted()).toEqual(['snug.lock']);
    }
    expect(outcomes).toContain(0);
  },
);

async function countMessages({ settings }: Place): Promise<number> {
  const connection = await connect(settings.DATABASE_URL);
  await migrate(createConnectionDb(connection));
  const { rows } = await connection.query<{ count: number }>('select count(*) as "count" from "messages"');
  await connection.close();
  return rows[0]?.count ?? -1;
}

test.runIf(IS_WIDE)(
  'B4 a restore to PostgreSQL rejects a database with people, or with a running server',
  async () => {
    const source = await createPopulatedPlace(10);
    const archive = join(temporaryFolder(), 'snug.tar');
    await run('backup', source, archive);
    const place = await createServerPlace();
    const server = await startServer(place);
    const readRefusal = async () => {
      const { code, stdout, stderrLines } = await run('restore', place, archive);
      expect([code, stdout, stderrLines.length]).toEqual([1, '', 1]);
      return stderrLines[0];
    };
    expect(await readRefusal()).toBe(
      'Nothing was restored. Snug runs on the database: stop all its servers first.',
    );
    await server.end('SIGTERM');
    expect(await run('restore', place, archive)).toMatchObject({ code: 0 });
    expect(await countMessages(place)).toBe(10);
    expect(await readRefusal()).toBe(
      'Nothing was restored. The database is not empty: create another one for the restore.',
    );
    const nowhere = {
      ...place,
      settings: { ...place.settings, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    };
    const { code, stderrLines } = await run('restore', nowhere, archive);
    expect([code, stderrLines]).toEqual([
      1,
      [expect.stringMatching(/^Nothing was restored\. The database in DATABASE_URL cannot be reached/)],
    ]);
  },
);

test('B4 a restore begins another history and incarnation on the same server', async () => {
  const place = await createServerPlace();
  const identify = async () => {
    const connection = await connect(place.settings.DATABASE_URL);
    await connection.close();
    return connection.identity;
  };
  await countMessages(place);
  const before = await identify();
  expect(await identify()).toEqual(before);
  const archive = join(temporaryFolder(), 'snug.tar');
  await run('backup', await createPopulatedPlace(10), archive);
  await run('restore', place, archive);
  expect((await identify()).incarnation).not.toBe(before.incarnation);
});

test('a backup copies all columns of all tables, except for those with a reason', async () => {
  const { settings } = await createServerPlace();
  const connection = await connect(settings.DATABASE_URL);
  await migrate(createConnectionDb(connection));
  const { rows } = await connection.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%'`,
  );
  await connection.close();
  const copied = await RowFile.create(join(temporaryFolder(), 'snug.db'));
  const columns = copied.tables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column}`));
  copied.close();
  const own = rows.filter(({ table }) => !(table in OMITTED_TABLES));
  expect(columns.toSorted()).toEqual(own.map(({ table, column }) => `${table}.${column}`).toSorted());
});
