import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Archive } from '../../archive/archive.ts';
import { Ledger } from '../../import/ledger.ts';
import { describeSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { describeSkips, readArchive, readContents } from '../testing/read-archive.ts';
import { openMatrix } from './open-matrix.ts';
import {
  ANN,
  answer,
  BEGIN_MS,
  BEN,
  createEvent,
  createRoom,
  edit,
  join,
  openMatrixKinds,
  react,
  relateTo,
  say,
} from './testing/matrix-json.ts';

async function read(archive: Archive) {
  const all = await readArchive(openMatrix, archive);
  expect(all.ledger.findImbalances()).toEqual([]);
  for (const messages of all.drained.messages.values()) expect(findLogFault(messages)).toBeUndefined();
  return all;
}

test('each kind of event has its line', async () => {
  const { drained, ledger } = await read(await openMatrixKinds());
  expect(describeSource(drained)).toMatchSnapshot('lines');
  expect(describeSkips(ledger)).toMatchSnapshot('skipped');
  expect(ledger.counts.changed).toMatchSnapshot('changed');
});

test('files of one name are those of their messages, in any time zone and language', async () => {
  const { drained, source } = await read(await openMatrixKinds());
  expect(await readContents(source, drained.files)).toEqual(['first', 'second', 'sticker']);
});

test('an edit at an impossible time is one of the time of its message', async () => {
  const edited = { 'm.new_content': { msgtype: 'm.text', body: 'new' } };
  const unsigned = { 'm.relations': { 'm.replace': { origin_server_ts: 1e300, content: edited } } };
  const archive = await openFiles({ 'export.json': createRoom([say(0, 'old', {}, { unsigned })]) });
  const { drained } = await read(archive);
  const at = new Date(BEGIN_MS).toISOString();
  expect([...drained.messages.values()].flat()).toMatchObject([{ at, text: 'new', edited: { at } }]);
});

test('an archive of something else is refused', async () => {
  const archive = await openFiles({ 'other.json': { messages: [] } });
  await expect(openMatrix(archive, new Ledger())).rejects.toThrow('no room of Element');
});

const anyEvent = record({
  n: integer({ min: 0, max: 9 }),
  /** Servers have clocks of their own. */
  late: constantFrom(0, 0, 0, -60_000, 60_000),
  target: integer({ min: 0, max: 10 }),
  kind: constantFrom('say', 'say', 'answer', 'thread', 'edit', 'react', 'gone', 'join', 'file', 'broken'),
  sender: constantFrom(ANN, BEN, '@cat:example.org'),
  isHtml: boolean(),
}).map(({ n, late, target, kind, sender, isHtml }) => {
  const more = { sender, origin_server_ts: BEGIN_MS + n * 1000 + late };
  const words = isHtml ? { format: 'org.matrix.custom.html', formatted_body: '<p>a<ul><li>b</p>' } : {};
  const thread = relateTo({ rel_type: 'm.thread', event_id: `$${target}`, is_falling_back: true });
  const events = {
    say: say(n, 'words', words, more),
    answer: say(n, 'answer', { ...words, ...answer(target) }, more),
    thread: say(n, 'thread', { ...words, ...thread }, more),
    edit: { ...edit(n, target, 'edited'), ...more },
    react: { ...react(n, target, '👍'), ...more },
    gone: createEvent(n, 'm.room.message', {}, more),
    join: { ...join(n, sender, 'Name'), ...more },
    file: say(n, 'a.png', { msgtype: 'm.image' }, more),
    broken: { type: 'm.room.message', event_id: 7 },
  };
  return events[kind];
});

test('any export balances and keeps the rules of a log, twice alike', async () => {
  await assert(
    asyncProperty(array(anyEvent, { maxLength: 25 }), async events => {
      const archive = await openFiles({ 'export.json': createRoom(events), 'images/a-1.png': 'a' });
      const { drained } = await read(archive);
      expect((await read(archive)).drained).toEqual(drained);
    }),
    { numRuns: sampleRuns(60) },
  );
});
