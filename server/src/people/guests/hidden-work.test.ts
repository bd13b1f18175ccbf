import {
  COMMANDS,
  type CommandArguments,
  CommandError,
  type CommandName,
  type CommandOutput,
} from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createTestApp } from '../../testing/app.ts';
import { createInput } from '../../testing/command-cases/command-cases.ts';
import type { InputOwner, InputSource } from '../../testing/command-cases/input-source.ts';
import { type CountedReads, createReadCounter, removeOldVersions } from '../../testing/count-reads.ts';
import { addPerson } from '../../testing/database.ts';
import { addGuest, addHomelessGuest, inviteGuest } from '../../testing/guests.ts';
import { listPlaces, listUsedPlaces } from '../../testing/input-places.ts';

const NUMBER = /\b\d+\b/g;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Ann and Ben are in a private room with the guest Gil. Zoe has a private room with Kim and another guest, an open room and a direct one
 * with Kim, with messages in all three.
 */
async function createWorld() {
  const setup = await createTestApp();
  const { db, dispatch, uid: ann, upload } = setup;
  const [ben, gil, zoe, kim] = [
    await addPerson(db, 'Ben'),
    await addHomelessGuest(db),
    await addPerson(db, 'Zoe'),
    await addPerson(db, 'Kim'),
  ];
  const runAs = <Name extends CommandName>(uid: string, name: Name, input: CommandArguments<Name>) =>
    dispatch({ uid, guest: uid === gil, sessionId: '' }, name, input) as Promise<CommandOutput<Name>>;
  const createRoom = async (uid: string, kind: 'open' | 'private') =>
    (await runAs(uid, 'create_room', { name: 'Garden', description: 'A room', kind })).room.id;
  const add = (uid: string, roomId: string, other: string) =>
    runAs(uid, 'set_member', { roomId, uid: other, member: true });
  const send = async (uid: string, roomId: string) =>
    (await runAs(uid, 'send_message', { roomId, text: 'hello' })).message.id;

  const shared = await createRoom(ann, 'private');
  await add(ann, shared, ben);
  await inviteGuest(db, gil, { inviter: ann, roomId: shared }, Date.now());
  const own = await send(gil, shared);

  const [open, secret] = [await createRoom(zoe, 'open'), await createRoom(zoe, 'private')];
  await add(zoe, secret, kim);
  const ida = await addGuest(db, { inviter: zoe, roomId: secret }, Date.now());
  const direct = (await runAs(zoe, 'open_direct', { uids: [kim] })).room.id;
  const rooms = { open, secret, direct };
  for (const roomId of [open, secret, direct]) await send(zoe, roomId);
  const createSource = (roomId: string): InputSource => ({
    roomId,
    authorUid: zoe,
    otherUid: kim,
    guestUid: ida,
    run: (owner: InputOwner, name, input) => runAs(owner === 'other' ? kim : zoe, name, input),
    upload: async () => (await upload(PNG, 'a.png', zoe)).id,
    linkAccount: async () => 'github',
    addImported: async () => newId(),
    addSession: async () => newId(),
    addPasskey: async () => newId(),
    addPushDevice: async () => newId(),
  });
  return { ...setup, gil, zoe, kim, ida, shared, own, rooms, runAs, createSource };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Inputs with the places that the usual ones leave out. */
function createMoreInputs(world: World, roomId: string): Partial<Record<CommandName, object[]>> {
  const { shared, own, kim, zoe } = world;
  const mentions = [{ uid: kim, start: 0, length: 2 }];
  const after = { by: 0, isInside: false, words: 'a', roomId };
  const cursor = { at: 1, roomId };
  return {
    list_rooms: [{ before: cursor }, { mine: true, before: cursor }],
    find_rooms: [{ text: 'garden', after }],
    find_people: [
      { text: 'zoe', roomId },
      { text: 'zoe', after },
      { text: 'zoe', roomId: shared, after },
    ],
    watch_rooms: [{ add: { [shared]: 0, [roomId]: 0, [newId()]: 0 }, remove: [roomId] }],
    get_unread: [{ roomIds: [roomId, shared, newId()] }],
    set_reads: [
      { reads: { [roomId]: { seq: 1, version: 1 }, [shared]: { seq: 1, version: 1 } } },
      { reads: { [roomId]: { seq: 1, version: 1 } }, marks: true },
    ],
    list_members: [{ roomId: shared, after: { role: 'member', uid: kim } }],
    list_invites: [{ roomId }],
    set_member: [
      { roomId: shared, uid: kim, member: true },
      { roomId, uid: kim, member: true },
    ],
    set_admin: [{ roomId: shared, uid: kim, admin: true }],
    open_direct: [{ uids: [zoe, kim] }],
    watch_people: [{ uids: [zoe, kim, newId(), world.ida] }],
    send_message: [
      { roomId: shared, text: '@x hello', mentions },
      { roomId, text: 'hello' },
    ],
    edit_message: [{ roomId: shared, id: own, text: '@x hello', revision: 0, editId: newId(), mentions }],
    remove_room_program: [{ roomId, id: newId() }],
    create_token: [{ name: 'A program', uid: kim, roomIds: [roomId], password: '' }],
    list_workspace_people: [{ text: 'a', after }],
    list_workspace_rooms: [{ text: 'a', after }],
    search_messages: [
      { text: 'hello', roomId },
      { text: 'hello', from: zoe },
      { saved: true, cursor: { place: 1, roomId, seq: 1 } },
    ],
  };
}

/** Those without an input of their own here need a password. */
const WITHOUT_USUAL_INPUT: readonly CommandName[] = ['remove_room_program'];

async function createInputs(world: World, command: CommandName): Promise<object[]> {
  const inputs: object[] = [];
  for (const roomId of Object.values(world.rooms)) {
    const more = createMoreInputs(world, roomId)[command] ?? [];
    inputs.push(...more);
    if (!WITHOUT_USUAL_INPUT.includes(command))
      inputs.push(await createInput(command, world.createSource(roomId)));
  }
  return inputs;
}

/** Of the hidden part of the world. */
function listHiddenIds({ rooms, zoe, kim, ida }: World, inputs: readonly object[]): Set<string> {
  return new Set([...Object.values(rooms), zoe, kim, ida, ...JSON.stringify(inputs).match(ID)!]);
}

/** They succeed in a room of the guest, whose log has more messages after each. */
const CHANGING: readonly CommandName[] = ['send_message', 'edit_message'];

const NAMING = (Object.keys(COMMANDS) as CommandName[]).filter(command => listPlaces(command).length > 0);

/** In one world, because a new one for each command took most of the time. */
test("GU1 each command asks a guest's server the same about something hidden as about something missing", async () => {
  const world = await createWorld();
  const { db, gil, shared, own, runAs } = world;
  const count = await createReadCounter(db);

  const runCounted = async (command: CommandName, text: string) => {
    const isChanging = CHANGING.includes(command);
    if (isChanging) await removeOldVersions(db);
    let answer: unknown;
    const reads = await count(async () => {
      answer = await runAs(gil, command, JSON.parse(text)).catch((error: unknown) => {
        if (error instanceof CommandError) return error.toString();
        throw error;
      });
      await new Promise(setImmediate);
    });
    // Positions and times differ between two calls.
    return {
      answer: JSON.stringify(answer).replaceAll(ID, 'id').replaceAll(NUMBER, '0'),
      ...reads,
      rows: isChanging ? omitLog(reads.rows) : reads.rows,
    };
  };

  for (const command of NAMING) {
    const inputs = await createInputs(world, command);
    const hidden = listHiddenIds(world, inputs);
    for (const id of [gil, shared, own]) hidden.delete(id);
    const used = new Set(inputs.flatMap(input => listUsedPlaces(input, hidden)));
    expect([command, listPlaces(command).filter(place => !used.has(place))]).toEqual([command, []]);

    await removeOldVersions(db);
    for (const input of inputs) {
      const text = JSON.stringify(input);
      const missing = () => {
        const byId = new Map([gil, shared, own].map(id => [id, id]));
        return text.replaceAll(ID, id => byId.get(id) ?? byId.set(id, newId()).get(id) ?? id);
      };
      // The first one changes what may change.
      await runCounted(command, missing());
      const found = await runCounted(command, text);
      expect([command, text, found]).toEqual([command, text, await runCounted(command, missing())]);
    }
  }
});

function omitLog(rows: CountedReads['rows']): CountedReads['rows'] {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !name.startsWith('messages')));
}
