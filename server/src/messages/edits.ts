import { CommandError, type CommandInput, type CommandOutput, MAX_EDIT_IDS } from '@snug/protocol';
import { accessMessageAsAuthor, accessRoomAsWriter } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { findEditIds, storeEdit } from './edit-store.ts';
import { toChangedResult, toUnchangedResult } from './messages.ts';

/** A repeated edit, and one that changes nothing, is a success. Throws `stale` if the author saw another text. */
export const editMessage: Mutation<CommandInput<'edit_message'>, CommandOutput<'edit_message'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, id, text, revision, editId }) {
    await accessRoomAsWriter(db, call, roomId);
    const stored = await accessMessageAsAuthor(db, call, roomId, id);
    if (stored.deletedAt !== undefined) throw new CommandError('not_found');
    const editIds = await findEditIds(db, roomId, id);
    if (editIds.includes(editId) || stored.text === text) return toUnchangedResult(stored);
    const { revision: storedRevision = 0 } = stored;
    if (revision !== storedRevision) throw new CommandError('stale');
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    const message = { ...stored, text, revision: storedRevision + 1, editedAt: at, changedSeq: seq };
    await storeEdit(db, message, [...editIds, editId].slice(-MAX_EDIT_IDS));
    return toChangedResult(message, { type: 'message_edited', roomId, seq, incarnation, message });
  },
};
