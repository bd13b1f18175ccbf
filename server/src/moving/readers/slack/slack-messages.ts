import { deriveId } from '../../../base/derived-id.ts';
import type { FileLine } from '../../../export/format/lines.ts';
import type { Archive } from '../../archive/archive.ts';
import { InvalidJsonError } from '../../archive/archive-error.ts';
import type { ImportedBatch, ImportedMessage } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { StyledText } from '../../text/styled-text.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { writeMissingFile } from '../missing-file.ts';
import { SourceReactions } from '../source-reactions.ts';
import { toMessages } from '../to-messages.ts';
import { LateRoots } from './late-roots.ts';
import { findKind } from './message-kinds.ts';
import { PlaceLog } from './place-log.ts';
import type { SlackEmoji } from './slack-emoji.ts';
import { readValidObjects } from './slack-json.ts';
import { type SlackPeople, UNKNOWN_AUTHOR } from './slack-people.ts';
import type { SlackPlace, SlackRoom } from './slack-rooms.ts';
import { removeToken, type TextContext, writeBlocks, writeMrkdwn } from './slack-text.ts';
import { isRecord, readList, readSeconds, readText, readTs, type SlackObject } from './slack-values.ts';

export interface SlackIndex {
  archive: Archive;
  workspace: string;
  ledger: Ledger;
  people: SlackPeople;
  emoji: SlackEmoji;
  files: ArchiveFiles;
  /** Entries by the id of the file. */
  uploads: ReadonlyMap<string, string>;
  roomNames: ReadonlyMap<string, string>;
  /** Names of groups of people by id. */
  groups: ReadonlyMap<string, string>;
}

const MAX_BATCH = 1_000;
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['quip', 'Canvas'],
  ['canvas', 'Canvas'],
  ['docs', 'Post'],
  ['list', 'List'],
  ['huddle_transcript', 'Transcript'],
]);
/** In place of the number of a first message that comes after an answer. */
const LATE = 1_000_000;

interface Item {
  source: SlackObject;
  place: SlackPlace;
  us: number;
  /** Of several messages of one time. */
  number: number;
  /** The time of the message that it answers. */
  answered: number | undefined;
}

/** A day at a time: the files of Slack are in the order of time. */
export async function* readSlackRoom(index: SlackIndex, room: SlackRoom): AsyncGenerator<ImportedBatch> {
  const { people, ledger } = index;
  const logs = new Map(room.places.map(place => [place, new PlaceLog()]));
  const unusedPins = new Set(room.places.flatMap(({ pins }) => [...pins.keys()]));
  const late = new LateRoots<Item>(path => readValidObjects(index.archive, path));
  let lastAt = 0;
  for (const files of listDays(room)) {
    const items: Item[] = [];
    for (const { place, path } of files) {
      const waiting = late.take(path);
      for (const { answered } of waiting) {
        ledger.change('thread.root_later');
        if (answered !== undefined) logs.get(place)?.addLateRoot(answered);
      }
      const ofDay = await readDay(index, place, path, room);
      items.push(...waiting, ...(await holdLate(late, path, ofDay)));
    }
    const messages: ImportedMessage[] = [];
    let lines: FileLine[] = [];
    for (const item of sortItems(items, ledger)) {
      const { place, us, number, answered } = item;
      const log = logs.get(place) ?? new PlaceLog();
      const rootUs = answered === undefined ? undefined : log.findRoot(answered);
      if (rootUs !== answered) ledger.change('thread.joined');
      const isLate = rootUs !== undefined && log.has(rootUs) && log.isLateRoot(rootUs);
      const root =
        rootUs === undefined ? undefined : deriveMessageId(index, place, rootUs, isLate ? LATE : 0);
      const converted = convert(item, root, index, room);
      const [first] = converted.messages;
      if (!first) continue;
      if (rootUs !== undefined && root !== undefined && !log.has(rootUs)) {
        log.addMissing(rootUs);
        ledger.change('thread.root_missing');
        const by = people.get(readText(item.source.parent_user_id) || UNKNOWN_AUTHOR).id;
        lastAt = Math.max(lastAt, Math.floor(Math.min(rootUs, us) / 1000));
        const at = new Date(lastAt).toISOString();
        messages.push({ id: root, at, by, deleted: at, extra: 'root' });
      }
      if (number === 0) {
        if (log.hasOtherId(us)) first.id = deriveMessageId(index, place, us, LATE);
        if (log.isMissing(us)) ledger.change('thread.root_apart');
        else log.add(us, rootUs ?? us);
      }
      const own = Math.floor(us / 1000);
      if (own < lastAt) ledger.change('time.moved');
      lastAt = Math.max(own, lastAt);
      const at = new Date(lastAt).toISOString();
      for (const message of converted.messages) message.at = at;
      if (first.pinned) unusedPins.delete(readText(item.source.ts));
      messages.push(...converted.messages);
      lines.push(...converted.files);
      while (messages.length >= MAX_BATCH) {
        yield toBatch(messages.splice(0, MAX_BATCH), lines, people, ledger);
        lines = [];
      }
    }
    if (messages.length > 0) yield toBatch(messages, lines, people, ledger);
  }
  if (unusedPins.size === 0) return;
  ledger.read('pin', unusedPins.size);
  ledger.skip({ kind: 'pin', reason: 'pin.message', room: room.line.name }, unusedPins.size);
}

/** Without the answers whose first message comes on a later day: those wait for it. */
async function holdLate(late: LateRoots<Item>, path: string, items: readonly Item[]): Promise<Item[]> {
  const present: Item[] = [];
  // An answer to one that waits follows it.
  for (const item of items.toSorted((a, b) => a.us - b.us))
    if (!(await late.hold(item, path))) present.push(item);
  return present;
}

/** The days of all places of a room, in the order of time. */
function listDays({ places }: SlackRoom): { place: SlackPlace; path: string }[][] {
  const files = places.flatMap(place => place.days.map(path => ({ place, path, day: path.slice(-15) })));
  return [...Map.groupBy(files, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofDay]) => ofDay);
}

function toBatch(
  messages: ImportedMessage[],
  files: FileLine[],
  people: SlackPeople,
  ledger: Ledger,
): ImportedBatch {
  const added = people.takeAdded();
  ledger.read('person', added.length);
  return { messages, files, people: added };
}

async function readDay(
  { archive, ledger }: SlackIndex,
  place: SlackPlace,
  path: string,
  room: SlackRoom,
): Promise<Item[]> {
  ledger.read('entry');
  const skipEntry = (reason: string): Item[] => {
    ledger.skip({ kind: 'entry', reason, entry: path });
    return [];
  };
  let day: unknown;
  try {
    day = await archive.readJson(path);
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    return skipEntry('entry.not_json');
  }
  if (!Array.isArray(day)) return skipEntry('entry.not_a_list');
  ledger.store('entry');
  const items: Item[] = [];
  const byTime = new Map<number, SlackObject[]>();
  for (const source of day) {
    ledger.read('message');
    const skip = (reason: string) =>
      ledger.skip({ kind: 'message', reason, room: room.line.name, entry: path, item: toReported(source) });
    const us = isRecord(source) ? readTs(source.ts) : undefined;
    if (!isRecord(source) || us === undefined) {
      skip(isRecord(source) ? 'message.no_time' : 'message.not_valid');
      continue;
    }
    const same = byTime.get(us) ?? [];
    if (same.some(other => readText(other.text) === readText(source.text) && other.user === source.user)) {
      skip('message.twice');
      continue;
    }
    byTime.set(us, [...same, source]);
    const threadUs = readTs(source.thread_ts);
    const answered = threadUs === us ? undefined : threadUs;
    items.push({ source, place, us, number: same.length, answered });
  }
  return items;
}

/** By time; an answer that is older than its root follows it. */
function sortItems(items: readonly Item[], ledger: Ledger): Item[] {
  const present = new Map<SlackPlace, Set<number>>();
  for (const { place, us, answered } of items) {
    const times = present.get(place) ?? new Set();
    present.set(place, answered === undefined ? times.add(us) : times);
  }
  const keys = new Map(
    items.map(item => {
      const { place, us, answered } = item;
      const isOlder = answered !== undefined && answered > us && present.get(place)?.has(answered);
      if (isOlder) ledger.change('thread.older_than_root');
      return [item, isOlder ? answered + 0.5 : us];
    }),
  );
  return items.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

function deriveMessageId(
  { workspace }: SlackIndex,
  { sourceId }: SlackPlace,
  us: number,
  number: number,
): string {
  return deriveId(Math.floor(us / 1000), 'slack', workspace, 'message', sourceId, us, number);
}

function convert(
  { source, place, us, number }: Item,
  root: string | undefined,
  index: SlackIndex,
  room: SlackRoom,
): { messages: ImportedMessage[]; files: FileLine[] } {
  const { ledger, people } = index;
  const subtype = readText(source.subtype);
  const at = new Date(Math.floor(us / 1000)).toISOString();
  const skip = (reason: string, item?: unknown) => {
    ledger.skip({ kind: 'message', reason, room: room.line.name, at, ...(item !== undefined && { item }) });
    return { messages: [], files: [] };
  };
  if (source.type !== undefined && source.type !== 'message') return skip('message.type', toReported(source));
  const kind = findKind(subtype);
  if (subtype === 'bot_add') people.nameBot(readText(source.bot_id), readLabel(source.bot_link));
  // People answer lines such as "joined the room".
  const hasAnswers = readTs(source.thread_ts) === us || readList(source.replies).length > 0;
  if (kind === 'notice' && !hasAnswers) return skip(`notice.${subtype}`);
  if (kind === 'version') return skip(`log.${subtype}`, toReported(source));
  if (kind === 'locked') return skip('message.locked');
  const id = deriveMessageId(index, place, us, number);
  const by = people.get(findAuthor(source, people), source).id;
  const line = { id, at, by, ...(root !== undefined && { replyTo: root, root }) };
  if (kind === 'deleted') return { messages: [{ ...line, deleted: at }], files: [] };
  const text = new StyledText();
  writeText(source, { subtype, isNotice: kind === 'notice' }, text, createContext(index));
  const files = readFiles(source, text, id, index, room, at);
  const reactions = new SourceReactions(ledger);
  for (const reaction of readList(source.reactions).filter(isRecord)) {
    const name = readText(reaction.name);
    const users = readList(reaction.users).map(readText);
    for (const user of users) reactions.add(index.emoji.findReaction(name), people.get(user).id, name);
    reactions.addUnknown((Number(reaction.count) || 0) - users.length, name);
  }
  const reacted = reactions.finish();
  const edited = isRecord(source.edited) ? readTs(source.edited.ts) : undefined;
  const ts = readText(source.ts);
  const pin = place.pins.get(ts);
  const isPinned = pin !== undefined || readList(source.pinned_to).length > 0;
  const pinnedAt = readSeconds(pin?.created) ?? Math.floor(us / 1000);
  const messages = toMessages(
    {
      ...line,
      ...(reacted && { reactions: reacted }),
      ...(edited !== undefined && {
        edited: { count: 1, at: new Date(Math.max(edited, us) / 1000).toISOString() },
      }),
      ...(isPinned && {
        pinned: {
          by: people.find(readText(pin?.user))?.id ?? by,
          at: new Date(pinnedAt).toISOString(),
        },
      }),
    },
    { texts: text.finishParts(), files, deriveId: part => deriveId(Math.floor(us / 1000), id, part) },
    ledger,
  );
  if (messages.length === 0) {
    reactions.skipAll();
    return skip('message.empty', toReported(source));
  }
  if (isPinned) ledger.read('pin');
  return { messages, files };
}

/** The addresses of files in it have tokens. */
function toReported(source: unknown): unknown {
  return JSON.parse(removeTokens(JSON.stringify(source) ?? 'null'));
}

function removeTokens(text: string): string {
  return text.replaceAll(/xox[a-z]-[\w-]+/g, 'xox-REMOVED');
}

function findAuthor(source: SlackObject, people: SlackPeople): string {
  const bot = readText(source.bot_id);
  const username = readText(source.username);
  const room = isRecord(source.room) ? readText(source.room.created_by) : '';
  if (source.subtype === 'huddle_thread' && room !== '') return room;
  if (source.subtype === 'bot_message' && username !== '' && username !== people.find(bot)?.name)
    return `${bot}:${username}`;
  const comment = isRecord(source.comment) ? readText(source.comment.user) : '';
  const file = isRecord(source.file) ? readText(source.file.user) : '';
  return (
    readText(source.user) || comment || file || bot || (username === '' ? UNKNOWN_AUTHOR : `:${username}`)
  );
}

/** Of `<address|label>`. */
function readLabel(link: unknown): string {
  const text = readText(link);
  const start = text.indexOf('|');
  return start !== -1 && text.endsWith('>') ? text.slice(start + 1, -1) : '';
}

export function createContext({ people, emoji, roomNames, groups, ledger }: SlackIndex): TextContext {
  return {
    findPerson: id => people.find(id),
    findRoom: id => roomNames.get(id),
    findGroup: id => groups.get(id),
    findEmoji: name => emoji.find(name),
    change: what => ledger.change(what),
  };
}

function writeText(
  source: SlackObject,
  { subtype, isNotice }: { subtype: string; isNotice: boolean },
  out: StyledText,
  context: TextContext,
): void {
  const blocks = readList(source.blocks);
  const file = isRecord(source.file) ? source.file : undefined;
  const comment = isRecord(source.comment)
    ? source.comment
    : isRecord(file?.initial_comment)
      ? file.initial_comment
      : undefined;
  const styles = subtype === 'me_message' || isNotice ? { italic: true } : {};
  if (subtype === 'huddle_thread') {
    const call = isRecord(source.room) ? source.room : {};
    const minutes = Math.round((Number(call.date_end) - Number(call.date_start)) / 60);
    out.text(minutes > 0 ? `Huddle, ${minutes} min` : 'Huddle', { italic: true });
  } else if (blocks.length > 0) writeBlocks(blocks, out, context, styles);
  else if (file && (subtype === 'file_comment' || subtype === 'file_share'))
    writeMrkdwn(readText(comment?.comment), out, context);
  else writeMrkdwn(readText(source.text), out, context, styles);
  // Blocks of kinds that came later.
  if (blocks.length > 0 && out.isEmpty) writeMrkdwn(readText(source.text), out, context, styles);
  for (const attachment of readList(source.attachments).filter(isRecord))
    writeAttachment(attachment, out, context);
}

/** A quote. Previews of links are left out: Snug shows addresses. */
function writeAttachment(source: SlackObject, out: StyledText, context: TextContext): void {
  const read = (name: string) => readText(source[name]);
  const isShared = source.is_msg_unfurl === true || source.is_share === true;
  if (!isShared && (read('from_url') !== '' || read('original_url') !== ''))
    return context.change('attachment.preview');
  if (readList(source.actions).length > 0) context.change('attachment.buttons');
  if (read('pretext') !== '') {
    if (!out.isEmpty) out.newLine();
    writeMrkdwn(read('pretext'), out, context);
  }
  out.beginQuote();
  let isEmpty = true;
  const write = (isThere: boolean, add: () => unknown) => {
    if (!isThere) return;
    if (!isEmpty) out.newLine();
    isEmpty = false;
    add();
  };
  const nested = readList(source.message_blocks)
    .filter(isRecord)
    .flatMap(({ message }) => (isRecord(message) ? readList(message.blocks) : []));
  const blocks = readList(source.blocks).length > 0 ? readList(source.blocks) : nested;
  write(read('author_name') !== '', () => out.text(read('author_name')));
  write(read('title') !== '', () =>
    read('title_link') === ''
      ? out.text(read('title'), { bold: true })
      : out.link(removeToken(read('title_link')), read('title')),
  );
  write(blocks.length > 0, () => writeBlocks(blocks, out, context));
  write(blocks.length === 0 && read('text') !== '', () => writeMrkdwn(read('text'), out, context));
  for (const field of readList(source.fields).filter(isRecord))
    write(true, () => {
      out.text(`${readText(field.title)}: `);
      writeMrkdwn(readText(field.value), out, context);
    });
  write(read('image_url') !== '', () => out.link(removeToken(read('image_url'))));
  write(isEmpty && read('pretext') === '' && read('fallback') !== '', () =>
    writeMrkdwn(read('fallback'), out, context),
  );
  out.endQuote();
}

function readFiles(
  source: SlackObject,
  out: StyledText,
  messageId: string,
  { workspace, uploads, files, ledger }: SlackIndex,
  room: SlackRoom,
  at: string,
): FileLine[] {
  const shared = readList(source.attachments).flatMap(each => (isRecord(each) ? readList(each.files) : []));
  const listed = [...readList(source.files), source.file, ...shared].filter(isRecord);
  const all = listed.filter(
    ({ id }, index) => readText(id) === '' || listed.findIndex(other => other.id === id) === index,
  );
  if (all.length > 1) ledger.change('message.several_files');
  return all.flatMap(file => {
    const [id, mode, access] = [readText(file.id), readText(file.mode), readText(file.file_access)];
    const name = readText(file.name) || readText(file.title);
    ledger.read('file');
    const found = uploads.get(id);
    const entry = found === undefined ? undefined : files.find([found]);
    if (entry) return [files.add(deriveId(0, 'slack', workspace, 'file', messageId, id), entry, name)];
    const isExternal = file.is_external === true || mode === 'external';
    const isGone =
      /^(?:tombstone|hidden_by_limit)$/.test(mode) || /^(?:access_denied|file_not_found)$/.test(access);
    const reason = isExternal
      ? 'file.external'
      : isGone
        ? 'file.gone'
        : DOCUMENTS.has(mode)
          ? 'file.document'
          : 'file.no_bytes';
    ledger.skip({ kind: 'file', reason, room: room.line.name, at, item: { id, name } });
    out.endLine();
    const title = readText(file.title) || name;
    const url = removeTokens(readText(file.external_url) || readText(file.url_private));
    if (isExternal && url !== '') out.link(url, title);
    else writeMissingFile(out, isGone ? '' : title, DOCUMENTS.get(mode));
    return [];
  });
}
