import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { PartName } from '../../export/format/entries.ts';
import type { LineSource } from '../../export/format/line-source.ts';
import type { MessageLine, PersonLine, RoomLine } from '../../export/format/lines.ts';
import { readDatabase } from '../../export/rows/read-database.ts';
import { writeExport } from '../../export/write/write-export.ts';
import { temporaryFolder } from '../../testing/database.ts';
import { createFullWorkspace } from '../../testing/full-workspace.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readExport } from '../export-file/read-export.ts';
import { type CompareOptions, compareSides } from './compare-sides.ts';

async function compare(a: LineSource, b: LineSource, options: Partial<CompareOptions> = {}) {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const isEqual = await compareSides(
    { title: 'A', source: a },
    { title: 'B', source: b },
    { report, ...options },
  );
  return { isEqual, lines, text: lines.join('\n') };
}

/** With other lines in place of some. */
function change(
  source: LineSource,
  changes: {
    people?: (line: PersonLine) => PersonLine;
    room?: (line: RoomLine) => RoomLine;
    messages?: (lines: readonly MessageLine[], roomId: string) => readonly MessageLine[];
  },
): LineSource {
  const { people = line => line, room = line => line, messages = lines => lines } = changes;
  return {
    ...source,
    async *people() {
      for await (const lines of source.people()) yield lines.map(people);
    },
    async *rooms() {
      for await (const lines of source.rooms()) yield lines.map(room);
    },
    async *messages(roomId) {
      for await (const lines of source.messages(roomId)) yield messages(lines, roomId);
    },
  };
}

test('a database equals its export, and each room shows its number of messages and its hash', async () => {
  const { db, storage, open } = await createFullWorkspace();
  const source = readDatabase(db, storage);
  const path = join(temporaryFolder(), 'all.zip');
  await writeExport({ path, source, facts: { createdAt: '2026-01-01T00:00:00.000Z' } });
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  const { isEqual, lines } = await compare(source, await readExport(archive));
  expect(isEqual).toBe(true);
  expect(lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^equal    open room Room \\(${open}\\): 4 messages, SHA-256 [0-9a-f]{64}$`),
    ),
  );
});

test('each difference is named, with 20 of a room at most', async () => {
  const { db, storage, ann, ben, open, closed, root, file } = await createFullWorkspace();
  const source = readDatabase(db, storage);
  const changed = await compare(
    source,
    change(source, {
      messages: (lines, roomId) =>
        roomId === open
          ? lines.map(line =>
              line.id === root ? { ...line, text: 'Other words', reactions: { '👍🏽': [ben] } } : line,
            )
          : lines,
    }),
  );
  expect(changed.isEqual).toBe(false);
  expect(changed.text).toMatch(
    new RegExp(
      `${root}: text: "Hello [^|]* \\| "Other words", reactions: \\[.*\\| \\[\\["👍🏽",\\["${ben}"\\]\\]\\]`,
    ),
  );
  const missing = await compare(
    source,
    change(source, { messages: lines => lines.filter(({ id }) => id !== root) }),
  );
  expect(missing.text).toContain(`${root}: only in A`);
  expect(missing.lines.filter(line => line.includes('only in'))).toHaveLength(1);
  const members = await compare(
    source,
    change(source, { room: line => ({ ...line, members: line.members.slice(1) }) }),
  );
  expect(members.text).toContain('the members');
  const renamed = await compare(
    source,
    change(source, { room: line => ({ ...line, name: `${line.name}!` }) }),
  );
  expect(renamed.text).toContain('the room itself');
  const people = await compare(
    source,
    change(source, { people: line => (line.id === ann ? { ...line, name: 'Eve' } : line) }),
  );
  expect(people.text).toContain(`${ann}: name: "Ann" | "Eve"`);
  const bytes = await compare(source, {
    ...source,
    openFile: async id => (id === file.id ? Readable.from([Buffer.from('other')]) : source.openFile(id)),
  });
  expect(bytes.lines.filter(line => line.startsWith('differs'))).toMatchObject([
    expect.stringContaining(closed),
  ]);
  const gone = await compare(source, { ...source, async *rooms() {} });
  expect(gone.lines.filter(line => line.includes('only in A')).length).toBe(4);
  const many = change(source, {
    messages: (lines, roomId) =>
      roomId === open
        ? Array.from({ length: 30 }, (_, index) => ({
            ...lines[0],
            id: `${index}`,
            at: '2026-01-01T00:00:00.000Z',
            by: ann,
          }))
        : lines,
  });
  const { lines } = await compare(many, source);
  expect(lines.filter(line => line.startsWith('         ')).length).toBe(21);
  expect(lines).toContain('         and 14 more');
});

test('people with other ids are the same by their address, and rooms by their name', async () => {
  const { db, storage } = await createFullWorkspace();
  const source = readDatabase(db, storage);
  const other = (id: string) => (id.startsWith('f') ? id : `f${id.slice(1)}`);
  const swap = (text: string) =>
    text.replaceAll(
      /"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/g,
      id => `"${other(id.slice(1, -1))}"`,
    );
  const rename = <Line>(line: Line): Line => {
    const { email, ...rest } = line as Line & { email?: string };
    return { ...(JSON.parse(swap(JSON.stringify(rest))) as Line), ...(email !== undefined && { email }) };
  };
  const ids = new Map<string, string>();
  for await (const rooms of source.rooms()) for (const { id } of rooms) ids.set(other(id), id);
  const renamed: LineSource = {
    async *people() {
      for await (const lines of source.people()) yield lines.filter(({ bot }) => bot !== true).map(rename);
    },
    async *rooms() {
      for await (const lines of source.rooms()) yield lines.map(rename);
    },
    async *messages(roomId) {
      for await (const lines of source.messages(ids.get(roomId) ?? '')) yield lines.map(rename);
    },
    async *files() {
      for await (const lines of source.files()) yield lines.map(rename);
    },
    async *emoji() {
      for await (const lines of source.emoji()) yield lines.map(rename);
    },
    openFile: async id => {
      for await (const lines of source.files())
        for (const line of lines) if (other(line.id) === id) return source.openFile(line.id);
      return undefined;
    },
  };
  const { lines, isEqual } = await compare(source, renamed, { withoutIds: true });
  // Only the bot has no address.
  expect(lines.filter(line => line.startsWith('differs'))).toMatchObject([expect.stringContaining('people')]);
  expect(isEqual).toBe(false);
});

/** With other lines in one of the other entries, or without it. */
function changePart(
  source: LineSource,
  name: PartName,
  change: ((line: Record<string, unknown>) => object) | undefined,
): LineSource {
  return {
    ...source,
    parts: (source.parts ?? []).flatMap(part =>
      part.name !== name
        ? part
        : change === undefined
          ? []
          : {
              name,
              async *read() {
                for await (const lines of part.read())
                  yield lines.map(line => change(line as Record<string, unknown>));
              },
            },
    ),
  };
}

test('a comparison of everything has the settings and what people keep to themselves', async () => {
  const { db, storage, ann, ben, open, root, run } = await createFullWorkspace();
  await run(ann, 'set_setting', { name: 'workspace_name', value: 'The Crew', version: 0, fixed: {} });
  const source = readDatabase(db, storage, { personal: true });
  const equal = await compare(source, source, { all: true });
  expect(equal.isEqual).toBe(true);
  for (const name of [
    'settings.json',
    'reads.jsonl',
    'follows.jsonl',
    'saved.jsonl',
    'blocks.jsonl',
    'statuses.jsonl',
  ])
    expect(equal.text).toMatch(new RegExp(`^equal {4}${name.replace('.', '\\.')}: [1-9]`, 'm'));
  const saved = changePart(source, 'saved.jsonl', line => ({ ...line, at: '2026-02-02T00:00:00.000Z' }));
  const differs = await compare(source, saved, { all: true });
  expect(differs.lines.filter(line => line.startsWith('differs'))).toEqual(['differs  saved.jsonl: 1']);
  expect(differs.text).toContain(`${ben} ${open} ${root}: at: `);
  expect((await compare(source, saved)).isEqual).toBe(true);
  const without = await compare(source, changePart(source, 'blocks.jsonl', undefined), { all: true });
  expect([without.isEqual, without.text]).toEqual([
    true,
    expect.stringContaining('skipped  blocks.jsonl: only A has it'),
  ]);
});
