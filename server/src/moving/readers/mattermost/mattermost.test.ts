import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../import/ledger.ts';
import { describeSource, drainSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { describeSkips, readArchive, readContents } from '../testing/read-archive.ts';
import { openMattermost } from './open-mattermost.ts';
import { createLine, createPost, LISTS, openMattermostKinds } from './testing/mattermost-jsonl.ts';

async function readKinds() {
  return readArchive(openMattermost, await openMattermostKinds());
}

test('each kind of line has its place', async () => {
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

test('files are those of the archive, and never of the disk', async () => {
  const { drained, source } = await readKinds();
  expect(await readContents(source, drained.files)).toEqual(['one', 'reply']);
});

test('people of two servers are different people', async () => {
  const other = await openFiles({
    'import.jsonl': [
      JSON.stringify({ type: 'version', version: 1 }),
      createLine('team', { name: 'others', display_name: 'Others' }),
      createLine('user', { username: 'ann', email: 'ann@example.com' }),
    ].join('\n'),
  });
  const { people } = (await readArchive(openMattermost, other)).drained;
  const { drained } = await readKinds();
  expect(drained.people.map(({ id }) => id)).not.toContain(people[0]?.id);
});

test.each(['{"type":"version","version":2}', '{"type":"team"}'])('%s is refused', async line => {
  const archive = await openFiles({ 'import.jsonl': line });
  await expect(openMattermost(archive, new Ledger())).rejects.toThrow(/Mattermost/);
});

const anyPost = record({
  n: integer({ min: -3, max: 6 }),
  user: constantFrom('ann', 'ben', 'hook', 'nobody', ''),
  message: constantFrom('', 'words', '@ben @here', '# head\n> quote', 'x'.repeat(10_001)),
  type: constantFrom('', 'me', 'system_join_channel', 'custom_x'),
  hasFile: boolean(),
  isPinned: boolean(),
});
const anyLine = record({
  post: anyPost,
  replies: array(anyPost, { maxLength: 3 }),
  place: constantFrom(
    { team: 'crew', channel: 'town' },
    { team: 'guild', channel: 'lost' },
    { channel_members: ['ann', 'ben'] },
    { channel_members: [] },
  ),
});

test('any export balances and keeps the rules of a log, twice alike', async () => {
  await assert(
    asyncProperty(array(anyLine, { maxLength: 15 }), async lines => {
      const toPost = ({ n, message, user, type, hasFile, isPinned }: (typeof lines)[number]['post']) =>
        createPost(n, message, {
          user,
          type,
          is_pinned: isPinned,
          reactions: [{ user: 'ben', emoji_name: 'tada' }],
          ...(hasFile && { attachments: [{ path: 'a.png' }, { path: 'b.png' }, { path: '/etc/passwd' }] }),
        });
      const text = [
        ...LISTS,
        ...lines.map(({ post, replies, place }) =>
          createLine('team' in place ? 'post' : 'direct_post', {
            ...place,
            ...toPost(post),
            replies: replies.map(toPost),
          }),
        ),
      ].join('\n');
      const archive = await openFiles({ 'import.jsonl': text, 'data/a.png': 'a', 'data/b.png': 'b' });
      const read = async () => {
        const ledger = new Ledger();
        const source = await openMattermost(archive, ledger);
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
