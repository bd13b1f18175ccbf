import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, onTestFinished, test } from 'vitest';
import { snapshotDatabase } from '../db/sqlite/snapshot.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { createDataFolder } from '../testing/data-folder.ts';
import { NOW, runJob, temporaryFolder } from '../testing/database.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { saveAvatars } from './saved-avatars.ts';
import { saveFiles } from './saved-files.ts';

/** A data folder whose backup starts with `begin`. Later changes happen between the snapshot and the files. */
async function createRunningBackup() {
  const folder = await createDataFolder();
  const begin = async () => {
    const copy = join(temporaryFolder(), 'copy.db');
    await snapshotDatabase(folder.db, copy);
    const snapshot = openSqlite(copy);
    const file = await open(`${copy}.tar`, 'wx');
    onTestFinished(async () => {
      await snapshot.destroy();
      await file.close();
    });
    const archive = new ArchiveWriter(file, new Date(NOW));
    const { files, db: live } = folder;
    const { storage } = files;
    const { signal } = new AbortController();
    const source = { storage, live, snapshot, archive, now: new Date(NOW), onProgress: () => {}, signal };
    return { source, snapshot, paths: () => [...archive.entries.keys()] };
  };
  return { ...folder, begin };
}

test('B2 a deletion during a backup is in the backup, too', async () => {
  const { begin, sendText, sendFile, upload, remove, files, getPath, db, uid } = await createRunningBackup();
  await sendText('before');
  const kept = await sendFile('one');
  const [deleted, last] = [await sendFile('two'), await sendFile('three')];
  const unsent = await upload('not sent');
  const { source, snapshot, paths } = await begin();
  for (const messageId of [deleted, last]) {
    const { output } = await remove(messageId);
    await files.removal.remove((output as { deletedFile: { id: string; key: string } }).deletedFile);
  }
  await files.removal.discard(uid, unsent.id);
  expect(await saveFiles(source)).toEqual({ deletedCount: 3, missingKeys: [] });
  expect(paths()).toEqual([`files/${(await getPath(kept)).split('/').at(-1)}`]);
  const left = (database: typeof db) =>
    Promise.all([
      database
        .selectFrom('messages')
        .select(['id', 'changedSeq', 'deletedAt', 'fileId'])
        .orderBy('seq')
        .execute(),
      database.selectFrom('rooms').select(['seq', 'lastMessageSeq']).execute(),
      database.selectFrom('members').select('messageCount').execute(),
      database.selectFrom('files').select('id').where('state', '!=', 'deleted').execute(),
    ]);
  // Identical to the running server's deletion, so that the log has no gap.
  expect(await left(snapshot)).toEqual(await left(db));
});

test('B2 a file that is sent during a backup is in its original state there, with its bytes', async () => {
  const { begin, upload, db, uid, roomId } = await createRunningBackup();
  const { id } = await upload('hello');
  const { source, snapshot, paths } = await begin();
  await runJob(db, { mutation: 'send_message', caller: { uid }, input: { id, roomId, fileId: id } });
  expect(await saveFiles(source)).toEqual({ deletedCount: 0, missingKeys: [] });
  expect(paths()).toHaveLength(1);
  expect(await snapshot.selectFrom('files').select('state').execute()).toEqual([{ state: 'unsent' }]);
});

test('B2 an avatar that changes during a backup is the new one there', async () => {
  const { begin, upload, files, db, uid } = await createRunningBackup();
  await files.avatars.set(uid, (await upload(PNG, 'a.png')).id);
  const next = await upload(PNG, 'b.png');
  const { source, snapshot, paths } = await begin();
  const { avatar } = await files.avatars.set(uid, next.id);
  expect(await saveAvatars(source)).toEqual({ deletedCount: 0, missingKeys: [] });
  expect(paths()).toEqual([`files${avatar}`]);
  const now = await db.selectFrom('users').select(['avatar', 'version']).execute();
  expect(await snapshot.selectFrom('users').select(['avatar', 'version']).execute()).toEqual(now);
});

test('B2 avatars of earlier versions are saved with their paths', async () => {
  const { begin, files, db, uid } = await createRunningBackup();
  for (const name of ['7.png', `7-${'a'.repeat(32)}.png`]) {
    const key = `avatars/${uid}/${name}`;
    await files.storage.put(key, PNG);
    await db
      .updateTable('users')
      .set({ avatar: `/${key}` })
      .execute();
    const { source, paths } = await begin();
    expect(await saveAvatars(source)).toEqual({ deletedCount: 0, missingKeys: [] });
    expect(paths()).toEqual([`files/${key}`]);
  }
});

test('B2 missing avatars are reported, and external ones are ignored', async () => {
  const { begin, db, uid } = await createRunningBackup();
  await db
    .updateTable('users')
    .set({ avatar: `/avatars/${uid}/7.png` })
    .execute();
  expect(await saveAvatars((await begin()).source)).toEqual({
    deletedCount: 0,
    missingKeys: [`avatars/${uid}/7.png`],
  });
  await db.updateTable('users').set({ avatar: 'https://elsewhere.example/a.png' }).execute();
  expect(await saveAvatars((await begin()).source)).toEqual({ deletedCount: 0, missingKeys: [] });
});
