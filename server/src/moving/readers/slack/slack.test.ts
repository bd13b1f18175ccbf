import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { makeZip } from '../../archive/testing/make-zip.ts';
import { Ledger } from '../../import/ledger.ts';
import { describeSkip } from '../../import/report/skip-reasons.ts';
import { drainSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { SLACK_KINDS } from './message-kinds.ts';
import { openSlack } from './open-slack.ts';

const ANN = { id: 'U1', team_id: 'T1', profile: { real_name: 'Ann', email: 'ann@example.com' } };
const BEN = { id: 'U2', team_id: 'T1', profile: { real_name: 'Ben' }, is_restricted: true };
const say = (ts: string, text: string, more = {}) => ({ type: 'message', user: 'U1', ts, text, ...more });
const DAY = [
  say('1700000001.000100', '*bold* <@U2> &amp;amp; :+1:\n&gt; quoted\nplain'),
  say('1700000003.000000', 'root', { thread_ts: '1700000003.000000' }),
  say('1700000002.000000', 'too early', { thread_ts: '1700000003.000000' }),
  say('1700000004.000000', 'lost root', { thread_ts: '1600000000.000000' }),
  say('1700000005.000000', '', { subtype: 'channel_join' }),
  say('1700000006.000000', 'two files', {
    files: [
      { id: 'F1', name: 'a.txt', url_private: 'https://a.example/a?t=xoxe-SECRET' },
      { id: 'F2', name: 'b.txt', url_private: 'https://a.example/b?t=xoxe-SECRET' },
    ],
    reactions: [{ name: 'wave::skin-tone-3', users: ['U2', 'U9'], count: 3 }],
  }),
  { type: 'message', ts: 'never', text: 'no time', url: 'xoxe-SECRET' },
];
const FILES = {
  'users.json': [ANN, BEN],
  'channels.json': [
    { id: 'C1', name: 'general', creator: 'U1', members: ['U1', 'U2'], created: '1600000000' },
  ],
  'mpims.json': [
    { id: 'G1', name: 'mpdm-1', members: ['U1', 'U2'] },
    { id: 'G2', name: 'mpdm-2', members: ['U2', 'U1'] },
  ],
  'general/2023-11-14.json': DAY,
  'mpdm-1/2023-11-14.json': [say('1700000002.000000', 'second')],
  'mpdm-2/2023-11-14.json': [say('1700000001.000000', 'first')],
  '__uploads/F1/a.txt': 'bytes',
};

async function read(files: Readonly<Record<string, unknown>>, folder = '') {
  const path = join(temporaryFolder(), 'slack.zip');
  const entries = Object.entries(files).map(([name, content]) => ({
    name: folder + name,
    content: JSON.stringify(content),
  }));
  writeFileSync(path, makeZip(entries));
  const archive = await openArchive(path);
  onTestFinished(async () => await archive.close());
  const skipped: unknown[] = [];
  const ledger = new Ledger(one => skipped.push(one));
  const drained = await drainSource(await openSlack(archive, ledger));
  for (const messages of drained.messages.values()) expect(findLogFault(messages)).toBe(undefined);
  expect(ledger.findImbalances()).toEqual([]);
  const reasons = ledger.counts.skipped.map(({ reason }) => reason);
  return { ...drained, skipped, reasons };
}

test('reads rooms, threads, files and reactions, also one folder deeper, and balances', async () => {
  const { rooms, messages, people, skipped } = await read(FILES, 'export/');
  expect(rooms.map(({ kind, name }) => [kind, name])).toEqual([
    ['open', 'general'],
    ['direct', ''],
  ]);
  const [general = [], direct = []] = [...messages.values()];
  expect(general.map(({ text, extra }) => [text, extra])).toEqual([
    ['**bold** @Ben &amp; 👍\n> quoted\nplain', undefined],
    ['root', undefined],
    ['too early', undefined],
    [undefined, 'root'],
    ['lost root', undefined],
    ['two files\n_File “b.txt” (not imported)_', undefined],
  ]);
  expect(general.at(-1)).toMatchObject({ file: expect.any(String), reactions: { '👋🏼': { length: 2 } } });
  expect(direct.map(({ text }) => text)).toEqual(['first', 'second']);
  expect(people.map(({ sourceId, guest, placeholder }) => [sourceId, guest, placeholder])).toEqual([
    ['U1', undefined, undefined],
    ['U2', {}, undefined],
    ['unknown', undefined, true],
    ['U9', undefined, true],
  ]);
  expect(JSON.stringify([...messages, skipped])).not.toContain('SECRET');
});

test('a later archive keeps the ids of the first', async () => {
  const ids = ({ messages }: Awaited<ReturnType<typeof read>>) =>
    [...messages.values()].flat().map(({ id }) => id);
  const first = ids(await read(FILES));
  expect(ids(await read(FILES))).toEqual(first);
  const later = { ...FILES, 'general/2023-11-15.json': [say('1700080000.000000', 'next day')] };
  const all = ids(await read(later));
  expect(all).toHaveLength(first.length + 1);
  expect(all).toEqual(expect.arrayContaining(first));
});

test('answers to answers belong to the first message', async () => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [
      say('1700000001.000000', 'root'),
      say('1700000002.000000', 'answer', { thread_ts: '1700000001.000000' }),
      say('1700000003.000000', 'deep', { thread_ts: '1700000002.000000' }),
    ],
    'general/2023-11-15.json': [say('1700080000.000000', 'deeper', { thread_ts: '1700000003.000000' })],
  });
  const [general = []] = [...messages.values()];
  const [root] = general;
  expect(general.map(({ text, root, replyTo }) => [text, root, replyTo])).toEqual([
    ['root', undefined, undefined],
    ['answer', root?.id, root?.id],
    ['deep', root?.id, root?.id],
    ['deeper', root?.id, root?.id],
  ]);
});

test('an empty answer makes no first message', async () => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [say('1700000004.000000', '', { thread_ts: '1600000000.000000' })],
  });
  expect([...messages.values()][0]).toEqual([]);
});

test('the first message of a conversation is made if another one of its time comes in its place', async () => {
  const join = say('1700000001.000000', 'joined', { subtype: 'channel_join' });
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [
      join,
      say('1700000001.000000', 'same time'),
      say('1700000002.000000', 'answer', { thread_ts: '1700000001.000000' }),
    ],
  });
  expect([...messages.values()][0]?.map(({ text, extra }) => [text, extra])).toEqual([
    ['same time', undefined],
    [undefined, 'root'],
    ['answer', undefined],
  ]);
});

test('a time of the future does not move the messages of a room', async () => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [
      say('1700000001.000000', 'answer', { thread_ts: '9999999999.000000' }),
      say('1700000002.000000', 'next'),
    ],
  });
  expect([...messages.values()][0]?.at(-1)?.at).toBe('2023-11-14T22:13:22.000Z');
});

test.each(['__uploads/F2/b.txt', 'F2/b.txt'])(
  'a folder with %s has the bytes that the archive only names',
  async path => {
    const archive = await openFiles(FILES);
    const beside = await openFiles({ [path]: 'the bytes' });
    const source = await openSlack(archive, new Ledger(), { files: beside });
    const { files } = await drainSource(source);
    const [file] = files.filter(({ name }) => name === 'b.txt');
    expect(await text((await source.openFile(file?.id ?? '')) ?? Readable.from([]))).toBe('the bytes');
  },
);

test('emoji of the workspace come with their pictures, also by another name', async () => {
  const { emoji, messages } = await read({
    ...FILES,
    'index.json': {
      demo_bird: 'https://emoji.example/demo_bird.gif',
      bird: 'alias:demo_bird',
      yes: 'alias:+1',
      lost: 'https://emoji.example/lost.png',
    },
    'emojis/demo_bird.gif': 'bytes',
    'general/2023-11-14.json': [
      say('1700000001.000000', ':bird: :yes: :lost:', {
        reactions: ['demo_bird', 'bird', 'lost'].map((name, index) => ({
          name,
          users: [`U${index + 1}`],
          count: 1,
        })),
      }),
    ],
  });
  expect(emoji.map(({ name, file }) => [name, file])).toEqual([['demo_bird', expect.any(String)]]);
  const [[message] = []] = [...messages.values()];
  expect(message?.text).toBe(':demo_bird: 👍 :lost:');
  expect(message?.reactions).toEqual({ ':demo_bird:': [expect.any(String), expect.any(String)] });
});

const SYSTEM_FILES = {
  'integration_logs.json': [{ app_id: 'A1', app_type: 'Deploys' }],
  'canvases.json': [{ id: 'F7', title: 'Plan' }],
  'lists.json': [],
  'huddle_transcripts.json': [],
  'content_flags.json': [],
  'file_conversations.json': [{ id: 'C7', name: 'FC:F7:Plan', members: ['U1'] }],
  '.slack-manifest.json': { version: 2 },
  'general/canvas_in_the_conversation.json': [],
};

test('no file that Slack adds to an export counts as a loss', async () => {
  const { reasons, rooms } = await read({ ...FILES, 'general/2023-11-14.json': [], ...SYSTEM_FILES });
  expect(reasons.filter(reason => describeSkip(reason).isMissed)).toEqual([]);
  expect(reasons).not.toContain('entry.unknown');
  expect(rooms.map(({ name }) => name)).not.toContain('Comments on “Plan”');
  expect((await read({ ...FILES, 'new.json': [] })).reasons).toContain('entry.unknown');
});

test('comments on a canvas are a private room', async () => {
  const { rooms } = await read({
    ...FILES,
    ...SYSTEM_FILES,
    'FC:F7:Plan/2023-11-14.json': [say('1700000001.000000', 'a comment')],
  });
  expect(rooms.at(-1)).toMatchObject({ kind: 'private', name: 'Comments on “Plan”' });
});

test.each([...SLACK_KINDS])('a message of the kind %s is a %s', async (subtype, kind) => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [say('1700000001.000000', 'words', { subtype })],
  });
  const [stored] = [...messages.values()][0] ?? [];
  const outcome = stored === undefined ? 'left out' : stored.deleted === undefined ? 'message' : 'deleted';
  expect(outcome).toBe(kind === 'message' || kind === 'deleted' ? kind : 'left out');
});

test('a line about the room that somebody answered stays as the first message', async () => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [
      say('1700000001.000000', '<@U1> has joined', {
        subtype: 'channel_join',
        thread_ts: '1700000001.000000',
      }),
      say('1700000002.000000', 'welcome', { thread_ts: '1700000001.000000' }),
    ],
  });
  expect([...messages.values()][0]?.map(({ text }) => text)).toEqual(['_@Ann has joined_', 'welcome']);
});

test('an answer that is a day older than its first message waits for it', async () => {
  const { messages } = await read({
    ...FILES,
    'general/2023-11-14.json': [
      say('1700000001.000000', 'answer', { thread_ts: '1700080000.000000' }),
      say('1700000002.000000', 'other'),
    ],
    'general/2023-11-15.json': [say('1700080000.000000', 'root', { thread_ts: '1700080000.000000' })],
  });
  const [general = []] = [...messages.values()];
  expect(general.map(({ text }) => text)).toEqual(['other', 'root', 'answer']);
  expect(general[2]?.root).toBe(general[1]?.id);
});

test.each(['1700086400.000200', '1700172800.000100'])(
  'an answer of %s to one that waits for its first message joins it, and neither changes its id',
  async ts => {
    const early = say('1700086400.000100', 'answer', { thread_ts: '1700172802.000100' });
    const deep = say(ts, 'answer to the answer', { thread_ts: '1700086400.000100' });
    const last = [say('1700172802.000100', 'first of all')];
    const isEarly = ts < '1700172800';
    const first = { ...FILES, 'general/2023-11-15.json': isEarly ? [deep, early] : [early] };
    const later = { ...first, 'general/2023-11-16.json': isEarly ? last : [...last, deep] };
    const find = async (files: typeof first, text: string) =>
      [...(await read(files)).messages.values()].flat().find(message => message.text === text);
    const answer = await find(later, 'answer');
    expect(answer?.id).toBe((await find(first, 'answer'))?.id);
    expect((await find(later, 'answer to the answer'))?.root).toBe((await find(later, 'first of all'))?.id);
  },
);

test('nobody has an id as a name', async () => {
  const { messages, people } = await read({
    ...FILES,
    ...SYSTEM_FILES,
    'usergroups.json': [{ id: 'S1', handle: 'ops' }],
    'general/2023-11-14.json': [
      say('1700000001.000000', 'I left', { user: 'U7' }),
      say('1700000002.000000', 'me too', { user: 'U8' }),
      say('1700000003.000000', 'guest', { user: 'W9', user_profile: { display_name: 'Wim' } }),
      say('1700000004.000000', 'in', {
        user: '',
        subtype: 'bot_add',
        bot_id: 'B1',
        bot_link: '<https://a|CI>',
      }),
      say('1700000005.000000', 'built', { user: '', bot_id: 'B1' }),
      say('1700000006.000000', 'deployed', { user: '', bot_id: 'B2', app_id: 'A1' }),
      say('1700000007.000000', 'nameless', { user: '', bot_id: 'B3' }),
      say('1700000008.000000', 'nobody', { user: '' }),
      say('1700000009.000000', '<@U99> <!subteam^S1> <!subteam^S2> <#C99>'),
    ],
  });
  expect(people.slice(2).map(({ name }) => name)).toEqual([
    'Former member',
    'Former member 2',
    'Wim',
    'CI',
    'Deploys',
    'Integration',
    'Unknown person',
  ]);
  expect([...messages.values()][0]?.at(-1)?.text).toBe('@Former member @ops @a group a private room');
});

test('impossible times and places in lists end no import', async () => {
  const list = (more: object) => ({
    type: 'rich_text_list',
    style: 'ordered',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'item' }] }],
    ...more,
  });
  const date = { type: 'rich_text_section', elements: [{ type: 'date', timestamp: 1e300 }] };
  const blocks = [{ type: 'rich_text', elements: [list({ indent: -1 }), list({ offset: 1e300 }), date] }];
  const { messages } = await read({
    ...FILES,
    'channels.json': [{ id: 'C1', name: 'general', pins: [{ id: '1700000001.000100', created: 1e300 }] }],
    'general/2023-11-14.json': [say('1700000001.000100', '', { blocks })],
  });
  expect([...messages.values()][0]).toMatchObject([
    {
      text: expect.stringMatching(/^1\. item\n\n?\d+\. item\n\n?1970-01-01/),
      pinned: { at: '2023-11-14T22:13:21.000Z' },
    },
  ]);
});
