import { accessRoomAsWriter } from '../chat/rooms/access.ts';
import { accessSelf } from '../people/profiles/access.ts';
import type { Handlers } from './command-handler.ts';

export const typingHandlers: Handlers<'set_typing'> = {
  set_typing: async ({ read, typing }, caller, { roomId }) => {
    await accessRoomAsWriter(read, caller, roomId);
    typing.publish(roomId, await accessSelf(read, caller.uid));
    return {};
  },
};
