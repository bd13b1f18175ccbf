import { readMentionPage } from '../chat/mentions/mention-list.ts';
import type { Handlers } from './command-handler.ts';

export const mentionHandlers: Handlers<'get_mentions'> = {
  get_mentions: ({ read }, caller, { before }) => readMentionPage(read, caller, before),
};
