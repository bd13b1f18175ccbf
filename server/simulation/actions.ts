import type { Chat } from '@snug/client';
import type { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import { CommandError, HEART, type Message, type Person } from '@snug/protocol';
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
}

interface TestSetup {
  readonly random: Random;
  readonly clients: readonly Client[];
  readonly sent: SentMessage[];
}

type Action = (setup: TestSetup, client: Client, roomId: string) => void;

const send: Action = ({ sent }, { person, chat }, roomId) => {
  const text = `${person.name} says ${sent.length}`;
  sent.push({ author: person.uid, roomId, text });
  void chat.outbox.send(roomId, { text });
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

export const ACTIONS = {
  send,
  open: (_setup, client, roomId) => openRoom(client, roomId),
  close,
  page,
  warm: (_setup, { chat }, roomId) => chat.room(roomId).prefetch(),
  react,
  delete: deleteOwn,
  edit,
  admin: changeAdmin,
  wake: (_setup, { chat }) => chat.connection.wake(),
} satisfies Record<string, Action>;

export function isAction(action: string): action is keyof typeof ACTIONS {
  return action in ACTIONS;
}

// A connection broke, or another person deleted the message meanwhile.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandError) || error.code === 'internal') throw error;
}
