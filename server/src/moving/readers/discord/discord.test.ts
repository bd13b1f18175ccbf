import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../import/ledger.ts';
import { describeSource, drainSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { describeSkips, readArchive, readContents } from '../testing/read-archive.ts';
import { openDiscord } from './open-discord.ts';
import {
  ANN,
  BEN,
  CI,
  createChannel,
  createMessage,
  createUser,
  openDiscordKinds,
  RELAY,
  toSnowflake,
} from './testing/discord-json.ts';

async function readKinds() {
  return readArchive(openDiscord, await openDiscordKinds());
}

test('each kind of thing has its line', async () => {
  const { drained, ledger } = await readKinds();
  expect(describeSource(drained)).toMatchSnapshot('lines');
  expect(describeSkips(ledger)).toMatchSnapshot('skipped');
  expect(ledger.counts.changed).toMatchSnapshot('changed');
});

test('all that is read is stored or skipped, in logs that keep the rules', async () => {
  const { drained, ledger } = await readKinds();
  expect(ledger.findImbalances()).toEqual([]);
  for (const messages of drained.messages.values()) expect(findLogFault(messages)).toBeUndefined();
});

test('a second reading has the same ids', async () => {
  const [one, other] = [await readKinds(), await readKinds()];
  expect(other.drained).toEqual(one.drained);
});

test('the report has no address with a key', async () => {
  const { skipped } = await readKinds();
  expect(JSON.stringify(skipped)).not.toContain('hm=secret');
});

test('files are those of the archive', async () => {
  const { drained, source } = await readKinds();
  expect(await readContents(source, drained.files)).toEqual(['one', 'two', 'bow']);
});

test('names of mentioned people can have any characters', async () => {
  const names = ['ann_b', "O'Neil-Ng", 'C++ (he/him) [ops]', '🦜 \\d$^|{2}.*?', '@!"#%&,:;<=>`~/'];
  const mentions = names.map((name, n) => createUser(String(3000 + n), name, name));
  const archive = await openFiles({
    'a.json': createChannel({}, [
      createMessage(0, `${names.map(name => `@${name}`).join(', ')}, @annXb`, { mentions }),
    ]),
  });
  const { messages, people } = (await readArchive(openDiscord, archive)).drained;
  const [message] = [...messages.values()].flat();
  expect(message?.mentions?.map(({ uid }) => people.find(({ id }) => id === uid)?.name)).toEqual(names);
});

test('an answer in a thread to a message outside it belongs to the thread', async () => {
  const thread = toSnowflake(2);
  const reference = { messageId: toSnowflake(1), channelId: thread };
  const head = {
    id: thread,
    type: 'GuildPublicThread',
    categoryId: '100',
    category: 'general',
    name: 'Plans',
  };
  const archive = await openFiles({
    'general.json': createChannel({}, [
      createMessage(1, 'before the thread'),
      createMessage(2, 'its beginning'),
    ]),
    'thread.json': createChannel(head, [createMessage(3, 'an answer', { type: 'Reply', reference })]),
  });
  const [log = []] = (await readArchive(openDiscord, archive)).drained.messages.values();
  expect(findLogFault(log)).toBeUndefined();
  const [, beginning, answer] = log;
  expect(answer).toMatchObject({ replyTo: beginning?.id, root: beginning?.id });
});

test('an archive of something else is refused', async () => {
  const archive = await openFiles({ 'other.json': { messages: [] } });
  await expect(openDiscord(archive, new Ledger())).rejects.toThrow('no file of DiscordChatExporter');
});

const anyMessage = record({
  n: integer({ min: 0, max: 12 }),
  channel: constantFrom('100', '101', 'thread', 'direct'),
  author: constantFrom(ANN, BEN, CI, RELAY),
  content: constantFrom('', 'words', '<@1002> and @everyone', '# head\n> quote', 'x'.repeat(10_001)),
  type: constantFrom('Default', 'Reply', 'Call', 'GuildMemberJoin', '21', '777'),
  answered: integer({ min: -1, max: 12 }),
  hasFile: boolean(),
  hasReactions: boolean(),
  isPinned: boolean(),
});

test('any export balances and keeps the rules of a log, twice alike', async () => {
  const CHANNELS = {
    100: {},
    101: { id: '101', name: 'random' },
    thread: {
      id: toSnowflake(3),
      type: 'GuildPublicThread',
      categoryId: '100',
      category: 'general',
      name: 'Plans',
    },
    direct: { id: '400', type: 'DirectTextChat', name: 'Ben Example' },
  };
  await assert(
    asyncProperty(array(anyMessage, { maxLength: 25 }), async messages => {
      const files = Object.entries(CHANNELS).map(([key, channel]) => [
        `${key}.json`,
        createChannel(
          channel,
          messages
            .filter(message => message.channel === key)
            .map(({ n, content, answered, hasFile, hasReactions, author, type, isPinned }) =>
              createMessage(n, content, {
                author,
                type,
                isPinned,
                ...(type === 'Reply' && {
                  reference: {
                    messageId: toSnowflake(answered),
                    channelId: 'id' in channel ? channel.id : '100',
                  },
                }),
                ...(hasFile && {
                  attachments: [{ id: '1', url: 'media\\a.png', fileName: 'a.png' }, { url: 'b' }],
                }),
                ...(hasReactions && {
                  reactions: [{ emoji: { id: '', name: '👍' }, count: 3, users: [ANN, BEN] }],
                }),
              }),
            ),
        ),
      ]);
      const archive = await openFiles({ ...Object.fromEntries(files), 'media/a.png': 'a' });
      const read = async () => {
        const ledger = new Ledger();
        const source = await openDiscord(archive, ledger);
        const drained = await drainSource(source);
        await source.close();
        return { ledger, drained };
      };
      const { ledger, drained } = await read();
      expect(ledger.findImbalances()).toEqual([]);
      for (const log of drained.messages.values()) expect(findLogFault(log)).toBeUndefined();
      expect((await read()).drained).toEqual(drained);
    }),
    { numRuns: sampleRuns(40) },
  );
});
