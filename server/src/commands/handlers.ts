import { accountHandlers } from '../accounts/account-handlers.ts';
import { sessionHandlers } from '../accounts/session-handlers.ts';
import { fileHandlers } from '../files/file-handlers.ts';
import { messageHandlers } from '../messages/message-handlers.ts';
import { viewersHandlers } from '../presence/viewers-handlers.ts';
import { profileHandlers } from '../profiles/profile-handlers.ts';
import { reactionHandlers } from '../reactions/reaction-handlers.ts';
import { roomHandlers } from '../rooms/room-handlers.ts';
import type { Handlers } from './command-handler.ts';

export const HANDLERS: Handlers = {
  ...roomHandlers,
  ...messageHandlers,
  ...reactionHandlers,
  ...fileHandlers,
  ...profileHandlers,
  ...viewersHandlers,
  ...accountHandlers,
  ...sessionHandlers,
};
