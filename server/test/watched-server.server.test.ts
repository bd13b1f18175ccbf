import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { ROOT } from '@snug/scripts/run.mjs';
import { WATCH_OPTIONS } from '@snug/scripts/watch-options.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';

const READY = 'Snug is ready';

test('a server that Node watches stores messages, and starts again after a change of its source', async () => {
  const main = join(ROOT, 'server/src/main.ts');
  const server = await ServerProcess.start({ main, nodeOptions: WATCH_OPTIONS });
  onTestFinished(() => server.end('SIGTERM').then(() => server.remove()));
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  await ann.runCommand('send_message', { roomId, text: 'Stored' });
  const now = new Date();
  utimesSync(main, now, now);
  await until('the server starts again', () => server.log.split(READY).length > 2);
  const { messages } = await ann.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
  expect(messages.map(({ text }) => text)).toEqual(['Stored']);
});
