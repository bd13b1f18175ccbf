import type { Action } from './action.ts';
import { converse } from './conversations.ts';
import { share, visit } from './guest-actions.ts';
import { deleteMessage, editMessage, keep, react, send } from './message-actions.ts';
import { changeMember, usePrivately } from './private-actions.ts';
import { block, read, readConversation } from './reading-actions.ts';
import { changeAdmin, closeRoom, editRoom, openRoom, page } from './room-actions.ts';

export const ACTIONS = {
  send,
  open: (_setup, client, roomId) => openRoom(client, roomId),
  close: closeRoom,
  page,
  warm: (_setup, { chat }, roomId) => chat.room(roomId).prefetch(),
  react,
  keep,
  delete: deleteMessage,
  editMessage,
  converse,
  edit: editRoom,
  admin: changeAdmin,
  member: changeMember,
  private: usePrivately,
  share,
  visit,
  read,
  readConversation,
  block,
  wake: (_setup, { chat }) => chat.connection.wake(),
} satisfies Record<string, Action>;

export function isAction(action: string): action is keyof typeof ACTIONS {
  return action in ACTIONS;
}
