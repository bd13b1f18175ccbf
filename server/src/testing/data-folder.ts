import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { CommandOutput } from '@snug/protocol';
import { onTestFinished } from 'vitest';
import { backUp } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { newId } from '../base/ids.ts';
import { createFileServices } from '../commands/file-services.ts';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { openDatabase, openDataFolder, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { Writer } from '../db/writer.ts';
import { findFile } from '../files/file-store.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJob, temporaryFolder } from './database.ts';
import { writeEmptyDatabase } from './empty-database.ts';
import { UPLOAD_OPTIONS } from './files.ts';

export const BACKED_UP_AT = new Date(NOW);

/** The data folder of a stopped server, with a person, their room and a secret, and the path of an archive. */
export async function createDataFolder() {
  const data = temporaryFolder();
  await writeEmptyDatabase(data);
  const { db, path, unlock } = await openDataFolder(data);
  unlock();
  onTestFinished(() => db.destroy());
  writeFileSync(join(data, 'secret'), 'the secret of this folder');
  const uid = await addPerson(db, 'Ann');
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid));
  const room = { db, data, uid, roomId: output.room.id };
  const archive = join(temporaryFolder(), 'snug.tar');
  return { ...room, ...openFiles(room), path, archive };
}

export type DataFolder = Awaited<ReturnType<typeof createDataFolder>>;

export function openFiles({ data, db, uid, roomId }: { data: string; db: Db; uid: string; roomId: string }) {
  const folder = join(data, 'uploads');
  mkdirSync(folder, { recursive: true });
  const onFailure = (error: unknown) => {
    throw error;
  };
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs, () => NOW),
    onCommit: () => {},
    onFailure,
  });
  const storage = openStorage({ data });
  const files = createFileServices({
    ...UPLOAD_OPTIONS,
    storage,
    folder,
    read: db,
    writer,
    now: () => NOW,
    onFailure,
  });
  const upload = (bytes: string | Uint8Array = 'hello', name = 'a.txt') =>
    files.uploads.receive(uid, { name }, Readable.from([Buffer.from(bytes)]));
  /** Sends a message with a file. Returns its id, which is also the file's. */
  const sendFile = async (bytes?: string) => {
    const { id } = await upload(bytes);
    await runJob(db, { mutation: 'send_message', caller: { uid }, input: { id, roomId, fileId: id } });
    return id;
  };
  const remove = (messageId: string) =>
    runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } });
  const getPath = async (id: string) => join(data, 'files', (await findFile(db, id))?.key ?? '');
  const sendText = (text: string) => runJob(db, createSendJob(uid, { roomId, id: newId(), text }));
  return { files, upload, sendFile, sendText, remove, getPath };
}

export function backUpFolder(
  { data, archive }: Pick<DataFolder, 'data' | 'archive'>,
  {
    path = archive,
    storage = openStorage({ data }),
    withoutFiles = false,
    signal = new AbortController().signal,
  } = {},
) {
  const callbacks = { onRows: () => {}, onProgress: () => {} };
  const options = { storage, withoutFiles, path, now: BACKED_UP_AT, ...callbacks, signal };
  return backUp({ data, databaseUrl: undefined, ...options });
}

/** `storage`: another one than the folder. */
export function restoreFolder(data: string, path: string, storage?: FileStorage) {
  return restore({
    data,
    databaseUrl: undefined,
    storage: storage ?? openStorage({ data }),
    isInDataFolder: storage === undefined,
    path,
    now: BACKED_UP_AT,
    onRows: () => {},
    onProgress: () => {},
  });
}

/** The messages of a data folder, and the bytes of its files by their ids. */
export async function readContents(data: string) {
  const db = openDatabase(data);
  const messages = await db.selectFrom('messages').select(['text', 'deletedAt']).orderBy('seq').execute();
  const files = await db.selectFrom('files').select(['id', 'key', 'state']).execute();
  const kept = files.filter(({ state }) => state !== 'deleted');
  const bytes = kept.map(({ id, key }) => [id, readFileSync(join(data, 'files', key), 'utf8')]);
  await db.destroy();
  const texts = messages.filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text);
  return { texts, files: Object.fromEntries(bytes) as Record<string, string> };
}
