import { actionKeys } from '@snug/client';
import { HEART, type Mention, type Message, type Person, toMentionText, toReply } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import { type Action, type Client, ignoreRefusal, listMessages, pickMessage } from './action.ts';
import { findBusiestRoot } from './conversations.ts';

const EMOJI = [HEART, '👍', '👍🏽'];

export const send: Action = ({ random, sent, clients }, client, roomId) => {
  const { person, chat, isExtra } = client;
  if (isExtra) return;
  const content = mention(random, clients, `${person.name} says ${sent.length}`);
  const source = random.chance(0.4) ? pickSource(random, listMessages(client, roomId)) : undefined;
  const reply = source && { reply: toReply(source), rootId: source.rootId ?? source.id };
  const id = chat.newId();
  sent.push({ author: person.uid, roomId, id, text: content.text });
  void chat.outbox.send(roomId, { ...content, ...reply }, id);
};

/** Often of the largest conversation, which gets more than a page. */
function pickSource(random: Random, messages: readonly Message[]): Message | undefined {
  const rootId = random.chance(0.7) ? findBusiestRoot(messages) : undefined;
  const conversation = messages.filter(message => message.rootId === rootId);
  return pickMessage(random, rootId === undefined ? messages : conversation);
}

/** Changes a message of the log, or one that waits. */
export const editMessage: Action = ({ random, edits, clients }, client, roomId) => {
  const { chat, isExtra } = client;
  const own: EditedMessage[] = [...listOwn(client, roomId), ...listWaiting(client, roomId)];
  const message = pickMessage(random, own);
  if (isExtra || !message) return;
  const { id, revision = 0 } = message;
  const content = mention(random, clients, `edit ${edits.requested.length}`);
  edits.requested.push({ roomId, id, text: content.text });
  const input = { roomId, id, ...content, revision, editId: chat.newId() };
  void chat.actions.enqueue({ key: actionKeys.edit(roomId, id), roomId, command: 'edit_message', input });
};

/** Sometimes of somebody, or of everyone. */
function mention(random: Random, clients: readonly Client[], text: string) {
  if (random.chance(0.6)) return { text, mentions: [] };
  const person: Person | undefined = random.chance(0.2) ? undefined : random.pick(clients)?.person;
  const typed = toMentionText(person?.name ?? 'room');
  const mentions: Mention[] = [{ uid: person?.uid ?? null, start: 0, length: typed.length }];
  return { text: `${typed} ${text}`, mentions };
}

function listOwn(client: Client, roomId: string) {
  return listMessages(client, roomId).filter(({ author }) => author.uid === client.person.uid);
}

type EditedMessage = Pick<Message, 'id' | 'revision'>;

function listWaiting({ chat }: Client, roomId: string): EditedMessage[] {
  return chat.outbox.items.get().filter(item => item.roomId === roomId && item.status === 'waiting');
}

/** Several people react to the same message. */
export const react: Action = ({ random, clients }, client, roomId) => {
  const messageId = pickMessage(random, listMessages(client, roomId))?.id;
  if (messageId === undefined) return;
  for (const other of clients) {
    if (other.chat !== client.chat && random.chance(0.7)) continue;
    const emoji = random.pick(EMOJI) ?? HEART;
    other.chat.connection
      .command('set_reaction', { roomId, messageId, emoji, on: random.chance(0.7) })
      .catch(ignoreRefusal);
  }
};

/** Pins a message or saves it, or undoes that. */
export const keep: Action = ({ random }, client, roomId) => {
  const messageId = pickMessage(random, listMessages(client, roomId))?.id;
  if (messageId === undefined) return;
  const command = random.chance(0.7) ? 'set_pin' : 'set_saved';
  const input = { roomId, messageId, on: random.chance(0.6) };
  client.chat.connection.command(command, input).catch(ignoreRefusal);
};

/** One's own message, or as an admin that of somebody else. */
export const deleteMessage: Action = ({ random }, client, roomId) => {
  const { chat } = client;
  const isRemoved = random.chance(0.2);
  const message = pickMessage(random, isRemoved ? listMessages(client, roomId) : listOwn(client, roomId));
  if (!message) return;
  const input = { roomId, messageId: message.id };
  const command = isRemoved ? 'remove_message' : 'delete_message';
  chat.connection.command(command, input).catch(ignoreRefusal);
};
