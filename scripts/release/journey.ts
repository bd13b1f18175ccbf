import { deepEqual, equal, match } from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { print } from '../run.mjs';
import { SnugProgram } from './snug-program.ts';

// The life of an installation, with the commands of the release only. `journey.ts PROGRAM ARGUMENTS`: how `snug` is called.

const data = join(tmpdir(), 'data');
const backups = join(tmpdir(), 'backups');
const moving = join(tmpdir(), 'moving');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { ROOTFS, WORK, IMAGE_USER, IMAGE_ENV } = process.env;
const env = {
  PATH: '/nonexistent',
  ROOTFS,
  WORK,
  IMAGE_USER,
  IMAGE_ENV,
  SNUG_DATA: data,
  PORT: String(port),
  LOG_LEVEL: 'warn',
};
const isChild = process.env.SIGNAL_CHILD !== undefined;
const snug = new SnugProgram({ command: process.argv.slice(2), env, isChild });

async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const result = await run();
  print(`✓ ${name}`);
  return result;
}

for (const folder of [backups, moving]) {
  mkdirSync(folder);
  // The command may run as another user.
  chmodSync(folder, 0o777);
}
const BYTES = new TextEncoder().encode('These bytes come back.');
let server = await step('start', () => snug.startServer());
await step('health, while it runs', () => snug.run(['health']));
await step('doctor, while it runs', () => snug.run(['doctor']));
const ann = await step('sign-up', () => TestPerson.signUp(url, 'Ann'));
const roomId = await ann.createRoom();
const file = await step('upload', () => ann.uploadFile('report.txt', BYTES));
const sent = { roomId, text: 'Hello', fileId: file.id };
await step('send', () => ann.runCommand('send_message', sent));
await step('grant', async () =>
  match(await snug.run(['admin', 'grant', ann.email]), /Ann is a workspace admin now/),
);
await step('SIGTERM', () => snug.stopServer(server));
await step('doctor, while it is stopped', () => snug.run(['doctor']));
await step('health, while it is stopped', async () => {
  const { ended, output } = snug.start(['health']);
  equal(await ended, 1);
  match(output.text, /does not respond on 127\.0\.0\.1, port \d+ \(ECONNREFUSED\)/);
});

function formatSecond(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

async function assertComplete(person: TestPerson): Promise<void> {
  const { messages } = await person.runCommand<{ messages: { text?: string }[] }>('get_messages', { roomId });
  deepEqual(
    messages.map(({ text }) => text),
    ['Hello'],
  );
  const response = await person.get(`/files/${file.id}/report.txt`);
  deepEqual(new Uint8Array(await response.arrayBuffer()), BYTES);
}

server = await step('start again', () => snug.startServer());
await step('the session, the message and the file are there', () => assertComplete(ann));
await step('sign-in', async () => assertComplete(await ann.signInAgain()));
const archive = join(backups, 'snug.tar');
await step('backup, while it runs', async () =>
  match(await snug.run(['backup', archive]), /Backed up 1 room, 1 message and 1 file/),
);
const exported = join(moving, 'all.zip');
await step('export, while it runs', async () =>
  match(await snug.run(['export', exported]), /Exported 1 person, 1 room, 1 message and 1 file /),
);
await ann.runCommand('send_message', { roomId, text: 'Later' });
await step('no restore while it runs', async () => {
  const { ended, output } = snug.start(['restore', archive]);
  equal(await ended, 1);
  match(output.text, /stop it first/);
});
await snug.stopServer(server);
await step('restore', async () =>
  match(await snug.run(['restore', archive]), /Restored 1 room, 1 message and 1 file,/),
);
server = await snug.startServer();
await step('sign-in after the restore', async () => assertComplete(await ann.signInAgain()));
await step('the previous session has ended', async () =>
  equal((await ann.postCommand('list_rooms', {})).status, 401),
);
await snug.stopServer(server);
await step('move to another data folder', async () => {
  const other = { SNUG_DATA: join(tmpdir(), 'other') };
  await snug.run(['restore', archive], other);
  const moved = await snug.startServer(other);
  await assertComplete(await ann.signInAgain());
  await snug.stopServer(moved);
});
await step('move in from an export', async () => {
  const other = { SNUG_DATA: join(moving, 'data') };
  const options = ['--owner', 'owner@snug.example', '--report', join(moving, 'report')];
  match(await snug.run(['import', exported, ...options], other), /--apply/);
  match(await snug.run(['import', exported, ...options, '--apply'], other), /\/claim\//);
  const { ended, output } = snug.start(['compare', exported, other.SNUG_DATA]);
  // The owner is new, and nobody else is a workspace admin.
  equal(await ended, 1);
  match(output.text, /equal +open room Room/);
});
await step('backups in a folder keep the newest one', async () => {
  await snug.run(['backup', backups]);
  // Names have seconds.
  await until('another second', () => !readdirSync(backups).includes(`snug-${formatSecond()}.tar`));
  match(await snug.run(['backup', backups, '--keep', '1']), /Removed 1 older archive\./);
  equal(readdirSync(backups).length, 2);
});
await step('a rollback without an update changes nothing', async () =>
  match(await snug.run(['rollback', '--yes']), /^Nothing was changed\. No update/),
);
await step('nothing was written elsewhere', async () =>
  deepEqual(readdirSync(tmpdir()).toSorted(), ['backups', 'data', 'moving', 'other']),
);
