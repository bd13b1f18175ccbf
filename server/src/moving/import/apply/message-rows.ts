import {
  cleanMessage,
  HEART,
  MAX_PINS,
  MAX_REACTION_KINDS,
  MAX_TEXT_LENGTH,
  type Mention,
  type Message,
  parseEmojiReaction,
  selectMentions,
} from '@snug/protocol';
import { listMentioned, toMentionColumns } from '../../../chat/mentions/message-mentions.ts';
import { toListing } from '../../../chat/messages/file-listing.ts';
import { type NoticeColumn, parseNotice } from '../../../chat/messages/notice.ts';
import type { FileDescription } from '../../../files/describe-file.ts';
import type { ImportedMessage } from '../import-source.ts';
import type { Ledger } from '../ledger.ts';
import { cutText, toPastTime } from './clean-line.ts';
import type { ImportedEmoji } from './imported-emoji.ts';
import type { FileOutcome } from './imported-files.ts';
import type { ImportedPeople, StoredPerson } from './imported-people.ts';
import type { RowTable, Value } from './insert-rows.ts';
import { skipParts } from './skip-message.ts';

export const MESSAGES: RowTable = {
  name: 'messages',
  columns: [
    'roomId',
    'seq',
    'id',
    'authorId',
    'createdAt',
    'changedSeq',
    'text',
    'fileId',
    'reactions',
    'customReactions',
    'deletedAt',
    'removed',
    'revision',
    'editedAt',
    'replyTo',
    'rootId',
    'mentions',
    'mentionsRoom',
    'pinnedAt',
    'pinnedBy',
    'fileKind',
    'notice',
    'links',
  ],
};
export const REACTIONS: RowTable = { name: 'reactions', columns: ['roomId', 'messageId', 'userId', 'emoji'] };

/** A message with what the database stores of it, before it has its place in the log. */
export interface PreparedMessage {
  message: ImportedMessage;
  author: StoredPerson;
  text: string | undefined;
  notice: NoticeColumn;
  file: FileDescription | undefined;
  mentions: Message['mentions'];
  /** Who is named, each once. */
  named: readonly string[];
  reactions: string | null;
  customReactions: string | null;
  reactionRows: readonly (readonly [messageId: string, userId: string, emoji: string])[];
}

export interface Preparation {
  ledger: Ledger;
  people: ImportedPeople;
  emoji: ImportedEmoji;
  now: number;
  room: string;
  files: ReadonlyMap<string, FileOutcome>;
  /** Texts stay as they are, because an earlier release has stored some that are not clean. */
  isExact: boolean;
}

/** A text is the reason why the message does not come. */
export function prepareMessage(message: ImportedMessage, preparation: Preparation): PreparedMessage | string {
  const { people } = preparation;
  const author = people.find(message.by);
  if (!author) return 'author.unknown';
  const none = { mentions: undefined, named: [], reactions: null, customReactions: null, reactionRows: [] };
  if (message.deleted !== undefined) {
    skipParts(preparation.ledger, message, 'message.deleted', preparation.room);
    return { message, author, text: undefined, notice: null, file: undefined, ...none };
  }
  const described = message.file === undefined ? undefined : preparation.files.get(message.file);
  const file = described && 'reason' in described ? undefined : described;
  const { text, mentions } = prepareText(message, preparation);
  const shown =
    text ?? (message.file !== undefined && !file ? 'A file that the archive does not have' : undefined);
  if (shown === undefined && !file) return 'message.empty';
  countText(message, mentions.length, preparation);
  countFile(message, described, preparation);
  return {
    message,
    author,
    text: shown,
    notice: toNotice(message, preparation),
    file,
    mentions: mentions.length > 0 ? mentions : undefined,
    named: listMentioned(mentions),
    ...prepareReactions(message, preparation),
  };
}

function toNotice({ notice }: ImportedMessage, { ledger }: Preparation): NoticeColumn {
  if (notice === undefined) return null;
  const known = parseNotice(notice);
  if (known === undefined) ledger.change('notice.unknown');
  return known ?? null;
}

function countFile(
  { file: id, at }: ImportedMessage,
  outcome: FileOutcome | undefined,
  preparation: Preparation,
) {
  if (id === undefined) return;
  const { ledger, room } = preparation;
  if (outcome && !('reason' in outcome)) ledger.store('file');
  else ledger.skip({ kind: 'file', reason: outcome?.reason ?? 'file.unknown', room, at });
}

/** PostgreSQL cannot store it. */
function replaceNul(message: { text: string; mentions: Mention[] }) {
  return { ...message, text: message.text.replaceAll('\0', '\ufffd') };
}

function countText({ mentions = [], at }: ImportedMessage, kept: number, { ledger, room }: Preparation) {
  if (mentions.length === 0) return;
  ledger.store('mention', kept);
  const lost = mentions.length - kept;
  if (lost > 0) ledger.skip({ kind: 'mention', reason: 'mention.not_valid', room, at }, lost);
}

function prepareText({ text, mentions = [] }: ImportedMessage, { ledger, people, isExact }: Preparation) {
  const toClean = isExact ? replaceNul : cleanMessage<{ text: string; mentions: Mention[] }>;
  const known = mentions.flatMap(({ uid, start, length }) => {
    const person = uid === null ? null : people.find(uid)?.uid;
    return person === undefined ? [] : [{ uid: person, start, length }];
  });
  const clean = text === undefined ? undefined : toClean({ text: text.toWellFormed(), mentions: known });
  if ((clean?.text.length ?? 0) > MAX_TEXT_LENGTH) ledger.change('text.cut');
  const fitting = clean && cutText(clean.text, MAX_TEXT_LENGTH);
  const kept = fitting ? selectMentions(fitting, clean?.mentions ?? []) : [];
  return { text: fitting === '' ? undefined : fitting, mentions: kept };
}

function prepareReactions(
  { id, reactions, at }: ImportedMessage,
  { ledger, people, emoji, room }: Preparation,
) {
  const own: Record<string, number> = {};
  const custom: Record<string, number> = {};
  const reactionRows: [string, string, string][] = [];
  let kinds = 0;
  for (const [name, ids] of Object.entries(reactions ?? {})) {
    const key = parseEmojiReaction(name);
    const skip = (reason: string, count: number) => {
      if (count > 0) ledger.skip({ kind: 'reaction', reason, room, at, item: { emoji: name } }, count);
    };
    if (!emoji.isReaction(name)) {
      skip('reaction.emoji', ids.length);
      continue;
    }
    if (name !== HEART && kinds >= MAX_REACTION_KINDS) {
      skip('reaction.too_many', ids.length);
      continue;
    }
    const uids = new Set(ids.flatMap(uid => people.find(uid)?.uid ?? []));
    skip('reaction.person', ids.length - uids.size);
    if (uids.size === 0) continue;
    if (name !== HEART) kinds++;
    if (key === undefined) own[name] = uids.size;
    else custom[key] = uids.size;
    for (const uid of uids) reactionRows.push([id, uid, name]);
    ledger.store('reaction', uids.size);
  }
  return { reactions: toJson(own), customReactions: toJson(custom), reactionRows };
}

function toJson(counts: Record<string, number>): string | null {
  return Object.keys(counts).length > 0 ? JSON.stringify(counts) : null;
}

/** Its place in the log, and what only the log knows. */
export interface Place {
  roomId: string;
  seq: number;
  createdAt: number;
  replyTo: string | null;
  rootId: string | null;
  pin: { at: number; by: string } | undefined;
}

export function toMessageRow(prepared: PreparedMessage, place: Place, now: number): Value[] {
  const { message, author, text, file, mentions } = prepared;
  const { roomId, seq, createdAt, replyTo, rootId, pin } = place;
  const deletedAt = message.deleted === undefined ? null : (toPastTime(message.deleted, now) ?? createdAt);
  const edited =
    deletedAt === null && message.edited && message.edited.count > 0 ? message.edited : undefined;
  const [fileKind, links] = toListing({ text, file: file && { ...file, peaks: file.peaks ?? undefined } });
  return [
    roomId,
    seq,
    message.id,
    author.uid,
    createdAt,
    seq,
    text ?? null,
    file ? (message.file ?? null) : null,
    prepared.reactions,
    prepared.customReactions,
    deletedAt,
    deletedAt !== null && message.removed ? 1 : null,
    edited?.count ?? null,
    edited ? (toPastTime(edited.at, now) ?? createdAt) : null,
    deletedAt === null ? replyTo : null,
    rootId,
    ...toMentionColumns({ mentions }),
    pin?.at ?? null,
    pin?.by ?? null,
    fileKind,
    prepared.notice,
    links,
  ];
}

/** Undefined if the message is not pinned, or the room has too many pins. */
export function takePin(
  { message }: PreparedMessage,
  { ledger, people, now, room }: Omit<Preparation, 'files' | 'isExact'>,
  pins: { count: number },
): Place['pin'] {
  const { pinned, deleted, at } = message;
  // Of a deleted message, the pin is counted already.
  if (!pinned || deleted !== undefined) return undefined;
  const by = people.find(pinned.by)?.uid;
  const isTooMany = pins.count >= MAX_PINS;
  if (by === undefined || isTooMany) {
    ledger.skip({ kind: 'pin', reason: isTooMany ? 'pin.too_many' : 'pin.person', room, at });
    return undefined;
  }
  pins.count++;
  ledger.store('pin');
  return { at: toPastTime(pinned.at, now) ?? now, by };
}
