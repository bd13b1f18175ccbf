import type { Mutations } from './db/mutation.ts';
import { setLike } from './likes/likes.ts';
import { deleteMessage, sendMessage } from './messages/messages.ts';
import { createRoom } from './rooms/rooms.ts';

/** Every change that Snug can make, by the name of its command. */
export const MUTATIONS = {
  create_room: createRoom,
  send_message: sendMessage,
  delete_message: deleteMessage,
  set_like: setLike,
} satisfies Mutations;

export type SnugMutations = typeof MUTATIONS;
