import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  FOREVER,
  type Mention,
} from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { newId } from '../base/ids.ts';
import { createInput } from './command-cases/command-cases.ts';
import type { InputSource } from './command-cases/input-source.ts';
import { addToRoomAsGuest, makeGuests } from './guest-people.ts';
import { ROOM_ACTORS, type RoomActor, type TestedKind } from './room-access-matrix.ts';
import { grantWorkspaceAdmin, joinAsAdmin } from './workspace.ts';

/** Each room has bots of its own. */
type Bot = 'bot' | 'botElsewhere' | 'botOfBanned';
/** `owner`: another admin of each room. `bystander`: another member. */
type People = Readonly<Record<Exclude<RoomActor, Bot> | 'owner' | 'bystander', TestPerson>>;

/** `messageId`: of a message with a file that mentions all actors. Those who could read it have saved it, and members follow it. */
export interface ActorsRoom {
  people: Readonly<Record<keyof People | Bot, TestPerson>>;
  id: string;
  kind: TestedKind;
  name: string;
  messageId: string;
  sentAt: number;
  file: string;
}

export async function createRoomActors(server: ServerProcess): Promise<People> {
  const entries: [string, TestPerson][] = [['nobody', TestPerson.anonymous(server.url)]];
  for (const name of [...ROOM_ACTORS.slice(1), 'owner', 'bystander'])
    entries.push([name, await TestPerson.add(server, name, { hasPassword: false })]);
  const people = Object.fromEntries(entries) as People;
  const { workspaceAdmin, guest, formerGuest } = people;
  await makeGuests(server, [guest.uid, formerGuest.uid]);
  await grantWorkspaceAdmin(server, workspaceAdmin.uid);
  const adminToken = await createProgram(server, workspaceAdmin, { uid: workspaceAdmin.uid });
  return { ...people, adminToken };
}

async function createProgram(
  { url }: ServerProcess,
  owner: TestPerson,
  { uid, roomIds }: { uid: string; roomIds?: string[] },
): Promise<TestPerson> {
  const input = { name: 'A program', uid, roomIds };
  const { secret } = await owner.runProven<CommandOutput<'create_token'>>('create_token', input);
  return TestPerson.fromToken(url, secret, uid);
}

interface NewBot {
  owner: TestPerson;
  uid: string;
}

/** Its owner has no password, because hashing one takes longer than all else that a new room needs. */
async function createBot(server: ServerProcess): Promise<NewBot> {
  const owner = await TestPerson.add(server, 'Owner', { hasPassword: false });
  const { bot } = await owner.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Bot' });
  return { owner, uid: bot.uid };
}

/** With one access token for the room, and one for another room. */
async function createTokens(server: ServerProcess, { owner, uid }: NewBot, roomId: string) {
  const create = (id: string) => createProgram(server, owner, { uid, roomIds: [id] });
  return { bot: await create(roomId), botElsewhere: await create(await owner.createRoom()) };
}

const MEMBERS = ['banned', 'silenced', 'member', 'admin', 'author', 'bystander'] as const;
const ATTEMPTS = [
  ['set_member', 'banned', { bannedUntil: FOREVER }],
  ['set_member', 'silenced', { silencedUntil: FOREVER }],
  ['set_admin', 'admin', { admin: true }],
] as const;

/** A new room, to which each actor has the relation that the name states. */
export function createActorsRoom(
  server: ServerProcess,
  common: People,
  kind: TestedKind,
): Promise<ActorsRoom> {
  return kind === 'direct' ? createDirectRoom(server, common) : createNamedRoom(server, common, kind);
}

async function createNamedRoom(
  server: ServerProcess,
  common: People,
  kind: 'open' | 'private',
): Promise<ActorsRoom> {
  const { owner, former } = common;
  const input = { name: `Garden ${newId()}`, description: 'Under the trees', kind };
  const { id, name } = (await owner.runLive<CommandOutput<'create_room'>>('create_room', input)).room;
  const set = (uid: string, change: object) => owner.runLive('set_member', { roomId: id, uid, ...change });
  const [bot, other] = [await createBot(server), await createBot(server)];
  const members = [former, ...MEMBERS.map(member => common[member])];
  for (const person of [bot.owner, other.owner, ...members]) {
    await set(person.uid, { member: true });
    await person.runLive('set_room_options', { roomId: id, request: null });
  }
  for (const { uid } of [bot, other]) await set(uid, { member: true });
  if (kind === 'private')
    for (const person of [common.guest, common.formerGuest])
      await addToRoomAsGuest(server, { inviter: owner, person, roomId: id });
  const botOfBanned = await createProgram(server, other.owner, { uid: other.uid, roomIds: [id] });
  const people = { ...common, ...(await createTokens(server, bot, id)), botOfBanned };
  const message = await sendToAll(people, id);
  for (const { uid } of kind === 'private' ? [former, common.formerGuest] : [former])
    await set(uid, { member: false });
  for (const [command, person, change] of ATTEMPTS)
    await owner.runLive(command, { roomId: id, uid: common[person].uid, ...change });
  await set(other.owner.uid, { bannedUntil: FOREVER });
  return { people, id, kind, name, ...message };
}

/** The bot is new, because the same people have the same room. */
async function createDirectRoom(server: ServerProcess, common: People): Promise<ActorsRoom> {
  const { owner, former } = common;
  const [bot, other] = [await createBot(server), await createBot(server)];
  const uids = [bot.owner.uid, bot.uid, ...MEMBERS.map(member => common[member].uid)];
  const { room } = await owner.runLive<CommandOutput<'open_direct'>>('open_direct', { uids });
  const { id } = room;
  const roomIds = [await other.owner.createRoom()];
  const botOfBanned = await createProgram(server, other.owner, { uid: other.uid, roomIds });
  const people = { ...common, ...(await createTokens(server, bot, id)), botOfBanned };
  // Strangers of the owner accept the request by a message.
  for (const person of [bot.owner, people.bot, ...MEMBERS.map(member => common[member])])
    await person.runLive('send_message', { roomId: id, text: 'Hello' });
  await joinAsAdmin(server, former.uid, id);
  const message = await sendToAll(people, id);
  await former.runLive('leave_room', { roomId: id });
  for (const [command, person, change] of ATTEMPTS)
    await owner.askLive(command, { roomId: id, uid: common[person].uid, ...change });
  return { people, id, kind: 'direct', name: '', ...message };
}

async function sendToAll(
  people: ActorsRoom['people'],
  roomId: string,
): Promise<Pick<ActorsRoom, 'messageId' | 'sentAt' | 'file'>> {
  const { id: messageId, url: file } = await people.owner.uploadFile('dot.png', PNG);
  const actors = ROOM_ACTORS.slice(1);
  const mentions: Mention[] = actors.map((actor, index) => ({
    uid: people[actor].uid,
    start: index * 3,
    length: 2,
  }));
  const text = '@x '.repeat(actors.length).trim();
  const input = { roomId, id: messageId, text, fileId: messageId, mentions };
  const { message } = await people.owner.runLive<CommandOutput<'send_message'>>('send_message', input);
  for (const actor of actors)
    await people[actor].askLive('set_saved', { roomId, messageId, on: true, remindAt: 1 });
  for (const member of ['former', ...MEMBERS] as const)
    await people[member].runLive('set_follow', { roomId, messageId, on: true });
  // In a private room only.
  for (const guest of ['guest', 'formerGuest'] as const)
    await people[guest].askLive('set_follow', { roomId, messageId, on: true });
  return { messageId, sentAt: message.createdAt, file };
}

const NO_INVITE = { revoke_invite: { id: newId() }, get_invite: { code: 'x' }, redeem_invite: { code: 'x' } };

/** An input that names this room. The author, the admin and the owner create what it needs. */
export async function createRoomInput(
  { people, id: roomId, kind, name, sentAt }: ActorsRoom,
  command: CommandName,
): Promise<object> {
  const byCommand: Partial<Record<CommandName, object>> = {
    delete_room: { roomId, name: name || 'None' },
    find_rooms: { text: name || people.bystander.name },
    find_people: { roomId, text: 'member' },
    list_invites: { roomId },
    get_mentions: { before: { at: sentAt + 1, roomId, seq: 0 } },
    list_saved: {},
    list_conversations: {},
    ...(kind === 'direct' && { ...NO_INVITE, undo_retention: { roomId, version: 0 } }),
  };
  if (command === 'undo_retention' && kind !== 'direct') return announceRetention(people.admin, roomId);
  const input = byCommand[command] ?? (await createInput(command, createSource(people, roomId)));
  return command === 'send_message' ? { ...input, fileId: undefined } : input;
}

/** Returns the input that takes it back. */
async function announceRetention(admin: TestPerson, roomId: string): Promise<CommandInput<'undo_retention'>> {
  const { room } = await admin.runLive<CommandOutput<'catch_up'>>('catch_up', { roomId });
  const input = { roomId, days: 30, version: room.retention?.version ?? 0 };
  const { retention } = await admin.runLive<CommandOutput<'set_retention'>>('set_retention', input);
  return { roomId, version: retention.version };
}

function createSource(people: ActorsRoom['people'], roomId: string): InputSource {
  const owners = { admin: people.admin, author: people.author, other: people.owner };
  const source: Omit<InputSource, 'run'> & { run: (...args: never[]) => Promise<unknown> } = {
    roomId,
    authorUid: people.author.uid,
    otherUid: people.bystander.uid,
    guestUid: people.guest.uid,
    // An input that needs another room gets this one.
    run: async (owner: keyof typeof owners, command: CommandName, input: object) =>
      command === 'create_room' ? { room: { id: roomId } } : owners[owner].runLive(command, input),
    upload: async () => newId(),
    linkAccount: () => Promise.reject(new Error('not about a room')),
    addImported: () => Promise.reject(new Error('not about a room')),
    addSession: () => Promise.reject(new Error('not about a room')),
    addPasskey: () => Promise.reject(new Error('not about a room')),
    addPushDevice: () => Promise.reject(new Error('not about a room')),
  };
  return source as InputSource;
}
