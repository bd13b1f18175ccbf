import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findUnclaimed } from '../../account/claims/claim-store.ts';
import { rollBack } from '../../backup/rollback.ts';
import { openDatabase, openDataFolder } from '../../db/open.ts';
import { openStorage } from '../../files/storage/open-storage.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { listWorkspaceAdmins } from '../../workspace/workspace-admin-store.ts';
import { generateArchive, toSource } from './apply/testing/generated-archive.ts';
import type { ImportSource } from './import-source.ts';
import { Ledger } from './ledger.ts';
import type { ImportInput } from './open-input.ts';
import { readImportOptions } from './options.ts';
import { runApply } from './run-apply.ts';

const OWNER = 'owner@example.com';

/** Each source reads the same archive. */
function createInput(
  change: (source: ImportSource) => ImportSource = source => source,
  { bytes = 1_000, temporaryBytes = 0 } = {},
): ImportInput {
  const generated = generateArchive(7, { messages: 120 });
  return {
    kind: 'slack',
    bytes,
    temporaryBytes,
    archive: { sha256: async () => 'abc' } as ImportInput['archive'],
    open: async () => ({
      source: change(toSource(generated)),
      getShare: () => undefined,
    }),
    close: async () => {},
  };
}

async function run(data: string, args: readonly string[], input = createInput(), databaseUrl?: string) {
  const lines: string[] = [];
  const errors: string[] = [];
  const options = readImportOptions(['a.zip', '--apply', ...args], path => join(data, path));
  const code = await runApply(input, options, {
    data,
    databaseUrl,
    storage: openStorage({ data }),
    isInDataFolder: true,
    origin: 'https://chat.example.com',
    now: Date.now,
    print: line => void lines.push(line),
    printError: line => void errors.push(line),
    showProgress: undefined,
  });
  return { code, text: lines.join('\n'), errors };
}

function undo(data: string) {
  const storage = openStorage({ data });
  return rollBack({ data, undo: 'import', storage, now: new Date(), confirm: async () => true });
}

async function read(data: string) {
  const db = openDatabase(data, { readOnly: true });
  try {
    const messages = await db.selectFrom('messages').select(['id', 'roomId', 'seq']).orderBy('id').execute();
    const audit = await db.selectFrom('audit').select(['action', 'reason']).execute();
    return { messages, audit, admins: await listWorkspaceAdmins(db) };
  } finally {
    await db.destroy();
  }
}

test('into an empty folder, the owner becomes a workspace admin with a link, and a second run adds nothing', async () => {
  const data = temporaryFolder();
  await expect(run(data, [])).rejects.toThrow('Add --owner EMAIL');
  const first = await run(data, ['--owner', OWNER, '--links', 'links.csv']);
  expect(first.errors).toEqual([]);
  expect(first.code).toBeLessThanOrEqual(2);
  expect(first.text).toMatch(/https:\/\/chat\.example\.com\/claim\/[\w-]{43}/);
  expect(first.text).toContain('npm run rollback -- --import');
  const stored = await read(data);
  expect(stored.messages.length).toBeGreaterThanOrEqual(120);
  expect(stored.audit.map(({ action }) => action)).toEqual(['grant_workspace_admin', 'import']);
  expect(stored.audit.at(-1)?.reason).toBe('SHA-256 abc');
  expect(stored.admins).toHaveLength(1);
  expect(statSync(join(data, 'links.csv')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(data, 'links.csv'), 'utf8').match(/\/claim\//g)?.length).toBeGreaterThan(3);
  const report = readdirSync(join(data, 'import-report')).map(name =>
    readFileSync(join(data, 'import-report', name), 'utf8'),
  );
  expect(report.join('\n')).not.toContain('/claim/');

  const again = await run(data, ['--owner', OWNER]);
  expect(again.text).toMatch(/messages +120 +0 +120/);
  expect(again.code).toBeLessThanOrEqual(2);
  expect((await read(data)).messages).toEqual(stored.messages);
});

test('a rollback of the import leaves the database as it was', async () => {
  const data = temporaryFolder();
  await run(data, ['--owner', OWNER]);
  const listFiles = () =>
    readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    );
  const count = listFiles().length;
  expect(count).toBeGreaterThan(0);
  expect(await undo(data)).toMatchObject({ removed: { count } });
  expect(listFiles()).toEqual([]);
  const { messages, admins } = await read(data);
  expect([messages, admins]).toEqual([[], []]);
});

test('a reader that loses something fails the command at the first room, and a rollback undoes it', async () => {
  const data = temporaryFolder();
  const lossy = createInput(source => ({
    ...source,
    async *messages(room) {
      for await (const batch of source.messages(room)) {
        if (room.name === 'Room 1') source.ledger.read('reaction', 2);
        yield batch;
      }
    },
  }));
  const { code, errors, text } = await run(data, ['--owner', OWNER], lossy);
  expect([code, text]).toEqual([1, '']);
  expect(errors).toEqual([
    'The room "Room 1" is not complete, and this is a fault of Snug. Do not start it: undo the import, and please report this.',
    expect.stringMatching(/^- reaction: \d+ were read, but \d+ are stored/),
    'To undo the import before people write: stop Snug, and run npm run rollback -- --import.',
  ]);
  const db = openDatabase(data, { readOnly: true });
  const rooms = await db.selectFrom('rooms').select('name').orderBy('name').execute();
  await db.destroy();
  expect(rooms.map(({ name }) => name)).toEqual(['Room 0', 'Room 1']);
  await undo(data);
  expect((await read(data)).messages).toEqual([]);
});

test('an interrupted import says how to go on, and goes on', async () => {
  const data = temporaryFolder();
  let isBroken = true;
  const input = createInput(source => ({
    ...source,
    async *messages(room) {
      for await (const batch of source.messages(room)) {
        yield batch;
        if (isBroken) throw new Error('the disk broke');
      }
    },
  }));
  const { code, errors } = await run(data, ['--owner', OWNER], input);
  expect([code, errors[0]]).toEqual([1, expect.stringContaining('the disk broke')]);
  expect(errors[1]).toContain('Run the same command again');
  isBroken = false;
  expect((await run(data, ['--owner', OWNER], input)).errors).toEqual([]);
  expect(readdirSync(join(data, 'snapshots'))).toHaveLength(1);
  const quiet = temporaryFolder();
  await run(quiet, ['--owner', OWNER], input);
  const ids = async (folder: string) => (await read(folder)).messages.map(({ id, seq }) => [id, seq]);
  expect(await ids(data)).toEqual(await ids(quiet));
});

test('an import goes on that was killed while it made the tables', async () => {
  const data = temporaryFolder();
  const db = openDatabase(data);
  await sql.raw('create table "kysely_migration" ("name" text primary key, "timestamp" text)').execute(db);
  await db.destroy();
  expect((await run(data, ['--owner', OWNER])).errors).toEqual([]);
  expect((await read(data)).messages.length).toBeGreaterThanOrEqual(120);
});

test('a running Snug is left alone', async () => {
  const data = temporaryFolder();
  const { db, unlock } = await openDataFolder(data);
  await expect(run(data, ['--owner', OWNER])).rejects.toThrow('stop it first');
  await db.destroy();
  unlock();
});

test('an address that nobody has confirmed waits for people.csv', async () => {
  const data = temporaryFolder();
  const archive = createInput();
  const { source } = await archive.open(new Ledger());
  let email: string | undefined;
  for await (const people of source.people())
    email ??= people.find(person => person.email !== undefined && !person.bot && !person.suspendedAt)?.email;
  const { db, unlock } = await openDataFolder(data);
  const { addPerson } = await import('../../testing/database.ts');
  const uid = await addPerson(db, 'Mallory');
  await db
    .updateTable('users')
    .set({ email: email?.toLowerCase() ?? '' })
    .where('id', '=', uid)
    .execute();
  await db.insertInto('workspace_admins').values({ userId: uid, grantedAt: 1 }).execute();
  expect((await findUnclaimed(db, [uid])).size).toBe(0);
  await db.destroy();
  unlock();
  await expect(run(data, [])).rejects.toThrow('has an equal address and has not confirmed it');
});

test('an import ends before it changes anything if the disk has no space for its temporary files', async () => {
  const data = temporaryFolder();
  const input = createInput(source => source, { temporaryBytes: Number.MAX_SAFE_INTEGER });
  await expect(run(data, ['--owner', OWNER], input)).rejects.toThrow(`The disk of ${data} is full`);
  expect((await read(data)).messages).toEqual([]);
});

test('a report that cannot be written after the import does not read as if nothing was changed', async () => {
  const data = temporaryFolder();
  let isBroken = true;
  const input = createInput(source => ({
    ...source,
    async *messages(room) {
      yield* source.messages(room);
      if (isBroken) rmSync(join(data, 'import-report'), { recursive: true, force: true });
    },
  }));
  const { code, errors, text } = await run(data, ['--owner', OWNER], input);
  expect([code, text]).toEqual([1, '']);
  expect(errors).toEqual([
    expect.stringMatching(/^Everything is imported, but the command stopped before its end: ENOENT/),
    expect.stringContaining('Run the same command again'),
    expect.stringContaining('npm run rollback -- --import'),
  ]);
  isBroken = false;
  const again = await run(data, ['--owner', OWNER], input);
  expect(again.text).toMatch(/\/claim\/[\w-]{43}/);
  expect(readdirSync(join(data, 'snapshots'))).toHaveLength(1);
  await undo(data);
  expect((await read(data)).messages).toEqual([]);
});

test('a store that does not answer after a rollback leaves files behind, and the report says so', async () => {
  const data = temporaryFolder();
  await run(data, ['--owner', OWNER]);
  let count = 0;
  const storage = {
    async remove() {
      if (++count > 1) throw new Error('the store is away');
    },
  };
  const confirm = async () => true;
  const report = await rollBack({ data, undo: 'import', storage, now: new Date(), confirm });
  expect(report.replaced).toContain('before-rollback-');
  expect(report.removed).toMatchObject({ count: 1, problem: 'the store is away' });
  expect((await read(data)).messages).toEqual([]);
});

test('files that --prepare has copied need no space once more', async () => {
  const data = temporaryFolder();
  const prepared = join(data, 'import-files');
  mkdirSync(prepared);
  for (const name of ['large', 'large.json', 'cut']) writeFileSync(join(prepared, name), '');
  const { bavail, bsize } = statfsSync(data);
  for (const name of ['large', 'cut']) truncateSync(join(prepared, name), bavail * bsize);
  const input = createInput(source => source, { bytes: bavail * bsize + 1_000 });
  expect((await run(data, ['--owner', OWNER], input)).errors).toEqual([]);
  const larger = createInput(source => source, { bytes: 2 * bavail * bsize });
  await expect(run(data, ['--owner', OWNER], larger)).rejects.toThrow('is full');
});
