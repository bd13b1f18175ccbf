import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import { makeEmojiPicture } from '../files/emoji-picture.ts';
import { makeAvatar } from '../files/pictures.ts';
import { loadSharp } from '../files/sharp.ts';
import { DiskStorage } from '../files/storage/disk.ts';
import { getAvatarKey } from '../people/profiles/avatar.ts';
import { createFullWorkspace } from '../testing/full-workspace.ts';
import { createDatabaseSettings } from '../testing/servers.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { generateArchive, toSource } from './import/apply/testing/generated-archive.ts';
import { runImport } from './import/apply/testing/run-import.ts';

const SEED = Number(process.env.SNUG_SEED ?? 42);
const PICTURE_PX = 120;

interface Place {
  data: string;
  settings: NodeJS.ProcessEnv;
}

function run(name: 'export' | 'import' | 'compare', { data, settings }: Place, ...args: string[]) {
  return runCommand(name, data, args, '', settings);
}

/** In place of bytes that are no picture: an emoji that a second encoding would change, and the avatar of the owner. */
async function givePictures(db: Db, uid: string, folder: string): Promise<void> {
  const values = Array.from({ length: PICTURE_PX ** 2 * 3 }, (_, index) => (index * 7919) % 251);
  const raw = { width: PICTURE_PX, height: PICTURE_PX, channels: 3 } as const;
  const png = await (await loadSharp())(Buffer.from(values), { raw }).png().toBuffer();
  const emoji = await makeEmojiPicture(png);
  await db
    .updateTable('emoji_pictures')
    .set({ webp: emoji?.webp.toString('base64') ?? '' })
    .execute();
  const key = getAvatarKey(uid, 'a'.repeat(32));
  await new DiskStorage(join(folder, 'files')).put(key, (await makeAvatar(png)) ?? new Uint8Array());
  await db
    .updateTable('users')
    .set({ avatar: `/${key}`, emailVerified: sql<boolean>`true` })
    .where('id', '=', uid)
    .execute();
}

/** All that people can do, and some hundred generated messages. */
async function createRichPlace() {
  const { db, path, data, ann, bot } = await createFullWorkspace();
  const folder = dirname(path);
  symlinkSync(join(data, 'files'), join(folder, 'files'));
  await givePictures(db, ann, folder);
  const archive = generateArchive(SEED, { messages: 600 });
  await runImport({ db, folder, owner: ann }, toSource(archive), { now: Date.now });
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', ann)
    .executeTakeFirstOrThrow();
  return { place: { data: folder, settings: {} } satisfies Place, email, bot };
}

test(`a workspace moves from SQLite to PostgreSQL and back, and stays equal (SNUG_SEED=${SEED})`, async () => {
  const { place: first, email, bot } = await createRichPlace();
  const second: Place = { data: temporaryFolder(), settings: await createDatabaseSettings() };
  const third: Place = { data: temporaryFolder(), settings: {} };
  const zip = (name: string) => join(first.data, `${name}.zip`);
  const into = (place: Place, name: string) =>
    run('import', place, zip(name), '--apply', '--owner', email, '--without-backup', '--report', 'none');
  const complete = { code: 0, stderrLines: [] };

  expect(await run('export', first, zip('first'), '--personal')).toMatchObject(complete);
  expect(await into(second, 'first')).toMatchObject(complete);
  const one = await run('compare', second, first.data, second.settings.DATABASE_URL ?? '');
  const differences = one.stdout.split('\n').filter(line => !line.startsWith('equal'));
  expect(differences).toEqual([
    expect.stringMatching(/^differs {2}people: \d+$/),
    // Bots come as deleted bots.
    expect.stringMatching(new RegExp(`^ +${bot}: deletedAt: nothing \\| "[^"]+"$`)),
    'A and B differ.',
    '',
  ]);

  expect(await run('export', second, zip('second'), '--personal')).toMatchObject(complete);
  expect(await into(third, 'second')).toMatchObject(complete);
  const two = await run('compare', third, zip('second'), third.data);
  expect(two).toMatchObject({ code: 0, stdout: expect.stringContaining('A and B are equal.') });
});
