import { Chat } from '@snug/client';
import { INITIAL_STATE_ID, type InitialState, MAX_TEXT_LENGTH, MAX_WATCHED_SUMMARIES } from '@snug/protocol';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { populate } from '../src/app/seed/bulk.ts';
import { openDatabase } from '../src/db/open.ts';

const ROOMS = 3_000;
/** The most that a person can have. */
const OWN_ROOMS = 1_000;
const ROWS_PER_STATEMENT = 100;
/** Of this person's rooms, on a tall screen. */
const LAST_VISIBLE = 25;
/** More than the document has. */
const PAGE_ROWS = 31;
/** The client waits for seconds before it reads what nobody sees. */
const TIMES_FASTER = 20;

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  await server.end('SIGTERM');
  const db = openDatabase(server.data);
  await populate(db, { users: 20, rooms: ROOMS, messages: ROOMS }, () => undefined);
  await db.destroy();
  await server.start();
  ann = await TestPerson.add(server, 'Ann');
  await joinRooms(ann);
});
afterAll(() => server.remove());

async function joinRooms({ uid }: TestPerson): Promise<void> {
  const db = openDatabase(server.data);
  const rooms = await db.selectFrom('rooms').select(['id', 'createdAt']).limit(OWN_ROOMS).execute();
  for (let start = 0; start < OWN_ROOMS; start += ROWS_PER_STATEMENT) {
    const members = rooms.slice(start, start + ROWS_PER_STATEMENT).map(({ id, createdAt }) => ({
      roomId: id,
      userId: uid,
      role: 'member' as const,
      joinedAt: createdAt,
    }));
    await db.insertInto('members').values(members).execute();
  }
  await db.destroy();
}

/** Opens the list of rooms as the page does. Counts the document and the frames. */
async function openList(): Promise<{ chat: Chat; getBytes: () => number }> {
  const page = await (await ann.get('/')).text();
  let bytes = Buffer.byteLength(page);
  const address = { url: server.url, origin: server.url, cookie: ann.cookie };
  const environment = createProgramEnvironment(handlers =>
    openClientSocket(address, {
      ...handlers,
      onText: text => {
        bytes += Buffer.byteLength(text);
        handlers.onText(text);
      },
    }),
  );
  const setTimer = (run: () => void, ms: number) => environment.setTimer(run, ms / TIMES_FASTER);
  const chat = new Chat({ ...environment, setTimer }, ann.uid);
  chat.showInitialState(readState(page));
  chat.roomList.setViewport({ roomIds: [], lastIndex: -1, isAtHead: false, lastOwnIndex: LAST_VISIBLE });
  chat.start();
  onTestFinished(() => chat.stop());
  return { chat, getBytes: () => bytes };
}

function readState(page: string): InitialState {
  const [, rest = ''] = page.split(`id="${INITIAL_STATE_ID}">`);
  return JSON.parse(rest.slice(0, rest.indexOf('</script>'))) as InitialState;
}

/** When `count` rows of this person's rooms stand. */
async function readBytes({ chat, getBytes }: Awaited<ReturnType<typeof openList>>, count: number) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const check = () => {
    const { own } = chat.roomList.parts.get();
    const isKnown = chat.memberships.joinedRoomIds.get()?.size === OWN_ROOMS;
    if (isKnown && (own?.length ?? 0) >= count) resolve(getBytes());
  };
  onTestFinished(chat.roomList.parts.subscribe(check));
  check();
  return promise;
}

test('Y8 a list of 3,000 rooms stands after at most 120 kB for a member of 1,000, and its followed rooms after 360 kB', async () => {
  const list = await openList();
  expect(await readBytes(list, PAGE_ROWS)).toBeLessThanOrEqual(120_000);
  expect(await readBytes(list, MAX_WATCHED_SUMMARIES)).toBeLessThanOrEqual(360_000);
});

test('Y8 with the longest messages, a list of 3,000 rooms stands after at most 300 kB for a member of 1,000', async () => {
  const db = openDatabase(server.data);
  const text = 'ein großes Wort, 很长 '.repeat(MAX_TEXT_LENGTH).slice(0, MAX_TEXT_LENGTH);
  await db.updateTable('messages').set({ text }).execute();
  await db.destroy();
  expect(await readBytes(await openList(), PAGE_ROWS)).toBeLessThanOrEqual(300_000);
});
