import { accountHandlers } from './account-handlers.ts';
import { adminHandlers } from './admin-handlers.ts';
import type { Handlers } from './command-handler.ts';
import { conversationHandlers } from './conversation-handlers.ts';
import { emojiHandlers } from './emoji-handlers.ts';
import { fileHandlers } from './file-handlers.ts';
import { messageHandlers } from './message-handlers.ts';
import { notificationHandlers } from './notification-handlers.ts';
import { peopleHandlers } from './people-handlers.ts';
import { programHandlers } from './program-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { roomHandlers } from './room-handlers.ts';

export const HANDLERS: Handlers = {
  ...roomHandlers,
  ...messageHandlers,
  ...readHandlers,
  ...conversationHandlers,
  ...emojiHandlers,
  ...fileHandlers,
  ...peopleHandlers,
  ...accountHandlers,
  ...notificationHandlers,
  ...programHandlers,
  ...adminHandlers,
};
