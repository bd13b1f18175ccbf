import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Not what people asked for: who is connected at the moment, and by which session. */
const OTHERS = new Set(['presence', 'sessions', 'verifications']);

/** Everything that is stored in a data folder's database, as text. A file that is being removed is none any more. */
export function dump(data: string): string {
  const db = new DatabaseSync(join(data, 'snug.db'), { readOnly: true });
  try {
    const tables = db
      .prepare(`select "name" from "sqlite_master" where "type" = 'table' order by "name"`)
      .all();
    const rows = tables
      .map(({ name }) => String(name))
      .filter(name => !OTHERS.has(name))
      .map(name => [name, db.prepare(`select * from "${name}" ${name === 'files' ? STANDING : ''}`).all()]);
    return JSON.stringify(rows, null, 1);
  } finally {
    db.close();
  }
}

const STANDING = `where "state" <> 'deleted'`;
