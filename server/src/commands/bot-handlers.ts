import { newId } from '../base/ids.ts';
import { listBots } from '../programs/bots/bot-store.ts';
import type { Handlers } from './command-handler.ts';

export const botHandlers: Handlers<'create_bot' | 'list_bots' | 'edit_bot' | 'delete_bot'> = {
  create_bot: ({ writer, fixedSettings: fixed }, { uid }, { id = newId(), name }) =>
    writer.write('create_bot', { uid }, { id, name, fixed }),

  list_bots: async ({ read }, { uid }) => ({ bots: await listBots(read, uid) }),

  edit_bot: ({ writer }, { uid }, input) => writer.write('edit_bot', { uid }, input),

  delete_bot: async ({ writer, sessionCloser }, { uid }, input) => {
    const { tokenIds } = await writer.write('delete_bot', { uid }, input);
    sessionCloser.closeAfterResult(tokenIds);
    return {};
  },
};
