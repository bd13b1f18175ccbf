import type { CommandOutput } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import { NOW, runJob } from './database.ts';

/** Stores the row of an upload, which the job uses up. */
export async function createEmojiJob(
  db: Db,
  uid: string,
  name: string,
  { animated = false }: { animated?: boolean } = {},
): Promise<WriteJob> {
  const fileId = newId();
  const file = { id: fileId, key: fileId, ownerId: uid, name: 'a.png', contentType: 'image/png', size: 10 };
  await db
    .insertInto('files')
    .values({ ...file, width: 1, height: 1, duration: null, peaks: null, createdAt: NOW, state: 'unsent' })
    .execute();
  const stored = { webp: Buffer.from(name).toString('base64'), still: animated ? 'c3RpbGw=' : null };
  const input = { name, fileId, picture: newId().replaceAll('-', ''), stored, bytes: 10, fixed: {} };
  return { mutation: 'add_emoji', caller: { uid }, input };
}

export async function addEmoji(
  db: Db,
  uid: string,
  name: string,
  options?: { animated?: boolean },
  now = NOW,
): Promise<CommandOutput<'add_emoji'>['emoji']> {
  const job = await createEmojiJob(db, uid, name, options);
  return (await runJob<CommandOutput<'add_emoji'>>(db, job, now)).output.emoji;
}

/** The jobs of the other commands. */
export function createNameJob(uid: string, key: string, name: string): WriteJob {
  return { mutation: 'add_emoji_name', caller: { uid }, input: { key, name, fixed: {} } };
}

export function createEmojiChange(
  mutation: 'delete_emoji' | 'restore_emoji' | 'erase_emoji',
  uid: string,
  key: string,
): WriteJob {
  return { mutation, caller: { uid }, input: { key } };
}

export function createRemovalJob(uid: string, name: string): WriteJob {
  return { mutation: 'remove_emoji_name', caller: { uid }, input: { name } };
}
