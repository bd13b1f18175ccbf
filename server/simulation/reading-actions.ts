import { type Action, ignoreRefusal, listMessages, pickMessage } from './action.ts';

/** Reads on, marks as unread, joins or leaves. */
export const read: Action = ({ random, privateRoomId }, client, openRoomId) => {
  const roomId = random.chance(0.2) ? privateRoomId : openRoomId;
  const message = pickMessage(random, listMessages(client, roomId));
  const { connection, cursors } = client.chat;
  if (message && random.chance(0.7)) return cursors.markRead(roomId, message.seq);
  if (message && random.chance(0.5)) return cursors.markUnread(roomId, message.seq);
  cursors.onOpened(roomId);
  if (random.chance(0.7)) return;
  const command = random.chance(0.6) ? 'join_room' : 'leave_room';
  connection.command(command, { roomId }).catch(ignoreRefusal);
};

/** Reads a conversation in its own view, opens it, or follows it. */
export const readConversation: Action = ({ random }, client, roomId) => {
  const messages = listMessages(client, roomId);
  const message = pickMessage(random, messages);
  if (!message) return;
  const { id, rootId = id } = message;
  const { cursors, actions } = client.chat;
  if (random.chance(0.2)) {
    const input = { roomId, messageId: rootId, on: true };
    void actions.enqueue({ key: `follow:${roomId}:${rootId}`, roomId, command: 'set_follow', input });
    return;
  }
  if (random.chance(0.3)) cursors.onConversationOpened(roomId, rootId);
  const last = messages.findLast(other => other.id === rootId || other.rootId === rootId);
  cursors.markConversationRead(roomId, rootId, random.chance(0.6) && last ? last.seq : message.seq);
};

export const block: Action = ({ random, clients }, { chat }) => {
  const uid = random.pick(clients)?.person.uid ?? '';
  chat.blocks.setBlocked(uid, random.chance(0.4)).catch(ignoreRefusal);
};
