import { COMMANDS, CommandError, type CommandName } from '@snug/protocol';
import { readZip } from '@snug/testkit/read-zip.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readNextDelivery } from '../../programs/webhooks/next-delivery.ts';
import { createTestApp } from '../../testing/app.ts';
import { createInput } from '../../testing/command-cases/command-cases.ts';
import type { InputOwner } from '../../testing/command-cases/input-source.ts';
import { addPerson } from '../../testing/database.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';

/** In the text or the name of the file of each message that is trimmed, and in nothing else. */
const MARK = 'qwzsecret';

/** Their results show the mark by themselves. */
const EXCEPT: readonly CommandName[] = ['list_reports'];
/** Afterwards, the others would find nothing. */
const ENDING: readonly CommandName[] = ['sign_out_everywhere', 'end_session', 'delete_room'];

/** A private room of Ann and Ben: its older messages have the mark. */
async function createWorld(kind: 'open' | 'private') {
  const setup = await createTestApp();
  const { db, dispatch, uid: ann, cookie, app, upload } = setup;
  const ben = await addPerson(db, 'Ben');
  const run = (uid: string, name: CommandName, input: object) =>
    dispatch({ uid, guest: false, sessionId: '' }, name, input) as Promise<{
      [field: string]: { id: string; seq: number };
    }>;
  const { room } = await run(ann, 'create_room', { name: 'Garden', description: 'A room', kind });
  const roomId = room?.id ?? '';
  await run(ann, 'set_member', { roomId, uid: ben, member: true });
  const send = async (uid: string, input: object) => {
    const { message } = await run(uid, 'send_message', { roomId, ...input });
    return message ?? { id: '', seq: 0 };
  };
  const file = await upload(PNG, `${MARK}.png`, ben);
  const root = await send(ann, { text: `${MARK} one https://${MARK}.example` });
  const mentions = [{ uid: ann, start: 0, length: 4 }];
  const picture = await send(ben, { text: `@Ann ${MARK} two`, mentions, fileId: file.id });
  const own = await upload(PNG, `${MARK}.png`, ann);
  await send(ann, { text: 'own', fileId: own.id });
  const answer = await send(ben, { text: `${MARK} three`, replyTo: root.id });
  const ref = (messageId: string) => ({ roomId, messageId });
  await run(ann, 'set_pin', { ...ref(root.id), on: true });
  await run(ben, 'set_reaction', { ...ref(root.id), emoji: '👍', on: true });
  await run(ann, 'set_saved', { ...ref(picture.id), on: true, remindAt: Date.now() + 1_000_000 });
  const young = await send(ben, { text: '@Ann young', mentions, replyTo: answer.id });
  await makeOlder(db, roomId, answer.seq);
  await db.updateTable('reads').set({ seq: 0, version: 1 }).where('userId', '=', ann).execute();
  return { ...setup, ann, ben, cookie, app, run, roomId, root, picture, answer, young, fileId: file.id };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Those that read messages, with each of their ways to name one. */
function createReads({ roomId, root, picture, answer, ben }: World): Partial<Record<CommandName, object[]>> {
  const ref = { roomId, messageId: root.id };
  const places = [{}, { since: 0 }, { since: 0, trims: true }, { since: answer.seq, trims: true }];
  return {
    list_rooms: [{}, { mine: true }],
    find_rooms: [{ text: 'garden' }],
    open_room: places.map(place => ({ roomId, ...place })),
    catch_up: places.map(place => ({ roomId, ...place })),
    get_messages: [
      {},
      { before: answer.seq + 1 },
      { after: 0 },
      { around: 1 },
      { at: 1 },
      { around: picture.id },
      { conversation: root.id },
      { conversation: answer.id },
    ].map(place => ({ roomId, ...place })),
    get_mine: [{ roomId, messageIds: [root.id] }],
    get_reactions: [{ ...ref, emoji: '👍' }],
    get_mentions: [{}],
    search_messages: [{ text: MARK }, { text: MARK, roomId }, { saved: true }, { text: MARK, from: ben }],
    list_pins: [{ roomId }],
    list_saved: [{}],
    get_saved: [{ roomId, messageIds: [picture.id] }],
    list_reminders: [{}],
    list_files: ['picture', 'file', 'link', 'voice'].map(kind => ({ roomId, kind })),
    list_conversations: [{}, { unread: true }],
    list_new_conversations: [{}],
    get_follows: [{ roomId, rootIds: [root.id] }],
    get_unread: [{ roomIds: [roomId] }],
    set_reaction: [{ ...ref, emoji: '👍', on: true }],
    set_pin: [{ ...ref, on: true }],
    set_saved: [{ ...ref, on: true }],
    set_follow: [{ ...ref, on: true }],
    set_read: [{ roomId, seq: 1, version: 1, conversation: answer.id }],
    edit_message: [{ roomId, id: root.id, text: 'changed', revision: 0, editId: newId() }],
    report_message: [{ roomId, messageId: picture.id }],
    send_message: [{ roomId, text: 'again', replyTo: answer.id }],
    delete_message: [{ roomId, messageId: root.id }],
    remove_message: [{ roomId, messageId: picture.id }],
  };
}

/** What each command, route and program answers, as texts by name. Changes nothing that the others read. */
async function readAll(world: World): Promise<Map<string, string>> {
  const { db, app, cookie, ann, roomId, fileId, run } = world;
  const answers = new Map<string, string>();
  const note = (name: string, answer: unknown) =>
    answers.set(
      name,
      (answers.get(name) ?? '') + (typeof answer === 'string' ? answer : JSON.stringify(answer)),
    );
  const call = async (name: CommandName, input: object) => {
    const answer = await run(ann, name, input).catch((error: unknown) => {
      if (error instanceof CommandError) return error.toString();
      throw error;
    });
    note(name, answer);
  };
  for (const [name, inputs] of Object.entries(createReads(world)))
    for (const input of inputs) if (!CHANGES.has(name)) await call(name as CommandName, input);
  const headers = { cookie };
  for (const url of ['/', `/chat/${roomId}`, '/mentions', '/saved', '/search'])
    note(`GET ${url.replace(roomId, ':id')}`, (await app.inject({ url, headers })).body);
  const file = await app.inject({ url: `/files/${fileId}/a.png`, headers });
  note('GET /files/:id', `${file.statusCode} ${file.statusCode === 200 ? MARK : ''}`);
  const archive = await app.inject({ url: '/api/account/data', headers });
  for (const [name, bytes] of readZip(archive.rawPayload))
    note('GET /api/account/data', name + bytes.toString());
  const pages = await app.inject({ url: `/api/rooms/${roomId}/export`, headers });
  for (const [name, bytes] of readZip(pages.rawPayload))
    note('GET /api/rooms/:roomId/export', name + bytes.toString());
  for (let seq = 0; ; ) {
    const delivery = await readNextDelivery(db, { roomId, createdBy: ann, seq }, Date.now());
    if (!delivery) break;
    note('webhook', delivery.event);
    seq = delivery.seq;
  }
  return answers;
}

const CHANGES: ReadonlySet<string> = new Set([
  'set_reaction',
  'set_pin',
  'set_saved',
  'set_follow',
  'set_read',
  'edit_message',
  'report_message',
  'send_message',
  'delete_message',
  'remove_message',
]);

async function runChanges(world: World): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, inputs] of Object.entries(createReads(world))) {
    if (!CHANGES.has(name)) continue;
    for (const input of inputs) {
      const answer = await world.run(world.ann, name as CommandName, input).catch((error: unknown) => {
        if (error instanceof CommandError) return error.toString();
        throw error;
      });
      answers.set(name, JSON.stringify(answer));
    }
  }
  return answers;
}

/** Of all other commands. */
async function runOthers(world: World): Promise<Map<string, string>> {
  const { ann, ben, roomId, run, upload } = world;
  const source = {
    roomId,
    authorUid: ann,
    otherUid: ben,
    guestUid: ben,
    run: (owner: InputOwner, name: CommandName, input: object) =>
      run(owner === 'other' ? ben : ann, name, input),
    upload: async () => (await upload(PNG, 'a.png', ann)).id,
    linkAccount: async () => 'github',
    addSession: async () => newId(),
    addPasskey: async () => newId(),
    addPushDevice: async () => newId(),
  } as never;
  const known = createReads(world);
  const names = (Object.keys(COMMANDS) as CommandName[]).filter(
    name => !(name in known) && !EXCEPT.includes(name) && !ENDING.includes(name),
  );
  const answers = new Map<string, string>();
  for (const name of names) {
    const answer = await Promise.resolve()
      .then(async () => run(ann, name, await createInput(name, source)))
      .catch(String);
    answers.set(name, JSON.stringify(answer) ?? '');
  }
  return answers;
}

function listLeaks(answers: ReadonlyMap<string, string>): string[] {
  return [...answers].flatMap(([name, answer]) => (answer.includes(MARK) ? name : [])).toSorted();
}

const READERS = [
  'GET /api/account/data',
  'GET /api/rooms/:roomId/export',
  'GET /chat/:id',
  'GET /files/:id',
  'catch_up',
  'get_mentions',
  'get_messages',
  'list_conversations',
  'list_files',
  'list_pins',
  'list_saved',
  'open_room',
  'search_messages',
  'webhook',
];

const KINDS = ['open', 'private'] as const;

test.each(KINDS)(
  'TR1 from a trim on, no command, route, page, archive or webhook has what is trimmed (%s room)',
  async kind => {
    const world = await createWorld(kind);
    const { db, roomId, ann } = world;
    const before = listLeaks(await readAll(world));
    expect(READERS.filter(name => !before.includes(name))).toEqual([]);
    await trimRoom(db, roomId, { now: Date.now() });
    for (const erase of [false, true]) {
      if (erase) await eraseTrimmed(db, roomId, Date.now());
      expect([erase, listLeaks(await readAll(world))]).toEqual([erase, []]);
      expect([erase, listLeaks(await runChanges(world))]).toEqual([erase, []]);
    }
    expect(listLeaks(await runOthers(world))).toEqual([]);
    expect(await world.run(ann, 'get_messages', { roomId })).toMatchObject({ hasOlder: false });
  },
);

test('TR6 with pins that the rule keeps, only the list of pins, their file and an export have what is trimmed', async () => {
  const world = await createWorld('private');
  const { db, roomId, picture, ann } = world;
  await world.run(ann, 'set_pin', { roomId, messageId: picture.id, on: true });
  await trimRoom(db, roomId, { keepsPins: true, now: Date.now() });
  const expected = ['GET /api/rooms/:roomId/export', 'GET /files/:id', 'list_pins'];
  const exported = 'GET /api/account/data';
  for (const erase of [false, true]) {
    if (erase) await eraseTrimmed(db, roomId, Date.now());
    expect(listLeaks(await readAll(world)).filter(name => name !== exported)).toEqual(expected);
  }
});
