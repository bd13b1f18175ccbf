import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Mention } from '@snug/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { toShortcode } from '../chat/emoji/shortcodes.ts';
import type { LineSource } from '../export/format/line-source.ts';
import type { MessageLine, PersonLine, RoomLine } from '../export/format/lines.ts';
import { SlackEntries, type SlackLosses } from '../export/slack/slack-entries.ts';
import { SlackNames, toSlackId } from '../export/slack/slack-ids.ts';
import { writeEntries } from '../export/write/write-export.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openArchive } from './archive/open-archive.ts';
import { readBounded } from './import/apply/read-bounded.ts';
import { type Archive, generateArchive } from './import/apply/testing/generated-archive.ts';
import { Ledger } from './import/ledger.ts';
import { openSlack } from './readers/slack/open-slack.ts';
import { drainSource } from './readers/testing/drain-source.ts';
import { toPages } from './readers/to-pages.ts';

const SEED = Number(process.env.SNUG_SEED ?? Math.floor(Math.random() * 1e6));
/** Slack has one author for all deleted messages. */
const SLACKBOT = 'USLACKBOT';

function toLineSource({ people, rooms, messages, files, emoji, bytes }: Archive): LineSource {
  return {
    people: () => toPages(people),
    rooms: () => toPages(rooms),
    messages: id => toPages(messages.get(id) ?? []),
    files: () => toPages([...files.values()]),
    emoji: () => toPages(emoji),
    openFile: async id => {
      const found = bytes.get(id);
      return found && Readable.from([found]);
    },
  };
}

async function throughSlack(source: LineSource) {
  const path = join(temporaryFolder(), 'slack.zip');
  const entries = new SlackEntries({ source, toShortcode });
  await writeEntries(path, entries, new Date());
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  const ledger = new Ledger();
  const opened = await openSlack(archive, ledger);
  const drained = await drainSource(opened);
  expect(ledger.findImbalances()).toEqual([]);
  return { entries, ledger, ...drained, openFile: opened.openFile };
}

type ToKey = (id: string) => string;

const toSlackPerson: ToKey = id => toSlackId('U', id);

function presentPeople(people: readonly PersonLine[], toKey: ToKey) {
  return people
    .map(({ id, name, email, bot, guest, suspendedAt, deletedAt }) => ({
      key: toKey(id),
      name,
      email,
      bot,
      isGuest: guest !== undefined,
      isSuspended: (suspendedAt ?? deletedAt) !== undefined,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Slack has no archived direct rooms. */
function presentRoom({ kind, name, people, archivedAt, description, members }: RoomLine, toKey: ToKey) {
  return JSON.stringify({
    kind,
    name,
    description,
    people: people?.map(toKey).toSorted(),
    isArchived: kind !== 'direct' && archivedAt !== undefined,
    members: members.flatMap(({ uid, role }) => (role === undefined ? [] : toKey(uid))).toSorted(),
  });
}

interface Names {
  person: ToKey;
  /** Undefined for a file that the archive has no bytes of. */
  file: (id: string) => string | undefined;
}

/** With the number of a root in place of its id. Times of pins are in seconds, and of edits there is the last one. */
function presentMessages(messages: readonly MessageLine[], { person, file: nameFile }: Names) {
  const numbers = new Map(messages.map(({ id }, index) => [id, index]));
  return messages.map(({ at, by, text, mentions, root, file, reactions = {}, edited, pinned, deleted }) => ({
    at,
    by: deleted === undefined ? person(by) : SLACKBOT,
    text,
    mentions: mentions?.map(({ uid, start, length }) => [
      uid === null ? null : person(uid),
      text?.slice(start, start + length),
    ]),
    root: root === undefined ? undefined : numbers.get(root),
    file: file === undefined ? undefined : nameFile(file),
    reactions: Object.entries(reactions).map(([emoji, uids]) => [emoji, uids.map(person)]),
    editedAt: edited?.at,
    pinned: pinned && [person(pinned.by), pinned.at.slice(0, 19)],
    isDeleted: deleted !== undefined,
  }));
}

/** Slack's word for everyone is another one, a file without bytes is a text, and a space between bold words is bold. */
function toSlackWords(line: MessageLine, { files, bytes }: Archive): MessageLine {
  const { text, mentions, file } = line;
  const isLost = file !== undefined && !bytes.has(file);
  const words = [text, isLost ? `_File “${files.get(file)?.name}” (not imported)_` : undefined].filter(
    part => part !== undefined,
  );
  const toEveryone = mentions?.find(({ uid }) => uid === null);
  const shown = words.join('\n').replaceAll('** **', ' ');
  const joined = toEveryone ? shown.replace('@room', '@channel') : shown;
  return {
    ...line,
    ...(words.length > 0 && { text: joined }),
    ...(mentions && { mentions: mentions.map(range => moveRange(range, text ?? '', joined)) }),
  };
}

/** A text of the generator has one mention at most, at its end. */
function moveRange(range: Mention, before: string, after: string): Mention {
  const word = range.uid === null ? '@channel' : before.slice(range.start, range.start + range.length);
  return { ...range, start: after.lastIndexOf(word), length: word.length };
}

/** The generator has no lines of the server, only emoji of Slack, and names with capital letters. */
function countLosses(messages: readonly MessageLine[]): SlackLosses {
  return {
    notices: 0,
    reactions: 0,
    edits: messages.reduce((sum, { edited }) => sum + (edited ? edited.count - 1 : 0), 0),
    answers: messages.filter(({ replyTo, root }) => replyTo !== undefined && replyTo !== root).length,
    authors: messages.filter(({ deleted }) => deleted !== undefined).length,
    roomNames: 6,
  };
}

test(`what Slack's form can hold comes back, and the rest is counted (SNUG_SEED=${SEED})`, async () => {
  const archive = generateArchive(SEED, { messages: 900, rooms: 9 });
  const { entries, ledger, people, rooms, messages, files, emoji, openFile } = await throughSlack(
    toLineSource(archive),
  );
  const sourceIds = new Map(people.map(({ id, sourceId }) => [id, sourceId]));
  const toKey: ToKey = id => sourceIds.get(id) ?? '';
  const listed = people.filter(({ sourceId }) => sourceId !== SLACKBOT);
  expect(presentPeople(listed, toKey)).toEqual(presentPeople(archive.people, toSlackPerson));
  expect(emoji.map(({ name, key }) => [name, key])).toEqual([
    ['party_parrot', 'party_parrot'],
    ['pp', 'party_parrot'],
  ]);
  const fileNames = new Map(files.map(({ id, name }) => [id, name]));
  const roomNames = new SlackNames();
  const found = new Map(rooms.map(room => [presentRoom(room, toKey), room.id]));
  for (const room of archive.rooms) {
    const name = room.kind === 'direct' ? '' : roomNames.give(room.name, room.id);
    const own = (archive.messages.get(room.id) ?? []).map(line => toSlackWords(line, archive));
    const other = messages.get(found.get(presentRoom({ ...room, name }, toSlackPerson)) ?? '');
    expect(presentMessages(other ?? [], { person: toKey, file: id => fileNames.get(id) })).toEqual(
      presentMessages(own, {
        person: toSlackPerson,
        file: id => (archive.bytes.has(id) ? archive.files.get(id)?.name : undefined),
      }),
    );
  }
  for (const { id } of files)
    expect((await readBounded((await openFile(id)) ?? Readable.from([]), 1_000))?.byteLength).toBeGreaterThan(
      0,
    );
  const lostFiles = [...archive.messages.values()]
    .flat()
    .filter(({ file, deleted }) => file !== undefined && deleted === undefined && !archive.bytes.has(file));
  expect(entries.missing).toHaveLength(lostFiles.length);
  expect(entries.lost).toEqual(countLosses([...archive.messages.values()].flat()));
  const skipped = ledger.counts.skipped.filter(({ kind }) => kind !== 'entry');
  expect(skipped).toEqual(
    lostFiles.length === 0 ? [] : [{ kind: 'file', reason: 'file.no_bytes', count: lostFiles.length }],
  );
});
