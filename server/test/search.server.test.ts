import type { CommandInput, CommandOutput } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { describe, expect, test } from 'vitest';
import { createDatabaseSettings, startServer } from '../src/testing/servers.ts';

type Input = CommandInput<'search_messages'>;
type Page = CommandOutput<'search_messages'>;

const search = (person: TestPerson, input: Input) => person.runCommand<Page>('search_messages', input);
const findTexts = async (person: TestPerson, input: Input) =>
  (await search(person, input)).messages.map(({ text }) => text);

describe.each([
  ['in its data folder', async () => ({})],
  ['on a database server', createDatabaseSettings],
])('a server %s', (_, createSettings) => {
  test('MS1 MS5 finds what was said soon after, and not what was deleted, also after a restart', async () => {
    const server = await startServer(await createSettings());
    const [ann, ben] = [
      await TestPerson.signUp(server.url, 'Ann'),
      await TestPerson.signUp(server.url, 'Ben'),
    ];
    const open = await ann.createRoom();
    const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', {
      name: 'Private',
      description: 'A private room',
      kind: 'private',
    });
    const send = async (roomId: string, text: string) =>
      (await ann.runCommand<CommandOutput<'send_message'>>('send_message', { roomId, text })).message;
    await send(open, 'Die Straße nach 北京 ist offen');
    const { id: messageId } = await send(room.id, 'a secret street');
    await expect
      .poll(() => findTexts(ann, { text: 'str' }))
      .toEqual(['a secret street', 'Die Straße nach 北京 ist offen']);
    expect(await findTexts(ben, { text: 'str' })).toEqual(['Die Straße nach 北京 ist offen']);
    expect(await findTexts(ben, { text: '"nach 北京" -secret', roomId: open })).toHaveLength(1);
    await expect.poll(async () => (await search(ann, { text: 'str' })).isBehind).toBeUndefined();
    await ann.runCommand('delete_message', { roomId: room.id, messageId });
    expect(await findTexts(ann, { text: 'secret' })).toEqual([]);
    await server.restart({});
    await expect.poll(() => findTexts(ann, { text: 'strasse' }).catch(() => [])).toHaveLength(1);
    await send(open, 'a second street');
    await expect.poll(() => findTexts(ann, { text: 'street' })).toEqual(['a second street']);
  });
});

test('MS8 a server that runs without search has no such command', async () => {
  const server = await startServer({ SNUG_SEARCH: 'off' });
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const socket = await ann.connect();
  await expect.poll(() => socket.getEvents('connected')).toMatchObject([{ isSearchOff: true }]);
  await expect(search(ann, { text: 'word' })).rejects.toThrow('not_found');
});
