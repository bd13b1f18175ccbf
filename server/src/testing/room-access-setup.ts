import { type CommandName, type CommandOutput, FOREVER, type Mention } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { newId } from '../ids.ts';
import { createInput, type InputSource } from './command-inputs.ts';
import { ROOM_ACTORS, type RoomActor, type TestedKind } from './room-access-matrix.ts';
import { grantWorkspaceAdmin } from './workspace.ts';

/** Each room has bots of its own. */
type Bot = 'bot' | 'botElsewhere' | 'botOfBanned';
/** `owner`: another admin of each room. `bystander`: another member. */
type People = Readonly<Record<Exclude<RoomActor, Bot> | 'owner' | 'bystander', TestPerson>>;

/** `messageId`: of a message with a file that mentions all actors. Those who could read it have saved it. */
export interface ActorsRoom {
  people: Readonly<Record<keyof People | Bot, TestPerson>>;
  id: string;
  name: string;
  messageId: string;
  sentAt: number;
  file: string;
}

export async function createRoomActors(server: ServerProcess): Promise<People> {
  const entries: [string, TestPerson][] = [['nobody', TestPerson.anonymous(server.url)]];
  for (const name of [...ROOM_ACTORS.slice(1), 'owner', 'bystander'])
    entries.push([name, await TestPerson.add(server, name)]);
  const people = Object.fromEntries(entries) as People;
  const { workspaceAdmin } = people;
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
  const { secret } = await owner.runCommand<CommandOutput<'create_token'>>('create_token', input);
  return TestPerson.fromToken(url, secret, uid);
}

/** A person with a bot, both of whom become members of the room. */
async function addBot(server: ServerProcess, room: { id: string; add: (uid: string) => Promise<unknown> }) {
  const owner = await TestPerson.add(server, 'Owner');
  const { bot } = await owner.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Bot' });
  await room.add(owner.uid);
  await room.add(bot.uid);
  const createToken = (roomId: string) => createProgram(server, owner, { uid: bot.uid, roomIds: [roomId] });
  return {
    owner,
    bot: await createToken(room.id),
    botElsewhere: await createToken(await owner.createRoom()),
  };
}

/** A new room, to which each actor has the relation that the name states. */
export async function createActorsRoom(
  server: ServerProcess,
  common: People,
  kind: TestedKind,
): Promise<ActorsRoom> {
  const { owner } = common;
  const input = { name: `Garden ${newId()}`, description: 'Under the trees', kind };
  const { id, name } = (await owner.runCommand<CommandOutput<'create_room'>>('create_room', input)).room;
  const set = (command: CommandName, person: keyof People, change: object) =>
    owner.runCommand(command, { roomId: id, uid: common[person].uid, ...change });
  const add = (uid: string) => owner.runCommand('set_member', { roomId: id, uid, member: true });
  const { bot, botElsewhere } = await addBot(server, { id, add });
  const { owner: bannedOwner, bot: botOfBanned } = await addBot(server, { id, add });
  const people = { ...common, bot, botElsewhere, botOfBanned };
  for (const person of ['former', 'banned', 'silenced', 'member', 'admin', 'author', 'bystander'] as const)
    await set('set_member', person, { member: true });
  const message = await sendToAll(people, id);
  await set('set_member', 'former', { member: false });
  await set('set_member', 'banned', { bannedUntil: FOREVER });
  await set('set_member', 'silenced', { silencedUntil: FOREVER });
  await set('set_admin', 'admin', { admin: true });
  await owner.runCommand('set_member', { roomId: id, uid: bannedOwner.uid, bannedUntil: FOREVER });
  return { people, id, name, ...message };
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
  const { message } = await people.owner.runCommand<CommandOutput<'send_message'>>('send_message', input);
  for (const actor of actors)
    await people[actor].postCommand('set_saved', { roomId, messageId, on: true, remindAt: 1 });
  return { messageId, sentAt: message.createdAt, file };
}

/** An input that names this room. The author, the admin and the owner create what it needs. */
export async function createRoomInput(
  { people, id: roomId, name, sentAt }: ActorsRoom,
  command: CommandName,
): Promise<object> {
  const byCommand: Partial<Record<CommandName, object>> = {
    delete_room: { roomId, name },
    find_rooms: { text: name },
    find_people: { roomId, text: 'member' },
    list_invites: { roomId },
    get_mentions: { before: { at: sentAt + 1, roomId, seq: 0 } },
    list_saved: {},
  };
  const input = byCommand[command] ?? (await createInput(command, createSource(people, roomId)));
  return command === 'send_message' ? { ...input, fileId: undefined } : input;
}

function createSource(people: ActorsRoom['people'], roomId: string): InputSource {
  const owners = { admin: people.admin, author: people.author, other: people.owner };
  const source: Omit<InputSource, 'run'> & { run: (...args: never[]) => Promise<unknown> } = {
    roomId,
    authorUid: people.author.uid,
    otherUid: people.bystander.uid,
    // An input that needs another room gets this one.
    run: async (owner: keyof typeof owners, command: CommandName, input: object) =>
      command === 'create_room' ? { room: { id: roomId } } : owners[owner].runCommand(command, input),
    upload: async () => newId(),
    linkAccount: () => Promise.reject(new Error('not about a room')),
    addSession: () => Promise.reject(new Error('not about a room')),
  };
  return source as InputSource;
}
