import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { nameCookie } from '@snug/testkit/name-cookie.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const SNUG_SECRET = 's'.repeat(32);
const OWN_ASSETS = join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets');
const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'self-hosting.md');

let database: PostgresServer;
let store: TestS3Store;

beforeAll(async () => {
  [database, store] = await Promise.all([PostgresServer.start(), TestS3Store.start()]);
});
afterAll(() => Promise.all([database.remove(), store.stop()]));

async function startNode(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const server = await ServerProcess.start({ settings });
  onTestFinished(() => server.remove());
  return server;
}

/** The entries of a data folder that the guide names for servers with a database server and a store. */
function readGuide(): string[] {
  const [, section = ''] = readFileSync(GUIDE, 'utf8').split('### With a database server and a store');
  const [table = ''] = section.split('\n#');
  return [...table.matchAll(/^\| `([\w.]+)\/?`/gm)].map(([, name = '']) => name);
}

async function readAll(person: TestPerson, paths: readonly string[]): Promise<[number, Buffer][]> {
  const responses = await Promise.all(paths.map(path => person.get(path)));
  return Promise.all(
    responses.map(async response => [response.status, Buffer.from(await response.arrayBuffer())]),
  );
}

test('F1 a node with an empty data folder serves everything from the database and the store, and backs it up', async () => {
  const settings: NodeJS.ProcessEnv = {
    ...store.environment,
    DATABASE_URL: await database.createDatabase(),
    SNUG_SECRET,
  };
  const first = await startNode(settings);
  const ann = await TestPerson.signUp(first.url, 'Ann');
  const roomId = await ann.createRoom();
  const file = await ann.uploadFile('a.txt', 'hello');
  const { message } = await ann.runCommand<CommandOutput<'send_message'>>('send_message', {
    roomId,
    fileId: file.id,
  });
  const { id: pictureId } = await ann.uploadFile('a.png', new Uint8Array(PNG));
  const { person } = await ann.runCommand<CommandOutput<'set_avatar'>>('set_avatar', { fileId: pictureId });
  const paths = [message.file?.url ?? '', person.avatar ?? ''];
  const before = await readAll(ann, paths);
  expect(before.map(([status]) => status)).toEqual([200, 200]);
  await first.kill();
  // The files of an older build, which the second node does not have.
  const build = store.keys.find(key => key.startsWith('asset-builds/'))?.slice('asset-builds/'.length);
  expect(readdirSync(OWN_ASSETS).every(name => store.keys.includes(`assets/${build}/${name}`))).toBe(true);

  const second = await startNode(settings);
  const annAgain = TestPerson.fromCookie(second.url, nameCookie(ann.cookie, second));
  const requests = store.operations.length;
  for (let times = 0; times < 3; times++) expect(await readAll(await annAgain, paths)).toEqual(before);
  const operations = store.operations.slice(requests);
  expect(
    operations.filter(name => name === 'get'),
    'one for the avatar',
  ).toHaveLength(3 + 1);
  const data = await readAll(await annAgain, ['/api/account/data']);
  expect(data[0]?.[1].includes('hello')).toBe(true);
  expect(readGuide()).toEqual(expect.arrayContaining(readdirSync(second.data)));

  const archive = join(temporaryFolder(), 'snug.tar');
  expect(await runCommand('backup', second.data, [archive], '', settings)).toMatchObject({ code: 0 });

  // Into a folder without a store, and into another folder of the store.
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  expect(await runCommand('restore', folder, [archive])).toMatchObject({ code: 0, stderrLines: [] });
  expect(readdirSync(join(folder, 'files')).toSorted()).toHaveLength(2);
  const other = {
    ...settings,
    S3_URL: `${settings.S3_URL}/other`,
    DATABASE_URL: await database.createDatabase(),
  };
  expect(await runCommand('restore', folder, [archive], '', other)).toMatchObject({ code: 0 });
  expect(store.keys.filter(key => key.startsWith('other/'))).toHaveLength(2);

  const small = join(temporaryFolder(), 'small.tar');
  expect(await runCommand('backup', second.data, ['--without-files', small], '', settings)).toMatchObject({
    code: 0,
  });
  const third = { ...other, DATABASE_URL: await database.createDatabase() };
  expect(await runCommand('restore', folder, [small], '', third)).toMatchObject({ code: 0 });
  const elsewhere = {
    ...third,
    S3_URL: `${settings.S3_URL}/empty`,
    DATABASE_URL: await database.createDatabase(),
  };
  expect(await runCommand('restore', folder, [small], '', elsewhere)).toMatchObject({
    code: 2,
    stderrLines: [
      expect.stringMatching(/^The archive is without files, and the bytes of 2 files are missing: /),
    ],
  });
});
