import * as v from 'valibot';
import { deriveId } from '../../../base/derived-id.ts';
import type { Archive } from '../../archive/archive.ts';
import { ArchiveError } from '../../archive/archive-error.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { readJsonItems } from '../read-json-items.ts';
import { SourceEmoji } from '../source-emoji.ts';
import { toPages } from '../to-pages.ts';
import { DiscordMessage, readSnowflake } from './discord-export.ts';
import { type DiscordFile, findDiscordFiles } from './discord-files.ts';
import type { DiscordIndex } from './discord-index.ts';
import { readDiscordRoom } from './discord-messages.ts';
import { DiscordPeople } from './discord-people.ts';
import { type DiscordRoom, isPublicThread, planRooms } from './discord-rooms.ts';
import { readKind } from './message-kinds.ts';
import type { StoredMessage } from './stored-message.ts';

/** Ids of Discord are the same in all its servers. */
const WORKSPACE = 'discord';
const MAX_TIME_MS = Date.UTC(2100, 0);

/** Reads all messages once, because an export has no lists of people, emoji and threads. Throws an `ArchiveError`. */
export async function openDiscord(
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions = {},
): Promise<ImportSource> {
  const found = await findDiscordFiles(archive);
  if (found.length === 0) throw new ArchiveError('The archive has no file of DiscordChatExporter in JSON.');
  const files = new ArchiveFiles(archive, options);
  const index: DiscordIndex = {
    workspace: WORKSPACE,
    ledger,
    files,
    people: new DiscordPeople(WORKSPACE, files, ledger),
    emoji: new SourceEmoji(ledger),
    sorted: new SortedRooms<StoredMessage>(options.folder === undefined ? {} : { folder: options.folder }),
    channels: new Map(),
    answered: new Set(),
    threadRoots: new Map(),
    pins: new Map(),
  };
  try {
    for (const { head } of found) {
      const { id } = head.channel;
      if (!index.channels.has(id))
        index.channels.set(id, {
          head: head.channel,
          authors: new Set(),
          count: 0,
          firstAt: MAX_TIME_MS,
          lastAt: 0,
        });
    }
    for (const file of found) await readFile(archive, file, index);
    const rooms = planRooms(index.channels, index.threadRoots, {
      ...index,
      findChannel: id => index.channels.get(id)?.head.name,
    });
    return toSource(index, rooms, found.length);
  } catch (error) {
    await index.sorted.close();
    throw error;
  }
}

function toSource(index: DiscordIndex, rooms: readonly DiscordRoom[], fileCount: number): ImportSource {
  const { workspace, ledger, files, people, emoji, sorted } = index;
  const roomsById = new Map(rooms.map(room => [room.line.id, room]));
  return {
    kind: 'discord',
    title: fileCount === 1 ? 'A file of DiscordChatExporter' : `${fileCount} files of DiscordChatExporter`,
    workspace,
    ledger,
    people: () => toPages(people.takeNew()),
    emoji: () => toPages(emoji.lines),
    rooms: () => toPages(rooms.map(({ line }) => line)),
    messages: ({ id }) => readDiscordRoom(index, roomsById.get(id)),
    countRead: ({ id }) => sorted.count(roomsById.get(id)?.channels ?? []),
    openFile: id => files.open(id),
    close: () => sorted.close(),
  };
}

async function readFile(archive: Archive, file: DiscordFile, index: DiscordIndex): Promise<void> {
  const { ledger } = index;
  let isWhole = false;
  for await (const { kind, value } of readJsonItems(await archive.open(file.path), 'messages')) {
    if (kind === 'tail') isWhole = true;
    if (kind !== 'item') continue;
    ledger.read('message');
    const { success, output } = v.safeParse(DiscordMessage, value);
    if (success) await addMessage(output, file, index);
    else {
      const reason = value === undefined ? 'message.not_json' : 'message.not_valid';
      ledger.skip({ kind: 'message', reason, room: file.head.channel.name, entry: file.path, item: value });
    }
  }
  ledger.read('entry');
  if (isWhole) ledger.store('entry');
  else ledger.skip({ kind: 'entry', reason: 'entry.cut', entry: file.path });
}

async function addMessage(
  message: DiscordMessage,
  { folder, head }: DiscordFile,
  index: DiscordIndex,
): Promise<void> {
  const { people, channels, ledger } = index;
  const { channel } = head;
  const { name: kind, kind: kindOfKind } = readKind(message.type);
  const hasContent = message.content !== '' || message.attachments.length > 0 || message.embeds.length > 0;
  const isNotice = kindOfKind === 'notice' || (kindOfKind === 'unknown' && !hasContent);
  const at = toTime(message.timestamp) ?? readSnowflake(message.id);
  const author = message.author ? people.add(message.author, folder) : people.addUnknown();
  const isAnswer = message.reference?.type !== 'Forward' && !message.forwardedMessage && !isNotice;
  const answered =
    isAnswer && message.reference?.channelId === channel.id ? message.reference.messageId : undefined;
  if (answered) index.answered.add(answered);
  collectPlaces(message, { kind, at, author, channel }, index);
  collectEmoji(message, folder, index);
  if (message.components.length > 0) ledger.change('component.dropped', message.components.length);
  if (message.interaction) ledger.change('interaction.dropped');
  if (message.interaction?.user) people.add(message.interaction.user, folder);
  const hasPicture = ({ sourceUrl, format }: { sourceUrl: string; format: string }) =>
    format !== 'Lottie' && index.files.find([folder + sourceUrl, sourceUrl]) !== undefined;
  const stickers = [...message.stickers, ...(message.forwardedMessage?.stickers ?? [])];
  const stored: StoredMessage = {
    id: message.id,
    content: message.content,
    timestampEdited: message.timestampEdited,
    callEndedTimestamp: message.callEndedTimestamp,
    isPinned: message.isPinned,
    attachments: [...message.attachments, ...(message.forwardedMessage?.attachments ?? [])],
    embeds: message.embeds,
    forwardedMessage: message.forwardedMessage,
    inlineEmojis: message.inlineEmojis,
    poll: message.poll,
    channel: channel.id,
    folder,
    kind,
    isNotice,
    at,
    author,
    isBot: message.author?.isBot ?? false,
    mentions: message.mentions.map(user => ({
      id: people.add(user, folder),
      names: [user.nickname, user.name],
    })),
    reactions: message.reactions.map(({ emoji, count, users }) => ({
      emoji: { id: emoji.id, name: emoji.name },
      count,
      users: users.map(user => people.add(user, folder)),
    })),
    stickers: stickers.filter(hasPicture),
    textStickers: stickers.filter(sticker => !hasPicture(sticker)),
    answered: answered || undefined,
  };
  const known = channels.get(channel.id);
  if (known && !isNotice) {
    known.authors.add(author);
    known.count++;
    known.firstAt = Math.min(known.firstAt, at);
    known.lastAt = Math.max(known.lastAt, at);
  }
  // Ids grow with time, also within a millisecond.
  const key = String(at).padStart(15, '0') + message.id.padStart(20, '0');
  await index.sorted.add(channel.id, key, stored);
}

/** Notices say where a thread begins, and who pinned. */
function collectPlaces(
  { id, reference }: DiscordMessage,
  {
    kind,
    at,
    author,
    channel,
  }: { kind: string; at: number; author: string; channel: DiscordFile['head']['channel'] },
  { channels, threadRoots, pins }: DiscordIndex,
): void {
  // A thread has the id of the message with which it begins.
  const thread = channels.get(id)?.head;
  if (thread && isPublicThread(thread) && thread.categoryId === channel.id) threadRoots.set(id, id);
  if (kind === 'ThreadStarterMessage' && reference?.messageId)
    threadRoots.set(channel.id, reference.messageId);
  if (kind === 'ThreadCreated' && reference?.channelId && !threadRoots.has(reference.channelId))
    threadRoots.set(reference.channelId, '');
  if (kind === 'ChannelPinnedMessage' && reference?.messageId)
    pins.set(reference.messageId, { by: author, at });
}

function collectEmoji(
  { inlineEmojis, embeds, reactions }: DiscordMessage,
  folder: string,
  index: DiscordIndex,
): void {
  const { files, emoji, workspace } = index;
  const all = [
    ...inlineEmojis,
    ...embeds.flatMap(({ inlineEmojis }) => inlineEmojis),
    ...reactions.map(({ emoji }) => emoji),
  ];
  for (const { id, name, imageUrl } of all) {
    if (id === '') continue;
    emoji.add(id, name, () => {
      const path = files.find([folder + imageUrl, imageUrl]);
      return path === undefined ? undefined : files.add(deriveId(0, workspace, 'emoji', id), path, name).id;
    });
  }
}

/** In ms; undefined for a time that no chat can have. */
function toTime(text: string): number | undefined {
  const at = Date.parse(text);
  return at >= 0 && at < MAX_TIME_MS ? at : undefined;
}
