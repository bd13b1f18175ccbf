import type { Chat } from '@snug/client';
import type { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import {
  type CommandArguments,
  CommandError,
  type CommandName,
  FOREVER,
  HEART,
  type Message,
  type Person,
  toMentionText,
} from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Random } from '@snug/testkit/random.ts';

const EMOJI = [HEART, '👍', '👍🏽'];

export interface SentMessage {
  author: string;
  roomId: string;
  text: string;
}

export interface Client {
  person: Person;
  /** Outlives its page. */
  browser: FakeBrowser;
  chat: Chat;
  /** Destroys the page at once. */
  crash: () => void;
  open: Map<string, () => void>;
  /** Another device of a person, who writes on the first one. */
  isExtra?: boolean;
}

interface TestSetup {
  readonly random: Random;
  readonly clients: readonly Client[];
  readonly sent: SentMessage[];
  readonly privateRoomId: string;
}

type Action = (setup: TestSetup, client: Client, roomId: string) => void;

const send: Action = ({ random, sent, clients }, { person, chat, isExtra }, roomId) => {
  if (isExtra) return;
  const other = random.chance(0.3) ? random.pick(clients)?.person : undefined;
  const typed = other && toMentionText(other.name);
  const text = [typed, `${person.name} says ${sent.length}`].filter(Boolean).join(' ');
  const mentions = typed ? [{ uid: other.uid, start: 0, length: typed.length }] : [];
  sent.push({ author: person.uid, roomId, text });
  void chat.outbox.send(roomId, { text, mentions });
};

export function openRoom({ chat, open }: Client, roomId: string): void {
  if (!open.has(roomId)) open.set(roomId, chat.room(roomId).open());
}

const close: Action = (_setup, { open }, roomId) => {
  open.get(roomId)?.();
  open.delete(roomId);
};

/** Often one of the newest, which other people pick, too. */
function pickMessage(random: Random, messages: readonly Message[]): Message | undefined {
  return random.pick(random.chance(0.7) ? messages.slice(-2) : messages);
}

const page: Action = ({ random, clients }, { chat }, roomId) => {
  const { pages } = chat.room(roomId);
  const message = random.pick(getRoomLog(chat, roomId)?.messages ?? []);
  const other = random.pick(clients)?.chat;
  const far = other && random.pick(getRoomLog(other, roomId)?.messages ?? []);
  const moves = [
    () => pages.loadOlder(),
    () => pages.loadNewer(),
    () => pages.loadNewest(),
    () => far && pages.loadAround(far.id),
    () => pages.trim(3, message?.seq),
  ];
  Promise.resolve(random.pick(moves)?.()).catch(ignoreRefusal);
};

/** Several people react to the same message. */
const react: Action = ({ random, clients }, { chat }, roomId) => {
  const messageId = pickMessage(random, getRoomLog(chat, roomId)?.messages ?? [])?.id;
  if (messageId === undefined) return;
  for (const other of clients) {
    if (other.chat !== chat && random.chance(0.7)) continue;
    const emoji = random.pick(EMOJI) ?? HEART;
    other.chat.setReaction({ roomId, messageId, emoji, on: random.chance(0.7) }).catch(ignoreRefusal);
  }
};

/** Pins a message or saves it, or undoes that. */
const keep: Action = ({ random }, { chat }, roomId) => {
  const messageId = pickMessage(random, getRoomLog(chat, roomId)?.messages ?? [])?.id;
  if (messageId === undefined) return;
  const command = random.chance(0.7) ? 'set_pin' : 'set_saved';
  const input = { roomId, messageId, on: random.chance(0.6) };
  chat.connection.command(command, input).catch(ignoreRefusal);
};

const deleteOwn: Action = ({ random }, { chat, person }, roomId) => {
  const own = getRoomLog(chat, roomId)?.messages.filter(message => message.author.uid === person.uid);
  const message = pickMessage(random, own ?? []);
  if (message) chat.deleteMessage(roomId, message.id).catch(ignoreRefusal);
};

const edit: Action = ({ random }, { chat }, roomId) => {
  chat.editRoom({ roomId, name: `Room ${random.below(1_000)}` }).catch(ignoreRefusal);
};

const changeAdmin: Action = ({ random, clients }, { chat }, roomId) => {
  const uid = random.pick(clients)?.person.uid ?? '';
  chat.setAdmin({ roomId, uid, admin: random.chance(0.7) }).catch(ignoreRefusal);
};

/** Adds, removes, bans or silences somebody in the private room, or ends that. */
const changeMember: Action = ({ random, clients, privateRoomId: roomId }) => {
  const [admin, ...others] = clients;
  const uid = random.pick(others)?.person.uid ?? '';
  const changes = [
    { member: true },
    { member: true, bannedUntil: null },
    { member: false },
    { bannedUntil: FOREVER },
    { silencedUntil: random.chance(0.5) ? FOREVER : null },
  ];
  admin?.chat.connection.command('set_member', { roomId, uid, ...random.pick(changes) }).catch(ignoreRefusal);
};

/** Something in the private room, by members and by others. */
const usePrivately: Action = (setup, client) => {
  const { random, privateRoomId: roomId } = setup;
  const { connection } = client.chat;
  const run = <Name extends CommandName>(name: Name, input: CommandArguments<Name>) =>
    void connection.command(name, input).catch(ignoreRefusal);
  const uses = [
    () => run('send_message', { roomId, text: `private ${random.below(1_000_000)}` }),
    () => openRoom(client, roomId),
    () => close(setup, client, roomId),
    () => run('watch_rooms', { add: { [roomId]: -1 }, remove: [] }),
    () => run('watch_viewers', { roomId }),
    () => run('get_messages', { roomId }),
    () => run('list_rooms', { mine: true }),
    () => run('find_rooms', { text: 'private' }),
    () => run('list_members', { roomId }),
    () => run('leave_room', { roomId }),
  ];
  random.pick(uses)?.();
};

/** Reads on, marks as unread, joins or leaves. */
const read: Action = ({ random, privateRoomId }, { chat }, openRoomId) => {
  const roomId = random.chance(0.2) ? privateRoomId : openRoomId;
  const messages = getRoomLog(chat, roomId)?.messages ?? [];
  const message = pickMessage(random, messages);
  const { connection, cursors } = chat;
  if (message && random.chance(0.7)) return cursors.markRead(roomId, message.seq);
  if (message && random.chance(0.5)) return cursors.markUnread(roomId, message.seq);
  cursors.onOpened(roomId);
  if (random.chance(0.7)) return;
  const command = random.chance(0.6) ? 'join_room' : 'leave_room';
  connection.command(command, { roomId }).catch(ignoreRefusal);
};

const block: Action = ({ random, clients }, { chat }) => {
  const uid = random.pick(clients)?.person.uid ?? '';
  chat.blocks.setBlocked(uid, random.chance(0.4)).catch(ignoreRefusal);
};

export const ACTIONS = {
  send,
  open: (_setup, client, roomId) => openRoom(client, roomId),
  close,
  page,
  warm: (_setup, { chat }, roomId) => chat.room(roomId).prefetch(),
  react,
  keep,
  delete: deleteOwn,
  edit,
  admin: changeAdmin,
  member: changeMember,
  private: usePrivately,
  read,
  block,
  wake: (_setup, { chat }) => chat.connection.wake(),
} satisfies Record<string, Action>;

export function isAction(action: string): action is keyof typeof ACTIONS {
  return action in ACTIONS;
}

// A connection broke, or another person deleted the message meanwhile.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandError) || error.code === 'internal') throw error;
}
