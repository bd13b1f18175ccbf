import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput, Message } from '@snug/protocol';
import { runCommand, startCommand } from '@snug/testkit/backup-commands.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { collectLines } from '../../testing/export-lines.ts';
import { startServer } from '../../testing/servers.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readExport } from '../export-file/read-export.ts';

/** Without rate limits in the way. */
const SENT = 20;

/** An open room, and a private one with a file and a saved message. */
async function startFullServer() {
  const server = await startServer();
  const ann = await TestPerson.add(server, 'Ann');
  const ben = await TestPerson.add(server, 'Ben');
  const open = await ann.createRoom();
  await ben.runCommand('join_room', { roomId: open });
  const plans = { id: newId(), name: 'Plans', description: 'Plans', kind: 'private' };
  const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', plans);
  const send = (person: TestPerson, roomId: string, input: object) =>
    person.runCommand<{ message: Message }>('send_message', { id: newId(), roomId, ...input });
  const file = await ann.uploadFile('cat.png', new Uint8Array(PNG));
  const { message } = await send(ann, room.id, { fileId: file.id });
  await ann.runCommand('set_saved', { roomId: room.id, messageId: message.id, on: true });
  await send(ann, open, { text: 'hello' });
  return { server, ann, ben, open, closed: room.id, file, send };
}

async function readArchive(path: string) {
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  const source = await readExport(archive);
  return { ...(await collectLines(source)), openFile: source.openFile };
}

test('an export beside a running server is that of one moment, with the options of the command', async () => {
  const { server, ann, ben, open, closed, file, send } = await startFullServer();
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  const running = startCommand('export', server.data, [path('all.zip'), '--personal']);
  for (let n = 1; n <= SENT; n++) await send(ben, open, { text: `meanwhile ${n}` });
  expect(await running.ended).toMatchObject({ code: 0, stderrLines: [] });
  const all = await readArchive(path('all.zip'));
  const texts = all.messages.get(open)?.map(({ text }) => text) ?? [];
  expect(texts).toEqual(['hello', ...texts.slice(1).map((_, index) => `meanwhile ${index + 1}`)]);
  expect(all.rooms.find(({ id }) => id === open)?.messages).toBe(texts.length);
  expect(all.messages.get(closed)?.map(({ notice }) => notice)).toEqual([undefined, 'exported_by_operator']);
  expect(all.parts.get('saved.jsonl')).toMatchObject([{ uid: ann.uid, room: closed }]);
  expect(await all.openFile(file.id)).toBeDefined();

  const exportAs = (name: string, ...args: string[]) =>
    runCommand('export', server.data, [path(name), ...args]);
  const [openOnly, single, newer, slack] = await Promise.all([
    exportAs('open', '--open-only'),
    exportAs('single.zip', '--room', closed),
    exportAs('newer.zip', '--since', '2099-01-01'),
    exportAs('slack.zip', '--as', 'slack'),
  ]);
  for (const outcome of [openOnly, single, newer])
    expect(outcome).toMatchObject({ code: 0, stderrLines: [] });
  expect(openOnly.stdout).toContain('It has what people wrote in open rooms. ');
  expect(single.stdout).toContain('It has what people wrote, also in private. ');
  const openLines = await readArchive(path('open'));
  expect(openLines.rooms.map(({ id }) => id)).toEqual([open]);
  expect(readdirSync(path('open/files'))).toEqual([]);
  expect((await readArchive(path('single.zip'))).rooms.map(({ id }) => id)).toEqual([closed]);
  expect([...(await readArchive(path('newer.zip'))).messages.values()].flat()).toEqual([]);
  expect(slack).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n- lines that Snug posted: \d+\n/),
  });
  expect(await exportAs('slack.zip')).toMatchObject({ code: 1 });

  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', {
    roomId: closed,
    limit: 50,
  });
  expect(messages.filter(({ exported }) => exported === 'operator')).toHaveLength(4);
});

test('an import takes the files that --prepare has copied beside a running server', async () => {
  const { server, open, closed, file } = await startFullServer();
  const path = join(temporaryFolder(), 'all.zip');
  expect(await runCommand('export', server.data, [path])).toMatchObject({ code: 0 });
  const other = await startServer();
  const owner = await TestPerson.add(other, 'Olga');
  const prepared = await runCommand('import', other.data, [path, '--prepare']);
  expect(prepared).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 files are ready/) });
  const folder = join(other.data, 'import-files');
  expect(readdirSync(folder).toSorted()).toEqual([file.id, `${file.id}.json`]);
  const input = [path, '--apply', '--owner', owner.email, '--report', 'none'];
  expect(await runCommand('import', other.data, input)).toMatchObject({
    code: 1,
    stderrLines: [expect.stringContaining('stop it first')],
  });
  await other.end('SIGTERM');
  expect(await runCommand('import', other.data, input)).toMatchObject({ code: 0, stderrLines: [] });
  expect(existsSync(folder)).toBe(false);
  const compared = await runCommand('compare', other.data, [path, other.data]);
  for (const room of [open, closed])
    expect(compared.stdout).toMatch(new RegExp(`^equal {4}\\w+ room \\w+ \\(${room}\\)`, 'm'));
});
