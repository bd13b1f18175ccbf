import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { run } from '@snug/scripts/run.mjs';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getPreviousMain } from './previous-release.ts';

const COUNTS = { users: 50, rooms: 20, messages: 100_000 };
const BYTES = new TextEncoder().encode('These bytes come back.');

/** Of a table, its number of rows and a hash of them. */
export type Content = Record<string, string>;

/** A data folder of the previous release with 100,000 messages, and its backup. */
export interface PreviousFolder {
  /** Stopped. */
  server: ServerProcess;
  /** The path of the backup. */
  backup: string;
  content: Content;
  /** The author of the message `Before the update`, with a session of that server. */
  ann: TestPerson;
  roomId: string;
  fileId: string;
}

/** `folder`: for `data` and `before.tar`. */
export async function fillPreviousFolder(folder: string): Promise<PreviousFolder> {
  const [data, backup] = [join(folder, 'data'), join(folder, 'before.tar')];
  const counts = Object.entries(COUNTS).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await runPrevious('app/seed/main.ts', data, counts);
  const server = await ServerProcess.start({ data, main: getPreviousMain() });
  try {
    const ann = await TestPerson.signUp(server.url, 'Ann');
    const roomId = await ann.createRoom();
    const { id: fileId } = await ann.uploadFile('report.txt', BYTES);
    await ann.runCommand('send_message', { roomId, text: 'Before the update', fileId });
    await runPrevious('backup/backup-main.ts', data, [backup]);
    await server.end('SIGTERM');
    const content = readContent(data);
    match(content.messages ?? '', /^100001 /);
    return { server, backup, content, ann, roomId, fileId };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** Runs a program of the previous release from its checkout. Returns its output. */
export async function runPrevious(script: string, data: string, args: readonly string[]): Promise<string> {
  const root = join(getPreviousMain(), '..', '..', '..');
  const { code, output } = await run('node', ['scripts/with-node.mjs', `server/src/${script}`, ...args], {
    cwd: root,
    env: { SNUG_DATA: data },
    quiet: true,
  });
  equal(code, 0, output);
  return output;
}

/** Of all that an update must keep, in the columns that both releases have. */
export function readContent(data: string): Content {
  const db = new DatabaseSync(join(data, 'snug.db'), { readOnly: true });
  const queries = {
    messages: 'select id, "roomId", seq, "authorId", text from messages order by id',
    people: 'select id, name, email from users order by id',
    passwords: 'select "userId", password from accounts order by "userId"',
    rooms: 'select id, name, description from rooms order by id',
    files: 'select id, name, size, "contentType" from files order by id',
  };
  const content = Object.entries(queries).map(([name, query]) => {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of db.prepare(query).iterate()) {
      hash.update(JSON.stringify(row));
      rows++;
    }
    return [name, `${rows} ${hash.digest('hex')}`];
  });
  db.close();
  return Object.fromEntries(content) as Content;
}

/** Signs the author in, and reads the room and the file. */
export async function signInAndRead(
  url: string,
  { ann, roomId, fileId }: PreviousFolder,
  texts: readonly string[],
): Promise<TestPerson> {
  const person = await TestPerson.signIn(url, ann.email);
  await assertTexts(person, roomId, texts);
  const response = await person.get(`/files/${fileId}/report.txt`);
  deepEqual(new Uint8Array(await response.arrayBuffer()), BYTES);
  return person;
}

export async function assertTexts(
  person: TestPerson,
  roomId: string,
  texts: readonly string[],
): Promise<void> {
  const page = await person.runCommand<{ messages: { text?: string }[] }>('get_messages', { roomId });
  deepEqual(
    page.messages.map(({ text }) => text),
    texts,
  );
}
