import { accountHandlers } from './account-handlers.ts';
import { blockHandlers } from './block-handlers.ts';
import { botHandlers } from './bot-handlers.ts';
import type { Handlers } from './command-handler.ts';
import { fileHandlers } from './file-handlers.ts';
import { inviteHandlers } from './invite-handlers.ts';
import { keepHandlers } from './keep-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { mentionHandlers } from './mention-handlers.ts';
import { messageHandlers } from './message-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { reactionHandlers } from './reaction-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { roomHandlers } from './room-handlers.ts';
import { roomProgramHandlers } from './room-program-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { tokenHandlers } from './token-handlers.ts';
import { typingHandlers } from './typing-handlers.ts';
import { viewersHandlers } from './viewers-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';
import { workspaceHandlers } from './workspace-handlers.ts';

export const HANDLERS: Handlers = {
  ...roomHandlers,
  ...memberHandlers,
  ...inviteHandlers,
  ...blockHandlers,
  ...messageHandlers,
  ...mentionHandlers,
  ...reactionHandlers,
  ...keepHandlers,
  ...readHandlers,
  ...fileHandlers,
  ...profileHandlers,
  ...viewersHandlers,
  ...typingHandlers,
  ...accountHandlers,
  ...sessionHandlers,
  ...tokenHandlers,
  ...botHandlers,
  ...webhookHandlers,
  ...roomProgramHandlers,
  ...workspaceHandlers,
  ...reportHandlers,
};
