import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { lockFolder } from '../../db/open.ts';
import { getUsedStorages } from '../../files/storage/open-storage.ts';
import { recordUsedStorages } from '../../files/storage/used-storages.ts';
import { createDataFolder } from '../../testing/data-folder.ts';
import { listFiles } from '../../testing/files.ts';
import { runCopy } from './run-copy.ts';

/** A data folder with two sent files, and a store. */
async function createSetup() {
  const folder = await createDataFolder();
  const ids = [await folder.sendFile('first'), await folder.sendFile('second')];
  const store = await TestS3Store.start();
  onTestFinished(() => store.stop());
  const readSettings = (env: Record<string, string>) =>
    readConfig({ SNUG_DATA: folder.data, ...(Object.keys(env).length > 0 && store.environment), ...env });
  /** Of a server with these settings. */
  const start = (env: Record<string, string>) =>
    recordUsedStorages(folder.db, getUsedStorages(readSettings(env)));
  const copy = async (to: 's3' | 'folder', env: Record<string, string>, isSourceDeleted = false) => {
    const lines: string[] = [];
    const errors: string[] = [];
    const shown: string[] = [];
    let time = 0;
    const code = await runCopy({ to, isSourceDeleted }, readSettings(env), {
      now: () => (time += 60_000),
      print: line => void lines.push(line),
      printError: line => void errors.push(line),
      showProgress: text => void shown.push(text),
    });
    return { code, lines, errors, shown: shown.join('') };
  };
  const listFolder = () => listFiles(join(folder.data, 'files'));
  return { ...folder, ids, store, start, copy, listFolder };
}

const TO_STORE = { S3_FALLBACK: 'folder' };
const TO_FOLDER = { S3_FALLBACK: 'store' };

test('files move to the store and back, and the command says when S3_FALLBACK is not needed', async () => {
  const { data, store, start, copy, listFolder } = await createSetup();
  const keys = listFolder().toSorted();
  await start(TO_STORE);
  const copied = await copy('s3', TO_STORE);
  expect([copied.code, copied.errors]).toEqual([0, []]);
  expect(copied.lines).toEqual([
    'Copied 2 files (0.0 MB) to the file store. 0 were there already.',
    expect.stringMatching(/once more with --delete-source/),
  ]);
  expect(copied.shown).toMatch(/100 %, 2 of 2 files/);
  expect([store.keys, listFolder().toSorted()]).toEqual([keys, keys]);
  const moved = await copy('s3', TO_STORE, true);
  expect(moved.lines.at(-1)).toMatch(/S3_FALLBACK is not needed any more/);
  expect([store.keys, listFolder()]).toEqual([keys, []]);
  await start(TO_FOLDER);
  const back = await copy('folder', TO_FOLDER, true);
  expect(back.lines.at(-1)).toMatch(/The S3 settings are not needed any more/);
  expect([store.keys, listFolder().toSorted()]).toEqual([[], keys]);
  expect(readdirSync(join(data, 'uploads'))).toEqual([]);
});

test('a copy in the direction in which no new files go asks for the other setting', async () => {
  const { start, copy } = await createSetup();
  await start(TO_FOLDER);
  const { code, lines } = await copy('s3', TO_FOLDER);
  expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining('Set S3_FALLBACK=folder')]);
});

test('without a server that knows both places, and beside another copy, nothing is copied', async () => {
  const { data, store, start, copy } = await createSetup();
  await expect(copy('s3', {})).rejects.toThrow(/^S3_URL is not set\. Set S3_FALLBACK=folder/);
  await expect(copy('folder', { S3_REGION: 'here' })).rejects.toThrow(
    /^S3_FALLBACK is not set\. Set S3_FALLBACK=store/,
  );
  await expect(copy('s3', TO_STORE)).rejects.toThrow(/Restart Snug with these settings first/);
  await start({ S3_REGION: 'here' });
  await expect(copy('s3', TO_STORE)).rejects.toThrow(/Restart Snug/);
  await start(TO_STORE);
  const unlock = lockFolder(data, 'files-copy.lock');
  await expect(copy('s3', TO_STORE)).rejects.toThrow(/Another copy runs/);
  unlock?.();
  expect(store.operations).toEqual([]);
});

test('missing files are listed, and the command ends with 2', async () => {
  const { start, copy, getPath, ids } = await createSetup();
  await start(TO_STORE);
  const path = await getPath(ids[1] ?? '');
  rmSync(path);
  const { code, lines, errors } = await copy('s3', TO_STORE, true);
  expect([code, errors]).toEqual([2, [`1 file in neither place: ${path.split('/').at(-1)}`]]);
  expect(lines.at(-1)).toMatch(/S3_FALLBACK is not needed/);
});

test('a store that refuses the key ends the command before the first file', async () => {
  const { start, copy, store } = await createSetup();
  await start(TO_STORE);
  await expect(copy('s3', { ...TO_STORE, S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
    /refuses the access key.*Check S3_ACCESS_KEY_ID/,
  );
  expect(store.operations).toEqual(['list']);
});

test('files that the store does not take are listed with the reason, and the next call takes them', async () => {
  const { start, copy, store } = await createSetup();
  await start(TO_STORE);
  store.fail('full', 'put', 1);
  const { code, errors, lines } = await copy('s3', TO_STORE, true);
  expect([code, errors]).toEqual([
    2,
    [expect.stringMatching(/^1 file not copied: /), expect.stringMatching(/is full.*Run the command again/)],
  ]);
  expect(lines.at(-1)).toBe('Keep S3_FALLBACK: some files are only in the folder.');
  expect(await copy('s3', TO_STORE, true)).toMatchObject({ code: 0 });
});
