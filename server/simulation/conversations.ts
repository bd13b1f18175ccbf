import { ConversationStore } from '@snug/client';
import type { Message } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import { type Action, type Client, listMessages, pickMessage } from './action.ts';

export const converse: Action = ({ random }, client, roomId) => {
  closeConversation(client, roomId);
  const message = pickMessage(random, listMessages(client, roomId));
  if (message && client.open.has(roomId)) openConversation(client, roomId, message.id);
};

export function closeConversation({ conversations }: Client, roomId: string): void {
  conversations.get(roomId)?.close();
  conversations.delete(roomId);
}

/** The room must be open. */
export function openConversation(client: Client, roomId: string, messageId: string): void {
  const { chat, person, environment } = client;
  const store = new ConversationStore({
    roomId,
    messageId,
    room: chat.room(roomId),
    connection: chat.connection,
    environment,
    isIgnored: uid => uid === person.uid || chat.blocks.get().has(uid),
  });
  client.conversations.set(roomId, { store, close: store.open() });
}

/** The first message of the conversation with the most replies. */
export function findBusiestRoot(messages: readonly Message[]): string | undefined {
  const byRoot = Map.groupBy(messages, ({ rootId }) => rootId);
  byRoot.delete(undefined);
  return [...byRoot].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** Throws unless each conversation shows the messages that the whole log of its room has, which everyone has read. */
export function checkConversations(clients: readonly Client[]): void {
  for (const client of clients) {
    for (const [roomId, { store }] of client.conversations) {
      const { rootId, count } = store.info.get();
      const expected = listMessages(client, roomId)
        .filter(message => message.id === rootId || message.rootId === rootId)
        .filter(({ deletedAt }) => deletedAt === undefined);
      const shown = store.view.get().log?.messages;
      assertEqual(`${roomId}: the conversation ${rootId} of ${client.person.name}`, shown, expected);
      // Of a conversation that a trim emptied, no number is shown.
      if (expected.length > 0)
        assertEqual(`${roomId}: the messages of the conversation ${rootId}`, count, expected.length);
    }
  }
}
