import { CommandError, MAX_FILES, type MessageFile } from '@snug/protocol';
import type { Call, Mutation } from '../db/mutation.ts';
import type { Db, FileTable } from '../db/schema.ts';
import { presentFile } from './file.ts';
import { deleteRow, findFile, insertFile, listWaiting, setState } from './file-store.ts';
import type { DeletedFile } from './removal.ts';

export type NewFile = Omit<FileTable, 'ownerId' | 'createdAt' | 'state'>;

interface OneFile {
  fileId: string;
}

/** Notes an upload of the caller's, before its bytes are put in their place. */
export const addFile: Mutation<NewFile, { file: MessageFile }> = async (db, { uid, now }, input) => {
  if ((await listWaiting(db, uid, now)).length >= MAX_FILES) throw tooManyFiles();
  await insertFile(db, { ...input, ownerId: uid, createdAt: now, state: 'unsent' });
  const { id: fileId, name: fileName } = input;
  return { output: { file: presentFile({ ...input, fileId, fileName }) }, publications: [] };
};

/**
 * Gives an upload of the caller's to the message that it is sent with. Throws `not_found`, and `forbidden` where
 * another message has it.
 */
export async function takeFile(db: Db, { uid }: Call, id: string): Promise<MessageFile> {
  const file = await findFile(db, id);
  if (file?.ownerId !== uid || file.state === 'deleted') throw new CommandError('not_found');
  if (file.state === 'sent') throw new CommandError('forbidden', 'This file is in a message already');
  await setState(db, id, 'sent');
  return presentFile(file);
}

/** Takes back an upload of the caller's. One that is not there, or not theirs, is as it should be already. */
export const discardFile: Mutation<OneFile, { file?: DeletedFile }> = async (db, { uid }, { fileId }) => {
  const file = await findFile(db, fileId);
  if (file?.ownerId !== uid || file.state === 'deleted') return { output: {}, publications: [] };
  if (file.state === 'sent') throw new CommandError('forbidden', 'This file is in a message already');
  await setState(db, fileId, 'deleted');
  return { output: { file: { id: fileId, key: file.key } }, publications: [] };
};

/** Strikes out a deleted file, after its bytes are gone. */
export const forgetFile: Mutation<OneFile, object> = async (db, _call, { fileId }) => {
  await deleteRow(db, fileId);
  return { output: {}, publications: [] };
};

export function tooManyFiles(): CommandError {
  return new CommandError('too_many', `At most ${MAX_FILES} files can wait to be sent`);
}
