import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Person } from '@snug/protocol';
import { readZip } from '@snug/testkit/read-zip.ts';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { FileLine, MessageLine } from '../format/lines.ts';
import { formatMessage, parseText } from './message-html.ts';
import { PageTimes } from './page-times.ts';
import { createRoomPages } from './room-page-entries.ts';
import type { RoomPageSource } from './room-page-source.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const [ANN, BEN] = [newId(), newId()];
const people = new Map<string, Person>(
  [
    [ANN, 'Ann'],
    [BEN, 'Ben'],
  ].map(([uid = '', name = '']) => [uid, { uid, name, createdAt: 0, version: 0 }]),
);

function say(text: string, fields: Partial<MessageLine> = {}): MessageLine {
  return { id: newId(), at: '2026-11-02T09:00:00.000Z', by: ANN, text, ...fields };
}

interface TestRoom {
  lines: readonly MessageLine[];
  room?: RoomPageSource['room'];
  files?: readonly FileLine[];
  timeZone?: string;
  confirm?: () => Promise<void>;
}

function openPages({
  lines,
  room = { name: 'Hall', description: '' },
  files = [],
  timeZone = 'UTC',
  confirm = async () => {},
}: TestRoom) {
  const source: RoomPageSource = {
    room,
    async *messages() {
      for (let from = 0; from < lines.length; from += 250) yield lines.slice(from, from + 250);
    },
    findPeople: async uids => new Map([...people].filter(([uid]) => uids.includes(uid))),
    findFiles: async ids => new Map(files.filter(({ id }) => ids.includes(id)).map(file => [file.id, file])),
    openFile: async id =>
      files.some(file => file.id === id) ? Readable.from([Buffer.from(`bytes of ${id}`)]) : undefined,
  };
  return createRoomPages({ source, now: NOW, timeZone, confirm });
}

async function readPages(room: TestRoom): Promise<Map<string, string>> {
  const entries = readZip(await buffer(openPages(room)));
  return new Map([...entries].map(([name, bytes]) => [name, bytes.toString()]));
}

test('EX5 a room is a page a month and an index, with links between them', async () => {
  const pages = await readPages({
    room: { name: 'Hall & Co', description: 'All <b>of</b> us' },
    lines: [
      say('One', { at: '2026-09-30T23:30:00.000Z' }),
      say('Two', { at: '2026-11-01T00:00:00.000Z' }),
      say('Three'),
    ],
    timeZone: 'Europe/Berlin',
  });
  expect([...pages.keys()]).toEqual(['2026-10.html', '2026-11.html', 'index.html']);
  const index = pages.get('index.html') ?? '';
  expect(index).toContain('<a href="2026-10.html">October 2026</a> (1 message)');
  expect(index).toContain('<a href="2026-11.html">November 2026</a> (2 messages)');
  expect(index).toContain('Hall &amp; Co');
  expect(index).toContain('All &lt;b&gt;of&lt;/b&gt; us');
  expect(index).toContain('Saturday, November 28, 2026, 13:00. Times are those of Europe/Berlin.');
  const [october = '', november = ''] = [pages.get('2026-10.html'), pages.get('2026-11.html')];
  expect(october).toContain('<a href="2026-11.html" rel="next">Later: November 2026</a>');
  expect(october).toContain('>01:30</time>');
  expect(november).toContain('<a href="2026-10.html" rel="prev">Earlier: October 2026</a>');
  expect(november).not.toContain('rel="next"');
  expect(november.match(/<h2>.*<\/h2>/g)).toEqual([
    '<h2>Sunday, November 1, 2026</h2>',
    '<h2>Monday, November 2, 2026</h2>',
  ]);
});

test('EX5 a page has at most 2,000 messages', async () => {
  const lines = Array.from({ length: 4_001 }, (_, index) => say(`Number ${index}`));
  const pages = await readPages({ lines });
  expect([...pages.keys()]).toEqual(['2026-11.html', '2026-11-2.html', '2026-11-3.html', 'index.html']);
  expect(pages.get('2026-11-2.html')?.match(/<article/g)).toHaveLength(2_000);
  expect(pages.get('2026-11-3.html')).toContain('rel="prev">Earlier: November 2026, part 2</a>');
  expect(pages.get('2026-11.html')).toContain(
    '<a href="2026-11-2.html" rel="next">Later: November 2026, part 2</a>',
  );
});

test('EX5 an empty room has an index', async () => {
  const pages = await readPages({ lines: [] });
  expect([...pages.keys()]).toEqual(['index.html']);
  expect(pages.get('index.html')).toContain('No messages.');
});

test('EX5 a message shows its author, answer, reactions, edit, pin, mentions and formatted text', async () => {
  const question = say('Where **are** you?', { at: '2026-10-02T09:00:00.000Z', by: BEN });
  const pages = await readPages({
    lines: [
      question,
      say('@Benny _here_ `x < y` [docs](https://docs.example.com/a?b&c)', {
        replyTo: question.id,
        root: question.id,
        mentions: [{ uid: BEN, start: 0, length: 6 }],
        reactions: { '👍': [BEN, ANN], ':parrot:': [newId()] },
        edited: { count: 1, at: '2026-11-02T10:00:00.000Z' },
        pinned: { by: BEN, at: '2026-11-02T10:00:00.000Z' },
      }),
    ],
  });
  const page = pages.get('2026-11.html') ?? '';
  for (const part of [
    '<h3><bdi>Ann</bdi></h3>',
    `<a href="2026-10.html#m-${question.id}"><bdi>Ben</bdi>: <bdi>Where are you?</bdi></a>`,
    '<span class="mention"><bdi>@Ben</bdi></span> <em>here</em> <code dir="ltr">x &lt; y</code>',
    '<a href="https://docs.example.com/a?b&amp;c"',
    '<li><bdi>👍</bdi> <span><bdi>Ben</bdi>, <bdi>Ann</bdi></span></li>',
    '<li><bdi>:parrot:</bdi> <span><bdi>Unknown person</bdi></span></li>',
    '>edited</span>',
    'pinned by <bdi>Ben</bdi>',
  ])
    expect(page).toContain(part);
  expect(pages.get('2026-10.html')).toContain(`<article id="m-${question.id}">`);
});

test('EX5 deleted messages are in no entry, and a removed one is a line', async () => {
  const deleted = say('', { deleted: '2026-11-02T10:00:00.000Z', text: undefined });
  const removed = say('', { deleted: '2026-11-02T10:00:00.000Z', removed: true, text: undefined });
  const pages = await readPages({ lines: [deleted, removed, say('Answer', { replyTo: deleted.id })] });
  const all = [...pages.values()].join('\n');
  expect(all).not.toContain(`id="m-${deleted.id}"`);
  expect(all).toContain(`<article id="m-${removed.id}" class="line"><p dir="auto">Removed by an admin</p>`);
  expect(all).toContain('Answers an earlier message');
});

test('EX5 lines of the server keep their meaning', async () => {
  const lines = [
    say('I exported this room.', { notice: 'exported' }),
    say('The admin of this server exported this room.', { notice: 'exported_by_operator' }),
    say('Ben asked', { notice: 'admin_joined' }),
    say('Something new', { notice: 'of_a_later_release' }),
  ];
  const page = (await readPages({ lines })).get('2026-11.html') ?? '';
  expect(page.match(/<p dir="auto">.*?<\/p>/g)).toEqual([
    '<p dir="auto"><bdi>Ann</bdi> exported this room</p>',
    '<p dir="auto">The admin of this server exported this room</p>',
    '<p dir="auto"><bdi>Ann</bdi> joined as a workspace admin: <bdi>Ben asked</bdi></p>',
    '<p dir="auto"><bdi>Ann</bdi>: <bdi>Something new</bdi></p>',
  ]);
});

test('EX6 files have safe names, and no file is a page that a browser would run', async () => {
  const file = (name: string, contentType: string): FileLine => ({ id: newId(), name, contentType, size: 5 });
  const files = [
    file('../../a b?.png', 'image/png'),
    file('talk.mp3', 'audio/mpeg'),
    file('film.mp4', 'video/mp4'),
    file('evil.HTML', 'text/html'),
    file('evil.svg', 'image/svg+xml'),
    file(`${'x'.repeat(300)}.xhtml`, 'application/xhtml+xml'),
    file('"><script>.pdf', 'application/pdf'),
  ];
  const pages = await readPages({
    files,
    lines: files.map(({ id }) => say('', { file: id, text: undefined })),
  });
  const paths = [...pages.keys()].filter(name => name.startsWith('files/'));
  expect(paths.map(path => path.replace(/^files\/[0-9a-f-]{36}\//, ''))).toEqual([
    '.._.._a b_.png',
    'talk.mp3',
    'film.mp4',
    'evil.HTML.txt',
    'evil.svg.txt',
    `${'x'.repeat(100)}.txt`,
    '___script_.pdf',
  ]);
  const page = pages.get('2026-11.html') ?? '';
  expect(page).toContain(
    `<img src="files/${files[0]?.id}/.._.._a%20b_.png" alt="../../a b?.png" loading="lazy">`,
  );
  expect(page).toMatch(/<audio src="files\/[^"]*talk\.mp3" controls/);
  expect(page).toMatch(/<video src="files\/[^"]*film\.mp4" controls/);
  expect(page).not.toContain('<script');
});

test('EX6 a page names a policy that runs nothing and loads nothing from elsewhere', async () => {
  const pages = await readPages({ lines: [say('Hello')] });
  for (const html of pages.values()) {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src &#39;none&#39;; style-src &#39;sha256-[A-Za-z0-9+/]{43}=&#39;; img-src &#39;self&#39; file:; media-src/,
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
    expect(html).not.toMatch(/<script|<link|<iframe|javascript:| on[a-z]+=/i);
  }
});

/** What a page may contain: elements with attributes in quotation marks, and text. */
const TAG =
  /<(?:\/?(?:article|header|h3|bdi|a|time|p|div|span|strong|em|s|code|pre|ul|ol|li|blockquote)|br)(?: [a-z-]+="[^"<>]*")*>/g;
const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '<script>',
        '</p>',
        '"',
        "'",
        '&lt;',
        '&#60;',
        '-->',
        '<!--',
        ' onload=x ',
        '**',
        '_',
        '`',
        '```',
        '\n',
        '> ',
        '- ',
        '[a](https://x.example/"><b>)',
        'https://x.example/?"<>\'',
        '[a](javascript:x)',
        '\u202e',
        '\u2069',
        '\0',
        '\ud800',
        'W'.repeat(300),
      ),
      { maxLength: 20 },
    )
    .map(parts => parts.join('')),
);

test('EX6 no text or name of a person becomes an element, an attribute or an address', () => {
  fc.assert(
    fc.property(HOSTILE, HOSTILE, HOSTILE, (text, name, emoji) => {
      const uid = newId();
      const known = new Map([[uid, { uid, name, createdAt: 0, version: 0 }]]);
      const reactions = { [emoji]: [uid] };
      const line = say(text, {
        by: uid,
        reactions,
        replyTo: newId(),
        mentions: [{ uid, start: 0, length: 2 }],
      });
      const html = formatMessage(line, {
        people: known,
        times: new PageTimes('UTC'),
        blocks: parseText(line, known),
        file: undefined,
        quote: { page: '2026-11.html', by: uid, words: text },
      });
      expect(html.replace(TAG, '')).not.toMatch(/[<>]/);
      expect(html).not.toMatch(/(?![\n\t])\p{Cc}/u);
      expect(html.isWellFormed()).toBe(true);
      for (const [, address] of html.matchAll(/ href="([^"]*)"/g))
        expect(address).toMatch(/^(?:https?:\/\/|mailto:|#m-|2026-11\.html#m-)/);
      const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
      for (const element of ['bdi', 'p', 'a', 'span', 'pre', 'li', 'blockquote', 'article'])
        expect(count(new RegExp(`<${element}[ >]`, 'g'))).toBe(count(new RegExp(`</${element}>`, 'g')));
    }),
    { numRuns: sampleRuns(2_000) },
  );
});

test('EX7 the archive ends with an error after access has ended, and reads only as fast as its reader', async () => {
  let confirmed = 0;
  const lines = Array.from({ length: 5_000 }, () => say('x'.repeat(2_000)));
  const confirm = async () => {
    if (++confirmed > 3) throw new Error('no access');
  };
  await expect(buffer(openPages({ lines, confirm }))).rejects.toThrow('no access');
  confirmed = 0;
  const stream = openPages({ lines, confirm: async () => void confirmed++ });
  stream.once('readable', () => {});
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  expect(confirmed).toBeLessThan(5);
  stream.destroy();
});
