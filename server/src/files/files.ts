import { CommandError, MAX_UNSENT_FILES, type MessageFile } from '@snug/protocol';
import type { Caller, Mutation, Mutations } from '../db/mutation.ts';
import type { Db, FileTable } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import { accessUpload, accessUploadIfAny } from './access.ts';
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

export type NewFile = Omit<FileTable, 'ownerId' | 'roomId' | 'createdAt' | 'state' | 'imported'>;

interface Quota {
  quota: number;
}

interface FileRef {
  fileId: string;
}

/** Stores the row of the caller's upload, before its bytes reach the storage. */
export const addFile: Mutation<NewFile & Quota, { file: MessageFile }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { quota, ...input }) {
    if ((await listUnsent(db, uid, now)).length >= MAX_UNSENT_FILES) throw createFileCountError();
    if ((await countBytes(db, uid)) + input.size > quota) throw createQuotaError(quota);
    await insertFile(db, { ...input, ownerId: uid, createdAt: now, state: 'unsent' });
    const { id: fileId, name: fileName } = input;
    return { output: { file: presentFile({ ...input, fileId, fileName }) }, publications: [] };
  },
};

export const discardFile: Mutation<FileRef, { file?: DeletedFile }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { fileId }) {
    if (!(await accessUploadIfAny(db, uid, fileId))) return { output: {}, publications: [] };
    const file = await releaseFile(db, fileId, 'unsent');
    return { output: { ...(file && { file }) }, publications: [] };
  },
};

/** At most `limit`. `count`: how many. */
export const expireFiles: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await expireUnsent(db, now, limit) }, publications: [] };
  },
};

export const purgeFile: Mutation<FileRef, object> = {
  lockKeys: () => [],

  async run(db, _call, { fileId }) {
    await deleteFileRow(db, fileId);
    return { output: {}, publications: [] };
  },
};

/** Attaches the caller's upload to the message that it is sent with. Throws as `accessUpload`. */
export async function attachFile(db: Db, call: Caller, id: string, roomId: string): Promise<MessageFile> {
  const file = await accessUpload(db, call.uid, id);
  if ((await changeState(db, id, 'unsent', { state: 'sent', roomId })) !== undefined)
    return presentFile(file);
  // Uploads expire without their owner's lock, so the state can change in between.
  await accessUpload(db, call.uid, id);
  throw new CommandError('not_found');
}

/** Marks a file as deleted; undefined if it is not in the state `from`. */
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

export const FILE_MUTATIONS = {
  add_file: addFile,
  discard_file: discardFile,
  expire_files: expireFiles,
  purge_file: purgeFile,
} satisfies Mutations;

export type FileWriter = MutationWriter<typeof FILE_MUTATIONS>;
