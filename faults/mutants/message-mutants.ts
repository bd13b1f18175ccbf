import { CommandError } from '@snug/protocol';
import type { deleteMentions, insertMention } from '@snug/server/chat/mentions/mention-store.ts';
import type { findEditIds } from '@snug/server/chat/messages/edit-store.ts';
import type { insertMessage, readRepliesBefore } from '@snug/server/chat/messages/message-store.ts';
import type { storePin } from '@snug/server/chat/pins/pin-store.ts';
import type { storeSaved } from '@snug/server/chat/saved/saved-store.ts';
import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { defineWrapper, type Mutant } from './mutant.ts';

const isThird = (seq: number) => seq % 3 === 0;

/** Each breaks edits, replies, mentions, pins or saved messages. */
export const MESSAGE_MUTANTS: Readonly<Record<string, Mutant>> = {
  'a late edit that undoes a newer one': {
    'MUTATIONS.edit_message.run': defineWrapper<SnugMutations['edit_message']['run']>(
      real => async (db, context, input) => {
        const revision = await readRevision(db, input);
        return real(db, context, { ...input, revision, editId: crypto.randomUUID() });
      },
    ),
  },
  'an edit that is a conflict with its own retry': {
    findEditIds: defineWrapper<typeof findEditIds>(() => async () => []),
  },
  'a send that is a conflict after an edit': {
    'MUTATIONS.send_message.run': defineWrapper<SnugMutations['send_message']['run']>(
      real => async (db, context, input) => {
        if ((await readRevision(db, input)) > 0) throw new CommandError('id_taken');
        return real(db, context, input);
      },
    ),
  },
  'a mention that survives its message': {
    deleteMentions: defineWrapper<typeof deleteMentions>(() => async () => {}),
  },
  'a mention that is not stored': {
    insertMention: defineWrapper<typeof insertMention>(
      real => async (db, mention) => (isThird(mention.seq) ? undefined : real(db, mention)),
    ),
  },
  'a reply outside of its conversation': {
    insertMessage: defineWrapper<typeof insertMessage>(real => (db, message) => {
      const { rootId: _, ...alone } = message;
      return real(db, isThird(message.seq) ? alone : message);
    }),
  },
  'a conversation without its last reply': {
    readRepliesBefore: defineWrapper<typeof readRepliesBefore>(real => async (...input) => {
      const page = await real(...input);
      return { ...page, messages: page.messages.slice(0, -1) };
    }),
  },
  'a pin that is not stored': {
    storePin: defineWrapper<typeof storePin>(() => async () => {}),
  },
  'a saved message without its reminder': {
    storeSaved: defineWrapper<typeof storeSaved>(
      real => (db, ref, saved) => real(db, ref, saved && { savedAt: saved.savedAt }),
    ),
  },
};

async function readRevision(db: Db, { roomId, id }: { roomId: string; id: string }): Promise<number> {
  const select = db.selectFrom('messages').select('revision');
  const row = await select.where('roomId', '=', roomId).where('id', '=', id).executeTakeFirst();
  return row?.revision ?? 0;
}
