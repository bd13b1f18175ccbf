import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Archive } from '../../archive/archive.ts';
import { ArchiveError, quote } from '../../archive/archive-error.ts';
import { isCampfire } from './is-campfire.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

const HEAD_BYTES = 65_536;
const TABLES = [
  'accounts',
  'users',
  'rooms',
  'memberships',
  'messages',
  'boosts',
  'action_text_rich_texts',
  'active_storage_blobs',
  'active_storage_attachments',
];

/** A copy of the database of an archive, because SQLite reads only files. */
export class CampfireDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, ...values: (string | number)[]): Row[] {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...values);
  }

  iterate(sql: string, ...values: (string | number)[]): NodeJS.Iterator<Row> {
    return this.#database.prepare(sql).iterate(...values);
  }

  close(): void {
    this.#database.close();
  }
}

/** The path of the database in an archive. Throws an `ArchiveError`. */
export async function findDatabase(archive: Archive): Promise<string> {
  for (const path of archive.entries.keys())
    if (/\.(?:sqlite3?|db)$|(?:^|\/)[^/.]+$/i.test(path) && isCampfire(await readHead(archive, path)))
      return path;
  throw new ArchiveError('The archive has no database of Campfire.');
}

/** `folder`: for the copy, which nobody else can open. Throws an `ArchiveError` for a damaged database. */
export async function openDatabase(
  archive: Archive,
  path: string,
  folder = tmpdir(),
): Promise<CampfireDatabase> {
  const own = mkdtempSync(join(folder, 'snug-campfire-'));
  const file = join(own, 'campfire.sqlite3');
  let database: DatabaseSync | undefined;
  try {
    await copy(archive, path, file);
    // What SQLite has not written into the database so far.
    if (archive.entries.has(`${path}-wal`)) await copy(archive, `${path}-wal`, `${file}-wal`);
    database = new DatabaseSync(file);
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
    database.exec('pragma journal_mode = delete; pragma query_only = on');
    requireTables(database, path);
    return new CampfireDatabase(database);
  } catch (error) {
    database?.close();
    if (error instanceof ArchiveError || !(error instanceof Error) || !('errcode' in error)) throw error;
    throw new ArchiveError(`The database ${quote(path)} is damaged: ${error.message}.`);
  } finally {
    // The open file stays readable, and a killed import leaves no messages behind.
    rmSync(own, { recursive: true, force: true });
  }
}

/** A view in the place of a table could compute for years. */
function requireTables(database: DatabaseSync, path: string): void {
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  const names = new Set(rows.map(({ name }) => name));
  const missing = TABLES.filter(name => !names.has(name));
  if (missing.length > 0)
    throw new ArchiveError(`The database ${quote(path)} has no table ${missing.join(', ')} of Campfire.`);
}

async function copy(archive: Archive, path: string, file: string): Promise<void> {
  await pipeline(await archive.open(path), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
}

async function readHead(archive: Archive, path: string): Promise<string> {
  const stream = await archive.open(path);
  let head = '';
  try {
    for await (const chunk of stream) {
      head += (chunk as Buffer).toString('latin1');
      if (head.length >= HEAD_BYTES || !head.startsWith('SQLite'.slice(0, head.length))) break;
    }
  } finally {
    stream.destroy();
  }
  return head;
}
