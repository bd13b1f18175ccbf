import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandInput, CommandOutput, ListedRoom, Message } from '@snug/protocol';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { TestPushService } from '@snug/testkit/push-service.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseSettings, startServer } from '../../testing/servers.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { TestReceiver } from '../../testing/webhooks.ts';
import { createLine, createPost } from '../readers/mattermost/testing/mattermost-jsonl.ts';

const PAGES_OF_TOWN = 3;
const PAGE = 50;
const FIRST_POSTS = (PAGES_OF_TOWN - 1) * PAGE + 7;

function createChannel(name: string, displayName: string): string {
  return createLine('channel', { team: 'crew', name, display_name: displayName, type: 'O' });
}

function createUser(username: string, email: string, roles: string): string {
  const channels = ['town', 'side'].map(name => ({ name, roles }));
  return createLine('user', {
    username,
    email,
    nickname: username,
    roles: 'system_user',
    teams: [{ name: 'crew', channels }],
  });
}

/** An export of Mattermost with so many posts in the room Town, each of which calls ann, and a file in the room Side. */
function writeExport(folder: string, [ann, ben]: readonly TestPerson[], posts: number): string {
  const lines = [
    JSON.stringify({ type: 'version', version: 1, info: { generator: 'mattermost-server' } }),
    createLine('team', { name: 'crew', display_name: 'The Crew', type: 'I' }),
    createChannel('town', 'Town'),
    createChannel('side', 'Side'),
    createUser('ann', ann?.email ?? '', 'channel_admin channel_user'),
    createUser('ben', ben?.email ?? '', 'channel_user'),
    createUser('zoe', 'zoe@example.com', 'channel_user'),
    ...Array.from({ length: posts }, (_, n) =>
      createLine('post', {
        team: 'crew',
        channel: 'town',
        ...createPost(n, `@ann marmalade ${n}`, { user: n % 2 === 0 ? 'ben' : 'zoe' }),
      }),
    ),
    createLine('post', {
      team: 'crew',
      channel: 'side',
      ...createPost(0, '@ann aside', { user: 'ben', attachments: [{ path: 'cat.png' }] }),
    }),
  ];
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${posts}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function startSilentPlaces() {
  const mailServer = await MailServer.start();
  const pushService = await TestPushService.start();
  onTestFinished(async () => {
    await mailServer.stop();
    await pushService.stop();
  });
  return { mailServer, pushService, receiver: await TestReceiver.start() };
}

/** Follows the link of the mail after signing up. */
async function confirmAddress(url: string, mailServer: MailServer, { email }: TestPerson): Promise<void> {
  await expect.poll(() => mailServer.mailsTo(email)).toHaveLength(1);
  const [, path = ''] = /http:\/\/[^/]+(\S+)/.exec(mailServer.mailsTo(email)[0]?.text ?? '') ?? [];
  const opened = await fetch(url + path, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const headers = { 'content-type': 'application/json', cookie };
  const confirmed = await fetch(`${url}/api/account/confirmation`, { method: 'POST', headers, body: '{}' });
  expect(confirmed.status).toBe(200);
}

async function findRoom(person: TestPerson, name: string): Promise<ListedRoom | undefined> {
  const { rooms } = await person.runCommand<CommandOutput<'list_rooms'>>('list_rooms', { mine: true });
  return rooms.find(room => room.name === name);
}

async function findOpenRoom(person: TestPerson, name: string): Promise<string> {
  const { rooms } = await person.runCommand<CommandOutput<'list_rooms'>>('list_rooms', {});
  return rooms.find(room => room.name === name)?.id ?? '';
}

async function readUnread(person: TestPerson, roomId: string) {
  const { reads } = await person.runCommand<CommandOutput<'get_unread'>>('get_unread', { roomIds: [roomId] });
  return [reads[roomId]?.unread, reads[roomId]?.mentions ?? 0];
}

/** Through a socket, back to the beginning of the room. */
async function readPages(person: TestPerson, roomId: string) {
  const socket = await person.connect();
  const messages: Message[] = [];
  let pages = 0;
  for (let before: number | undefined; ; ) {
    const input: CommandInput<'get_messages'> = {
      roomId,
      limit: PAGE,
      ...(before !== undefined && { before }),
    };
    const { ok } = await socket.request('get_messages', input);
    const page = ok as CommandOutput<'get_messages'>;
    messages.unshift(...page.messages);
    pages++;
    before = page.messages[0]?.seq;
    if (!page.hasOlder) break;
  }
  socket.socket.close();
  return { pages, texts: messages.map(({ text }) => text) };
}

test('a server shows an imported room, tells nobody about it, and goes on', async () => {
  const { mailServer, pushService, receiver } = await startSilentPlaces();
  const server = await startServer({
    ...mailServer.settings,
    SNUG_OUTBOUND_ALLOW: '127.0.0.1',
  });
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const ben = await TestPerson.signUp(server.url, 'Ben');
  await confirmAddress(server.url, mailServer, ann);
  const nativeId = await ann.createRoom();
  await ben.runCommand('join_room', { roomId: nativeId });
  const { pushKey } = await ann.runCommand<CommandOutput<'list_push_devices'>>('list_push_devices', {});
  const browser = pushService.subscribe(pushKey);
  await ann.runCommand('add_push_device', browser.input);
  await ann.runCommand('set_notification_settings', { level: 'everything', mail: 'hour' });
  await ann.runProven('create_webhook', { roomId: nativeId, url: receiver.url });

  const folder = temporaryFolder();
  const report = join(folder, 'report');
  const runImport = (path: string, ...args: string[]) =>
    runCommand('import', server.data, [path, '--report', report, ...args]);
  const first = writeExport(folder, [ann, ben], FIRST_POSTS);
  await server.end('SIGTERM');
  expect(await runImport(first, '--rooms', 'Town')).toMatchObject({ code: 0, stderrLines: [] });
  const people = join(folder, 'people.csv');
  const proposed = readFileSync(join(report, 'people.csv'), 'utf8');
  expect(proposed.match(/,(?:decide|join|new),/g)).toEqual([',join,', ',decide,', ',new,']);
  writeFileSync(people, proposed.replace(',decide,', ',join,'));
  const mailsBefore = mailServer.mails.length;
  const owner = ['--owner', ann.email, '--people', people];
  const imported = await runImport(first, '--apply', '--rooms', 'Town', ...owner);
  expect(imported).toMatchObject({ code: 0, stderrLines: [] });
  await server.start();

  const town = await findRoom(ann, 'Town');
  const townId = town?.id ?? '';
  const { pages, texts } = await readPages(ann, townId);
  expect([pages, texts]).toEqual([
    PAGES_OF_TOWN,
    Array.from({ length: FIRST_POSTS }, (_each, n) =>
      expect.stringMatching(new RegExp(`^@Ann.* ${n}$`, 'i')),
    ),
  ]);
  const { members } = await ben.runCommand<CommandOutput<'list_members'>>('list_members', {
    roomId: townId,
  });
  expect(members.map(({ person, role }) => `${person.name}: ${role}`).toSorted()).toEqual([
    'Ann: admin',
    'Ben: member',
    'zoe: member',
  ]);
  for (const person of [ann, ben]) expect(await readUnread(person, townId)).toEqual([0, 0]);
  const search = () =>
    ann.runCommand<CommandOutput<'search_messages'>>('search_messages', { text: 'marmalade 42' });
  await expect.poll(async () => (await search()).messages.length).toBe(1);
  // Whatever the import had caused would arrive before what this message causes.
  const mentions = [{ uid: ann.uid, start: 0, length: 4 }];
  await ben.runCommand('send_message', { roomId: nativeId, text: '@Ann hello', mentions });
  await expect.poll(() => browser.received.length).toBe(1);
  await expect.poll(() => receiver.texts).toEqual(['@Ann hello']);
  const cat = await TestPerson.signUp(server.url, 'Cat');
  await expect.poll(() => mailServer.mailsTo(cat.email)).toHaveLength(1);
  expect(mailServer.mails.slice(mailsBefore).flatMap(({ to }) => to)).toEqual([cat.email]);

  await server.end('SIGTERM');
  const newer = writeExport(folder, [ann, ben], FIRST_POSTS + 3);
  expect(await runImport(newer, '--apply', '--rooms', 'Town', ...owner)).toMatchObject({ code: 0 });
  await server.start();
  // No browser has shown her the room, so she has no cursor of her own making.
  for (const person of [ann, ben]) expect(await readUnread(person, townId)).toEqual([0, 0]);
  await ben.runCommand('send_message', { roomId: townId, text: '@Ann again', mentions });
  await expect.poll(() => browser.received.length).toBe(2);
  expect(await readUnread(ann, townId)).toEqual([1, 1]);
  expect(await readUnread(ben, townId)).toEqual([0, 0]);

  await server.end('SIGTERM');
  const undone = await runCommand('rollback', server.data, ['--import', '--yes']);
  expect(undone).toMatchObject({
    code: 0,
    stderrLines: [],
    stdout: expect.stringContaining('Start Snug now.'),
  });
  await server.start();
  // Without the messages of the second import, and those after it.
  expect((await readPages(await ann.signInAgain(), townId)).texts).toEqual(texts);
});

test('on PostgreSQL, an import wants a backup, and late messages go into a room of their own', async () => {
  const settings = await createDatabaseSettings();
  const server = await startServer(settings);
  const ann = await TestPerson.signUp(server.url, 'Ann');
  await server.end('SIGTERM');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files', 'data'), { recursive: true });
  writeFileSync(join(folder, 'files', 'data', 'cat.png'), PNG);
  const files = ['--files', join(folder, 'files')];
  const run = (name: 'import' | 'backup' | 'rollback', ...args: string[]) =>
    runCommand(name, server.data, args, '', settings);
  const runImport = (posts: number, ...args: string[]) =>
    run(
      'import',
      writeExport(folder, [], posts),
      '--apply',
      '--owner',
      ann.email,
      '--report',
      'none',
      ...files,
      ...args,
    );
  expect(await runImport(7)).toMatchObject({
    code: 1,
    stderrLines: [
      expect.stringMatching(/^Nothing was changed\. Only a backup can undo .* none of the last hour/),
    ],
  });
  expect(await run('backup', join(folder, 'before.snug'))).toMatchObject({ code: 0 });
  expect(await runImport(7)).toMatchObject({ code: 0, stderrLines: [] });

  await server.start();
  const town = await findOpenRoom(ann, 'Town');
  await ann.runCommand('join_room', { roomId: town });
  await ann.runCommand('send_message', { roomId: town, text: 'I was here first' });
  const side = await findOpenRoom(ann, 'Side');
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', {
    roomId: side,
    limit: PAGE,
  });
  const picture = await ann.get(messages.find(({ file }) => file)?.file?.url ?? '');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(Buffer.from(PNG));
  const before = (await readPages(ann, town)).texts;
  expect(before).toHaveLength(8);
  await server.end('SIGTERM');

  const late = await runImport(9);
  expect(late).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('- 2 messages: Somebody has written'),
  });
  expect(await runImport(9, '--late', 'room')).toMatchObject({ code: 0, stderrLines: [] });
  const undo = await run('rollback', '--import', '--yes');
  expect(undo).toMatchObject({ code: 0, stdout: expect.stringContaining('restore the backup') });

  await server.start();
  expect((await readPages(ann, town)).texts).toEqual(before);
  const lateRoom = await findOpenRoom(ann, 'Town (Bulk export of Mattermost)');
  expect((await readPages(ann, lateRoom)).texts).toEqual([
    expect.stringMatching(/marmalade 7$/),
    expect.stringMatching(/marmalade 8$/),
  ]);
});
