import { CommandError } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import { accessFileIfAny, isKept } from '../../chat/room-files/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findFile, type StoredFile } from '../../files/file-store.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { isReportedFile } from './report-store.ts';

/**
 * Readers of its room may read a sent file, workspace admins also one of a reported message, and only the owner an unsent one.
 * Throws `not_found`.
 */
export async function accessFile(db: Db, actor: Actor, id: string): Promise<StoredFile> {
  return (await accessFileIfAny(db, actor, id)) ?? accessReportedFile(db, actor, id);
}

async function accessReportedFile(db: Db, actor: Actor, id: string): Promise<StoredFile> {
  if (!(await isReportedFile(db, id)) || !(await hasWorkspaceRights(db, actor)))
    throw new CommandError('not_found');
  const file = requireFound(await findFile(db, id));
  if (file.state !== 'sent' || !(await isKept(db, id))) throw new CommandError('not_found');
  return file;
}
