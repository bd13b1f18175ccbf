import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../journal.ts';
import type { Problem } from './problem.ts';
import type { StoredState } from './stored.ts';

/** Each file of a message has the uploaded bytes. `data`: the data folder. */
export function checkFiles({ uploadHashes }: Journal, stored: StoredState, data: string): Problem[] {
  const rows = new Map(stored.files.map(row => [row.id, row]));
  return stored.messages.flatMap(({ id, fileId }): Problem[] => {
    if (fileId === null) return [];
    const row = rows.get(fileId);
    const path = join(data, 'files', row?.key ?? '');
    if (row?.state !== 'sent' || !existsSync(path))
      return [{ fault: 'file', what: `${fileId} of ${id} is gone` }];
    const isSame = createHash('sha256').update(readFileSync(path)).digest('hex') === uploadHashes.get(fileId);
    return isSame ? [] : [{ fault: 'file', what: `${fileId} of ${id} has other bytes` }];
  });
}
