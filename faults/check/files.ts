import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '@snug/server/files/storage/storage.ts';
import type { Journal } from '../journal.ts';
import type { Problem } from './problem.ts';
import type { StoredState } from './stored.ts';

/** Each file of a message has the uploaded bytes. */
export async function checkFiles(
  { uploadHashes }: Journal,
  stored: StoredState,
  storage: FileStorage,
): Promise<Problem[]> {
  const rows = new Map(stored.files.map(row => [row.id, row]));
  const problems: Problem[] = [];
  for (const { id, fileId } of stored.messages) {
    if (fileId === null) continue;
    const row = rows.get(fileId);
    const bytes = row?.state === 'sent' ? await storage.read(row.key) : undefined;
    if (!bytes) problems.push({ fault: 'file', what: `${fileId} of ${id} is gone` });
    else if (hash(await buffer(bytes)) !== uploadHashes.get(fileId))
      problems.push({ fault: 'file', what: `${fileId} of ${id} has other bytes` });
  }
  return problems;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
