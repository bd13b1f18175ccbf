import { Readable } from 'node:stream';
import {
  COMMANDS,
  CommandError,
  type CommandName,
  type CommandOutput,
  MAX_CATCH_UP_MESSAGES,
} from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { readPositions } from '../chat/rooms/room-access-store.ts';
import { RoomListReader } from '../chat/rooms/room-list-reader.ts';
import { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { Writer } from '../db/writer.ts';
import { DiskStorage } from '../files/storage/disk.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { MessageSearch } from '../search/message-search.ts';
import { createBegin } from '../search/search-run.ts';
import { createInput } from '../testing/command-cases/command-cases.ts';
import type { InputSource } from '../testing/command-cases/input-source.ts';
import { createCounts } from '../testing/counts.ts';
import {
  addAccount,
  addPasskey,
  addPerson,
  addSession,
  createInviteLinks,
  createTestRoom,
  NOW,
  runBatch,
  runJob,
  sendMany,
  temporaryFolder,
} from '../testing/database.ts';
import { createFailingDatabase } from '../testing/failing-database.ts';
import { UPLOAD_OPTIONS } from '../testing/files.ts';
import { addHomelessGuest } from '../testing/guests.ts';
import { addImportedPerson } from '../testing/imported-people.ts';
import { addPushDevice, createTestPush } from '../testing/push-devices.ts';
import { createServerState } from '../testing/server-state.ts';
import { SimpleIndex } from '../testing/simple-index.ts';
import { createIdleWebhooks } from '../testing/webhooks.ts';
import type { CommandCaller, CommandSubscriber } from './command-handler.ts';
import { CommandLimits } from './command-limits.ts';
import { createDispatch } from './dispatch.ts';
import { createFileServices } from './file-services.ts';
import { MUTATIONS, type SnugMutations } from './mutations.ts';
import { NameTurns } from './name-turns.ts';

async function createTestDispatch(
  wrap: (db: Db) => Db = db => db,
  reads?: Parameters<typeof createDispatch>[3],
) {
  const room = await createTestRoom();
  const failures: unknown[] = [];
  const published: Publication[] = [];
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(room.db, MUTATIONS, jobs),
    onCommit: publications => published.push(...publications),
    onFailure: detail => failures.push(detail),
  });
  const roomViewers = { count: () => 1, list: () => [room.uid] };
  const onFailure = (error: unknown) => failures.push(error);
  const common = { read: wrap(room.db), writer, now: () => NOW, quota: 1024 ** 3 };
  const storage = new DiskStorage(temporaryFolder());
  const files = createFileServices({
    ...UPLOAD_OPTIONS,
    ...common,
    storage,
    folder: temporaryFolder(),
    onFailure,
  });
  const counts = createCounts(common.read);
  const roomStates = new RoomStateReader({
    read: common.read,
    counts,
    maxCatchUp: MAX_CATCH_UP_MESSAGES,
    setTimer: () => {},
  });
  const ended: string[] = [];
  const sessionCloser = { closeAfterResult: (ids: readonly string[]) => void ended.push(...ids) };
  const roomList = new RoomListReader(common.read, counts);
  const requireNewestRelease = async () => {};
  const services = {
    ...common,
    files,
    roomViewers,
    epoch: 'epoch',
    typing: { publish: () => {} },
    counts,
    roomList,
    roomStates,
    nameTurns: new NameTurns(setImmediate),
    inviteLinks: createInviteLinks(common.read),
    webhookCodes: new SignedCodes('x'.repeat(32), 'webhook'),
    webhooks: createIdleWebhooks(common.read, common.writer),
    requireNewestRelease,
    requireConversations: requireNewestRelease,
    requireGuests: requireNewestRelease,
    requireRetention: requireNewestRelease,
    admitConversation: async () => {},
    serverState: createServerState(common.read),
    search: new MessageSearch(
      createBegin({ ...systemClock, read: common.read, index: new SimpleIndex(room.db) }),
    ),
    push: createTestPush(),
    providers: [],
    fixedSettings: {},
    sessionCloser,
    reauthentication: { confirm: async () => ({ owner: { email: '', address: '' }, hash: null }) },
    mails: { notify: () => {}, sendTest: async () => undefined },
  };
  const limits = new CommandLimits(new RateLimits(undefined, () => NOW));
  const real = createDispatch(services, limits, onFailure, reads);
  const dispatch = (
    caller: Pick<CommandCaller, 'uid'> & Partial<CommandCaller>,
    command: string,
    input: unknown,
  ) => real({ sessionId: 'session', guest: false, ...caller }, command, input);
  const positions = () => readPositions(room.db, [room.roomId]);
  /** Uploads a picture for the person, without sending it. */
  const upload = async (uid = room.uid) =>
    (await files.uploads.receive(uid, { name: 'dot.png' }, Readable.from([PNG]))).id;
  return { ...room, dispatch, failures, published, positions, upload };
}

/** Wraps the database and adds each of its queries to `log`. */
function withReadLog(db: Db, log: string[]): Db {
  return new Proxy(db, {
    get(target, key) {
      if (key === 'executeQuery' || key === 'selectFrom') log.push('read');
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const ROOM = '01890a5d-ac96-774b-bcce-b302099a8057';
const INVALID_INPUTS: [command: string, input: unknown, problem: string][] = [
  ['send_message', { roomId: ROOM, text: 'x', likes: 5 }, 'likes: there is no such field'],
  ['send_message', { roomId: ROOM }, 'must have a text or a file'],
  ['send_message', undefined, 'roomId: is missing'],
  ['send_message', { roomId: ROOM, text: 7 }, 'text: must be a text'],
  ['send_message', { roomId: ROOM, text: ' \n' }, 'text: must not be empty'],
  ['send_message', { roomId: ROOM, text: 'x'.repeat(10_001) }, 'text: must be at most 10000 characters'],
  ['send_message', { roomId: ROOM, text: 'a\ud800' }, 'text: must be valid Unicode'],
  ['send_message', { roomId: ROOM, text: '\u001b[0m\r\n' }, 'text: must not be empty'],
  ['send_message', { roomId: 'lobby', text: 'x' }, 'roomId: must be a lower-case UUID'],
  ['send_message', { roomId: ROOM, id: 'mine', text: 'x' }, 'id: must be a lower-case UUID'],
  ['send_message', { roomId: ROOM, id: null, text: 'x' }, 'id: must be a text'],
  [
    'send_message',
    JSON.parse(`{"roomId":"${ROOM}","text":"x","__proto__":{}}`),
    '__proto__: there is no such field',
  ],
  ['send_message', { roomId: ROOM, text: 'x', constructor: 1 }, 'constructor: there is no such field'],
  ['send_message', JSON.parse(`{"__proto__":{"roomId":"${ROOM}","text":"x"}}`), 'roomId: is missing'],
  ['send_message', 'text', 'must be an object'],
  ['send_message', 0, 'must be an object'],
  ['list_rooms', false, 'must be an object'],
  ['list_rooms', { all: true }, 'all: there is no such field'],
  ['catch_up', { since: 0 }, 'roomId: is missing'],
  ['catch_up', { roomId: ROOM, since: -1 }, 'since: must be 0 or more'],
  ['catch_up', { roomId: ROOM, since: 0.5 }, 'since: must be a whole number'],
  ['catch_up', { roomId: ROOM, since: '0' }, 'since: must be a number'],
  [
    'get_messages',
    { roomId: ROOM, before: 9, after: 1 },
    'must have at most one of before, after, around and at',
  ],
  ['get_messages', { roomId: ROOM, around: true }, 'around: must be an id or a seq'],
  ['create_room', { name: ' ', description: 'x' }, 'name: must not be empty'],
  ['create_room', { name: 'x'.repeat(81), description: 'x' }, 'name: must be at most 80 characters'],
];

for (const [command, input, problem] of INVALID_INPUTS) {
  const shown = JSON.stringify(input)?.replaceAll(ROOM, '<room>').slice(0, 60);
  test(`T4 ${command} ${shown} is rejected: ${problem}`, async () => {
    const { dispatch, uid, published } = await createTestDispatch();
    await expect(dispatch({ uid }, command, input)).rejects.toEqual(
      new CommandError('invalid_input', problem),
    );
    expect(published).toEqual([]);
  });
}

for (const name of ['', 'sendMessage', 'toString', '__proto__', 'constructor', 'hasOwnProperty']) {
  test(`T4 the command "${name}" does not exist`, async () => {
    const { dispatch, uid } = await createTestDispatch();
    await expect(dispatch({ uid }, name, {})).rejects.toEqual(
      new CommandError('not_found', `There is no command ${name}`),
    );
  });
}

test('T4 a rejected command changes nothing', async () => {
  const { dispatch, uid, roomId, positions } = await createTestDispatch();
  const before = await positions();
  await expect(dispatch({ uid }, 'send_message', { roomId, text: 'x', more: 1 })).rejects.toThrow('more');
  await expect(dispatch({ uid }, 'send_message', { roomId: newId(), text: 'x' })).rejects.toThrow(
    'Not found',
  );
  expect(await positions()).toEqual(before);
});

test('every command for a missing room returns not_found', async () => {
  const { dispatch, uid } = await createTestDispatch();
  const inputs = { open_room: {}, catch_up: { since: 0 }, get_messages: {}, send_message: { text: 'x' } };
  for (const [command, input] of Object.entries(inputs)) {
    const answer = dispatch({ uid }, command, { roomId: newId(), ...input });
    await expect(answer).rejects.toEqual(new CommandError('not_found'));
  }
});

test('an unexpected error goes to the log, not to the caller', async () => {
  const { dispatch, db, uid, failures } = await createTestDispatch();
  await db.destroy();
  await expect(dispatch({ uid }, 'list_rooms', {})).rejects.toEqual(new CommandError('internal'));
  expect(failures).toHaveLength(1);
});

test('M1 the next read sees every change with a result', async () => {
  const { dispatch, uid, roomId } = await createTestDispatch();
  const { message } = (await dispatch({ uid }, 'send_message', {
    roomId,
    text: 'hi',
  })) as CommandOutput<'send_message'>;
  const page = (await dispatch({ uid }, 'get_messages', { roomId })) as CommandOutput<'get_messages'>;
  expect(page).toEqual({
    seq: 1,
    incarnation: expect.any(String) as string,
    messages: [message],
    hasOlder: false,
    hasNewer: false,
  });
});

/** Makes the room invisible for everyone. */
async function removeRoom(db: Db, roomId: string): Promise<void> {
  for (const table of ['messages', 'members', 'room_names', 'room_activity', 'room_incarnations'] as const)
    await db.deleteFrom(table).where('roomId', '=', roomId).execute();
  await db.deleteFrom('rooms').where('id', '=', roomId).execute();
}

const NOOP_SUBSCRIBER: CommandSubscriber = {
  subscribe: async () => () => {},
  unsubscribe: () => {},
  watchPeople: async () => {},
  watchRooms: async () => {},
  leaveOutBannedRooms: async () => {},
  sendEvents: () => {},
  setActive: () => {},
};

/** A subscriber that adds its subscribed and unsubscribed topics to `log`. */
function createRecordingSubscriber(log: string[]): CommandSubscriber {
  const subscribe = async (topic: string) => {
    log.push(topic);
    return () => log.push(`withdraw ${topic}`);
  };
  return { ...NOOP_SUBSCRIBER, subscribe, unsubscribe: topic => log.push(`unlisten ${topic}`) };
}

test('C1 open_room subscribes before it reads', async () => {
  const log: string[] = [];
  const { dispatch, uid, roomId } = await createTestDispatch(db => withReadLog(db, log));
  const subscriber = createRecordingSubscriber(log);
  await dispatch({ uid, subscriber }, 'open_room', { roomId });
  // The first query checks access.
  const [access, topic, ...reads] = log;
  expect([access, topic, reads.length > 0]).toEqual(['read', `room:${roomId}`, true]);
  expect(log.filter(line => line !== 'read')).toEqual([topic]);
});

test('P2 watch_people subscribes before it reads, and omits unknown people', async () => {
  const log: string[] = [];
  const { dispatch, uid } = await createTestDispatch(db => withReadLog(db, log));
  const subscriber = { ...NOOP_SUBSCRIBER, watchPeople: async () => void log.push('watch') };
  const answer = await dispatch({ uid, subscriber }, 'watch_people', { uids: [newId(), uid] });
  expect(answer).toMatchObject({ people: [{ uid, name: 'Ann' }] });
  expect(log.indexOf('watch')).toBe(0);
  expect(log).toContain('read');
});

test('X1 a room without access is never subscribed to', async () => {
  const { dispatch, uid } = await createTestDispatch();
  const log: string[] = [];
  const subscriber = createRecordingSubscriber(log);
  for (const command of ['open_room', 'watch_viewers'])
    await expect(dispatch({ uid, subscriber }, command, { roomId: newId() })).rejects.toThrow('Not found');
  expect(log).toEqual([]);
});

test('a failed read of a room ends its subscription', async () => {
  const { dispatch, uid, roomId } = await createTestDispatch(db => createFailingDatabase(db, 'messages'));
  const log: string[] = [];
  const subscriber = createRecordingSubscriber(log);
  await expect(dispatch({ uid, subscriber }, 'open_room', { roomId })).rejects.toThrow('went wrong');
  expect(log).toEqual([`room:${roomId}`, `withdraw room:${roomId}`]);
});

const SUBSCRIBE_COMMANDS = [
  ['open_room', 'room'],
  ['watch_viewers', 'viewers'],
] as const;
for (const [command, kind] of SUBSCRIBE_COMMANDS) {
  test(`X1 ${command} checks access again after its subscription`, async () => {
    const { dispatch, db, uid, roomId } = await createTestDispatch();
    const log: string[] = [];
    const listener = createRecordingSubscriber(log);
    const subscribe: CommandSubscriber['subscribe'] = async topic => {
      const withdraw = await listener.subscribe(topic);
      await removeRoom(db, roomId);
      return withdraw;
    };
    const asked = dispatch({ uid, subscriber: { ...listener, subscribe } }, command, { roomId });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    expect(log).toEqual([`${kind}:${roomId}`, `withdraw ${kind}:${roomId}`]);
  });
}

test('X1 watch_rooms checks access again after its subscriptions', async () => {
  const { dispatch, db, uid, roomId } = await createTestDispatch();
  const removed: string[] = [];
  const watchRooms: CommandSubscriber['watchRooms'] = async (_add, remove) => {
    removed.push(...remove);
    await removeRoom(db, roomId);
  };
  const subscriber = { ...NOOP_SUBSCRIBER, watchRooms };
  const answer = await dispatch({ uid, subscriber }, 'watch_rooms', { add: { [roomId]: -1 }, remove: [] });
  expect([answer, removed]).toEqual([{ missing: [roomId] }, [roomId]]);
});

test('a room beyond the limit is rejected and not read', async () => {
  const { dispatch, uid, roomId } = await createTestDispatch();
  const subscriber = {
    ...NOOP_SUBSCRIBER,
    subscribe: async () => {
      throw new CommandError('limit_exceeded');
    },
  };
  await expect(dispatch({ uid, subscriber }, 'open_room', { roomId })).rejects.toEqual(
    new CommandError('limit_exceeded'),
  );
});

test('C7 history is read by position, so new messages do not move its pages', async () => {
  const { dispatch, db, uid, roomId } = await createTestDispatch();
  await sendMany(db, uid, roomId, 40);
  const page = async (before?: number) => {
    const read = await dispatch({ uid }, 'get_messages', { roomId, ...(before && { before }) });
    return read as CommandOutput<'get_messages'>;
  };
  const seqs = async (before?: number) => (await page(before)).messages.map(({ seq }) => seq);
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  expect(await seqs()).toEqual(range(26, 40));
  await sendMany(db, uid, roomId, 3);
  expect(await seqs(26)).toEqual(range(11, 25));
  expect(await seqs(11)).toEqual(range(1, 10));
  expect([(await page(26)).hasOlder, (await page(16)).hasOlder, (await page(1)).hasOlder]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await page(1)).toMatchObject({ seq: 43, messages: [], hasOlder: false, hasNewer: true });
  expect([(await page()).hasNewer, (await page(26)).hasNewer, (await page(44)).hasNewer]).toEqual([
    false,
    true,
    false,
  ]);
});

test('C7 history is read forward from a position, and around a message, too', async () => {
  const { dispatch, db, uid, roomId } = await createTestDispatch();
  await sendMany(db, uid, roomId, 40);
  const page = async (where: object) => {
    const read = await dispatch({ uid }, 'get_messages', { roomId, ...where });
    const { messages, hasOlder, hasNewer } = read as CommandOutput<'get_messages'>;
    const seqs = messages.map(({ seq }) => seq);
    return { from: seqs[0], to: seqs.at(-1), count: seqs.length, hasOlder, hasNewer };
  };
  expect(await page({ after: 10 })).toEqual({ from: 11, to: 25, count: 15, hasOlder: true, hasNewer: true });
  expect(await page({ after: 25 })).toMatchObject({ from: 26, to: 40, hasOlder: true, hasNewer: false });
  expect(await page({ after: 0, limit: 1 })).toMatchObject({ from: 1, hasOlder: false, hasNewer: true });
  expect(await page({ after: 40 })).toMatchObject({ count: 0, hasOlder: true, hasNewer: false });

  const { messages } = (await dispatch({ uid }, 'get_messages', {
    roomId,
    limit: 40,
  })) as CommandOutput<'get_messages'>;
  const around = (seq: number, limit = 15) => page({ around: messages[seq - 1]?.id, limit });
  expect(await around(20)).toEqual({ from: 13, to: 27, count: 15, hasOlder: true, hasNewer: true });
  expect(await around(20, 4)).toMatchObject({ from: 18, to: 21 });
  expect(await around(20, 1)).toMatchObject({ from: 20, to: 20, hasOlder: true, hasNewer: true });
  expect(await around(1)).toMatchObject({ from: 1, to: 8, hasOlder: false, hasNewer: true });
  expect(await around(40)).toMatchObject({ from: 33, to: 40, hasOlder: true, hasNewer: false });

  expect(await page({ around: 20 }), 'around a seq').toEqual(await around(20));
  await dispatch({ uid }, 'delete_message', { roomId, messageId: messages[19]?.id });
  expect(await page({ around: 20 }), 'whose message is deleted').toMatchObject({
    from: 12,
    to: 27,
    count: 15,
  });
  expect(await page({ around: 0 })).toMatchObject({ from: 1, to: 7, hasOlder: false, hasNewer: true });
  expect(await page({ around: 1_000_000 })).toMatchObject({ from: 33, to: 40, hasNewer: false });
});

test('reading around a message that is deleted, missing or of another room returns nothing', async () => {
  const { dispatch, uid, roomId } = await createTestDispatch();
  const [gone, elsewhere] = [newId(), newId()];
  const other = (await dispatch({ uid }, 'create_room', { name: 'b', description: 'b' })) as {
    room: { id: string };
  };
  await dispatch({ uid }, 'send_message', { roomId, id: gone, text: 'hi' });
  await dispatch({ uid }, 'delete_message', { roomId, messageId: gone });
  await dispatch({ uid }, 'send_message', { roomId: other.room.id, id: elsewhere, text: 'hi' });
  for (const around of [gone, elsewhere, newId()]) {
    await expect(dispatch({ uid }, 'get_messages', { roomId, around })).rejects.toEqual(
      new CommandError('not_found'),
    );
  }
});

test('no result and no event contains an email address', async () => {
  const { dispatch, db, uid, roomId, published } = await createTestDispatch();
  const bob = await addPerson(db, 'Bob');
  await dispatch({ uid: bob }, 'send_message', { roomId, text: 'hi' });
  const answers = [
    await dispatch({ uid }, 'list_rooms', {}),
    await dispatch({ uid }, 'open_room', { roomId }),
    await dispatch({ uid }, 'get_messages', { roomId }),
    await dispatch({ uid }, 'catch_up', { roomId, since: 0 }),
  ];
  expect(JSON.stringify([answers, published])).toContain('Bob');
  expect(JSON.stringify([answers, published])).not.toContain('@');
});

test('Q5 reads of many rows wait for their turn, and sent messages do not', async () => {
  const turn = Promise.withResolvers<void>();
  const { dispatch, uid, roomId } = await createTestDispatch(undefined, { waitForTurn: () => turn.promise });
  const done: string[] = [];
  const run = (command: string, input: object) =>
    dispatch({ uid }, command, input).then(() => done.push(command));
  const reads = [
    run('list_rooms', {}),
    run('find_rooms', { text: 'a' }),
    run('get_messages', { roomId }),
    run('catch_up', { roomId, since: 0 }),
    run('watch_people', { uids: [uid] }),
    run('watch_viewers', { roomId }),
    run('unwatch_viewers', { roomId }),
  ];
  await run('send_message', { roomId, text: 'hi' });
  expect(done).toEqual(['send_message']);
  turn.resolve();
  await Promise.all(reads);
  expect(done).toHaveLength(8);
});

/** Those of workspace admins that depend on what others did before. */
function createWorkspaceInputs(
  upload: () => Promise<string>,
): Partial<Record<CommandName, () => object | Promise<object>>> {
  return {
    set_logo: async () => ({ fileId: await upload(), version: 0 }),
    preview_emoji: async () => ({ fileId: await upload() }),
    add_emoji: async () => ({ name: 'party-parrot', fileId: await upload() }),
    add_emoji_name: () => ({ key: 'party-parrot', name: 'dancing-parrot' }),
    remove_emoji_name: () => ({ name: 'dancing-parrot' }),
    delete_emoji: () => ({ key: 'party-parrot' }),
    restore_emoji: () => ({ key: 'party-parrot' }),
    erase_emoji: () => ({ key: 'party-parrot' }),
  };
}

test('every command has a handler, and returns results of its declared shape', async () => {
  const { dispatch, db, uid, roomId, upload } = await createTestDispatch();
  const otherUid = await addPerson(db, 'Ben');
  const source: InputSource = {
    roomId,
    authorUid: uid,
    otherUid,
    guestUid: await addHomelessGuest(db),
    run: async (owner, command, input) => {
      const caller = owner === 'other' ? { uid: otherUid } : { uid, sessionId: await addSession(db, uid) };
      return (await dispatch(caller, command, input)) as never;
    },
    upload,
    linkAccount: async () => {
      for (const way of ['google', 'credential']) await addAccount(db, uid, way);
      return 'google';
    },
    addImported: () => addImportedPerson(db),
    addSession: () => addSession(db, uid),
    addPasskey: () => addPasskey(db, uid),
    addPushDevice: () => addPushDevice(db, uid),
  };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const input = (await createWorkspaceInputs(upload)[name]?.()) ?? (await createInput(name, source));
    // Some commands end all other sessions.
    const sessionId = await addSession(db, uid);
    const answer = await dispatch({ uid, sessionId }, name, input);
    const { value, issues } = (await COMMANDS[name].output['~standard'].validate(answer)) as {
      value?: unknown;
      issues?: unknown;
    };
    expect({ name, value, issues }).toEqual({ name, value: answer, issues: undefined });
  }
});
