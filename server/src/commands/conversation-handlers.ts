import {
  readConversations,
  readFollows,
  readNewConversations,
} from '../chat/conversations/conversation-list.ts';
import type { Handlers } from './command-handler.ts';

export const conversationHandlers = {
  set_follow: async ({ writer, requireConversations }, { uid }, input) => {
    // An older server does not erase it with the person's data.
    await requireConversations();
    return writer.write('set_follow', { uid }, input);
  },

  get_follows: ({ read }, caller, input) => readFollows(read, caller, input),

  list_conversations: ({ read }, caller, input) => readConversations(read, caller, input),

  list_new_conversations: ({ read }, caller) => readNewConversations(read, caller),
} satisfies Partial<Handlers>;
