import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';

async function createSetup() {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const send = (text: string) =>
    ann.runCommand<CommandOutput<'send_message'>>('send_message', { roomId, text });
  const search = async (text: string) => {
    const { messages, isBehind } = await ann.runCommand<CommandOutput<'search_messages'>>('search_messages', {
      text,
    });
    return isBehind ? 'behind' : messages.map(message => message.text);
  };
  return { server, ann, roomId, send, search };
}

test('a killed server finds everything again, and other users of the machine cannot read the index', async () => {
  const { server, send, search } = await createSetup();
  for (const text of ['Regenwolke', 'Regenschirm', 'Sonne']) await send(text);
  await expect.poll(() => search('regen')).toEqual(['Regenschirm', 'Regenwolke']);
  await Promise.all(Array.from({ length: 30 }, (_, index) => send(`Regentag ${index}`)));
  await server.end('SIGKILL');
  await server.start();
  await expect.poll(async () => (await search('"regentag 17"')).at(0)).toBe('Regentag 17');
  await expect.poll(() => search('regensch')).toEqual(['Regenschirm']);
  const names = readdirSync(server.data).filter(name => name.startsWith('search.db'));
  expect(names).toContain('search.db');
  for (const name of names) expect(statSync(join(server.data, name)).mode & 0o077).toBe(0);
});

test('a server without the search removes the index, and builds it again with the search', async () => {
  const { server, send, search } = await createSetup();
  await send('Schneeflocke');
  await expect.poll(() => search('schnee')).toEqual(['Schneeflocke']);
  await server.end('SIGTERM');
  expect(readFileSync(join(server.data, 'search.db'), 'latin1')).toContain('schneeflocke');
  await server.start({ settings: { SNUG_SEARCH: 'off' } });
  expect(existsSync(join(server.data, 'search.db'))).toBe(false);
  await expect(search('schnee')).rejects.toThrow(/not_found|404/);
  await server.end('SIGTERM');
  await server.start({ settings: { SNUG_SEARCH: 'on' } });
  await expect.poll(() => search('schnee')).toEqual(['Schneeflocke']);
});
