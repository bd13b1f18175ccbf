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

export const block: Action = ({ random, clients }, { chat }) => {
  const uid = random.pick(clients)?.person.uid ?? '';
  chat.blocks.setBlocked(uid, random.chance(0.4)).catch(ignoreRefusal);
};
