import { CommandError, MAX_UNSENT_FILES, type MessageFile } from '@snug/protocol';
import { accessUpload, accessUploadIfAny } from '../access.ts';
import type { Caller, Mutation } from '../db/mutation.ts';
import type { Db, FileTable } from '../db/schema.ts';
import { presentFile } from './file.ts';
import {
  changeState,
  countBytes,
  type DeletedFile,
  deleteFileRow,
  expireUnsent,
  insertFile,
  listUnsent,
} from './file-store.ts';

export type NewFile = Omit<FileTable, 'ownerId' | 'roomId' | 'createdAt' | 'state'>;

interface Quota {
  /** How many bytes the files of one person may have together. */
  quota: number;
}

interface FileRef {
  fileId: string;
}

/** Notes an upload of the caller's, before its bytes are put in their place. */
export const addFile: Mutation<NewFile & Quota, { file: MessageFile }> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { quota, ...input }) {
    if ((await listUnsent(db, uid, now)).length >= MAX_UNSENT_FILES) throw createFileCountError();
    if ((await countBytes(db, uid)) + input.size > quota) throw createQuotaError(quota);
    await insertFile(db, { ...input, ownerId: uid, createdAt: now, state: 'unsent' });
    const { id: fileId, name: fileName } = input;
    return { output: { file: presentFile({ ...input, fileId, fileName }) }, publications: [] };
  },
};

/** Takes back an upload of the caller's. One that is not there, or not theirs, is as it should be already. */
export const discardFile: Mutation<FileRef, { file?: DeletedFile }> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { fileId }) {
    if (!(await accessUploadIfAny(db, uid, fileId))) return { output: {}, publications: [] };
    const file = await releaseFile(db, fileId, 'unsent');
    return { output: { ...(file && { file }) }, publications: [] };
  },
};

/** Marks as deleted what was uploaded long ago and never sent, at most `limit` files. Answers with how many there were. */
export const expireFiles: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await expireUnsent(db, now, limit) }, publications: [] };
  },
};

/** Strikes out a deleted file, after its bytes are gone. */
export const purgeFile: Mutation<FileRef, object> = {
  lockKeys: () => [],

  async run(db, _call, { fileId }) {
    await deleteFileRow(db, fileId);
    return { output: {}, publications: [] };
  },
};

/** Gives an upload of the caller's to the message in the room that it is sent with. Throws as `accessUpload`. */
export async function attachFile(db: Db, call: Caller, id: string, roomId: string): Promise<MessageFile> {
  const file = await accessUpload(db, call.uid, id);
  // Uploads that nobody sent expire without the lock of their owner.
  if ((await changeState(db, id, 'unsent', { state: 'sent', roomId })) === undefined)
    throw new CommandError('not_found');
  return presentFile(file);
}

/** Marks a file as used by nobody any more; undefined if it is not in the state `from`. */
export async function releaseFile(
  db: Db,
  id: string,
  from: 'unsent' | 'sent',
): Promise<DeletedFile | undefined> {
  const key = await changeState(db, id, from, { state: 'deleted' });
  return key === undefined ? undefined : { id, key };
}

export function createFileCountError(): CommandError {
  return new CommandError(
    'limit_exceeded',
    `${MAX_UNSENT_FILES} files are waiting to be sent already. Send or remove one first.`,
  );
}

export function createQuotaError(quota: number): CommandError {
  const megabytes = Math.floor(quota / 1024 / 1024);
  return new CommandError(
    'limit_exceeded',
    `That would take your files over ${megabytes} MB. Delete some first.`,
  );
}
