import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import { sql } from 'kysely';
import { beginIncarnation } from '../../../chat/rooms/room-incarnations.ts';
import { newIncarnation } from '../../../db/incarnation.ts';
import type { Db } from '../../../db/schema.ts';
import type { ImportedMessage } from '../import-source.ts';
import { clampToPast } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedEmoji } from './imported-emoji.ts';
import type { FileOutcome } from './imported-files.ts';
import type { ImportedPeople } from './imported-people.ts';
import { insertRows, type RowTable, type Value } from './insert-rows.ts';
import type { KnownMessage } from './known-messages.ts';
import { MentionRows } from './mention-rows.ts';
import {
  MESSAGES,
  type Place,
  type PreparedMessage,
  prepareMessage,
  REACTIONS,
  takePin,
  toMessageRow,
} from './message-rows.ts';
import type { RoomTarget } from './room-target.ts';
import { skipMessage } from './skip-message.ts';

const WRITERS: RowTable = {
  name: 'members',
  columns: ['roomId', 'userId', 'messageCount', 'lastSeq'],
  conflict: `on conflict ("roomId", "userId") do update
    set "messageCount" = "members"."messageCount" + excluded."messageCount", "lastSeq" = excluded."lastSeq"`,
};
const REPLY_COUNTS: RowTable = {
  name: 'reply_counts',
  columns: ['roomId', 'rootId', 'count'],
  conflict: `on conflict ("roomId", "rootId") do update set "count" = case
    when "reply_counts"."count" + excluded."count" < ${MAX_COUNTED_REPLIES} then "reply_counts"."count" + excluded."count"
    else ${MAX_COUNTED_REPLIES} end`,
};
const CALLS: RowTable = {
  name: 'notify_rooms',
  columns: ['roomId', 'seq'],
  conflict: 'on conflict ("roomId") do update set "seq" = excluded."seq"',
};

/** Messages whose replies need no statement. */
const MAX_REMEMBERED = 20_000;
const IDS_PER_QUERY = 500;

interface Answerable {
  uid: string;
  rootId: string | null;
  isDeleted: boolean;
}

interface State {
  seq: number;
  changedAt: number;
  lastMessageSeq: number | null;
  /** Of the last message. */
  lastAt: number;
  trimmedBefore: number | null;
}

interface Writer {
  /** Live messages, and those of the present step. */
  count: number;
  added: number;
  lastSeq: number;
}

/** Appends messages to a room. A step stores all that belongs to them, so that a killed import goes on from `rooms.seq`. */
export class RoomLog {
  readonly #run: ImportRun;
  readonly #people: ImportedPeople;
  readonly #emoji: ImportedEmoji;
  readonly #target: RoomTarget;
  readonly #title: string;
  readonly #state: State;
  readonly #writers: Map<string, Writer>;
  /** Writers with messages in the present step. */
  readonly #changed = new Set<string>();
  readonly #mentions: MentionRows;
  readonly #recent = new Map<string, Answerable>();
  readonly #pins: { count: number };
  /** Messages that still come before the trim. */
  #beforeTrim: number | undefined;
  #hasBegun = false;

  static async open(
    run: ImportRun,
    parts: { people: ImportedPeople; emoji: ImportedEmoji },
    target: RoomTarget,
    title: string,
  ): Promise<RoomLog> {
    const { db } = run;
    const room = await db
      .selectFrom('rooms')
      .select(['seq', 'changedAt', 'lastMessageSeq', 'trimmedBefore'])
      .where('id', '=', target.roomId)
      .executeTakeFirstOrThrow();
    const last = await db
      .selectFrom('messages')
      .select('createdAt')
      .where('roomId', '=', target.roomId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const members = await db
      .selectFrom('members')
      .select(['userId', 'role', 'bannedUntil', 'request', 'messageCount', 'lastSeq'])
      .where('roomId', '=', target.roomId)
      .execute();
    const { pins, messages } = await countStored(db, target);
    const state = { ...room, lastAt: last?.createdAt ?? 0 };
    const writers = members
      .filter(({ messageCount }) => messageCount > 0)
      .map(({ userId, messageCount, lastSeq }): [string, Writer] => [
        userId,
        { count: messageCount, added: 0, lastSeq: lastSeq ?? 0 },
      ]);
    const mentions = new MentionRows(run, parts.people, target, members);
    const isTrimmedYet = room.trimmedBefore !== null || target.keptPins === undefined;
    const beforeTrim = isTrimmedYet ? undefined : Math.max(0, (target.keptPins ?? 0) - messages);
    return new RoomLog(run, parts, {
      target,
      title,
      state,
      writers: new Map(writers),
      mentions,
      pins,
      beforeTrim,
    });
  }

  private constructor(
    run: ImportRun,
    { people, emoji }: { people: ImportedPeople; emoji: ImportedEmoji },
    opened: {
      target: RoomTarget;
      title: string;
      state: State;
      writers: Map<string, Writer>;
      mentions: MentionRows;
      pins: number;
      beforeTrim: number | undefined;
    },
  ) {
    this.#run = run;
    this.#people = people;
    this.#emoji = emoji;
    this.#target = opened.target;
    this.#title = opened.title;
    this.#state = opened.state;
    this.#writers = opened.writers;
    this.#mentions = opened.mentions;
    this.#pins = { count: opened.pins };
    this.#beforeTrim = opened.beforeTrim;
  }

  /** Those of the messages that earlier imports have stored. */
  async findKnown(messages: readonly ImportedMessage[]): Promise<ReadonlyMap<string, KnownMessage>> {
    if (this.#target.isNew || this.#state.seq === 0) return new Map();
    return findKnown(this.#run.db, [this.#target.roomId], messages);
  }

  /** The files are stored already. */
  async append(
    messages: readonly ImportedMessage[],
    files: ReadonlyMap<string, FileOutcome> = new Map(),
  ): Promise<void> {
    const { source, now } = this.#run;
    const { ledger } = source;
    const at = now();
    const available = new Map(files);
    const preparation = {
      ledger,
      people: this.#people,
      emoji: this.#emoji,
      now: at,
      room: this.#title,
      files: available,
      isExact: source.kind === 'snug',
    };
    const prepared: PreparedMessage[] = [];
    const ids = new Set<string>();
    const beforeTrim = this.#beforeTrim ?? 0;
    for (const [index, message] of messages.entries()) {
      const isTwice = ids.has(message.id) || this.#recent.has(message.id);
      const one = isTwice ? 'message.twice' : prepareMessage(message, preparation);
      ids.add(message.id);
      if (typeof one !== 'string') {
        prepared.push(one);
        // A file is of one message.
        if (one.file && message.file !== undefined) available.set(message.file, { reason: 'file.used' });
      } else {
        skipMessage(ledger, message, one, this.#title);
        if (index < beforeTrim && this.#beforeTrim !== undefined) this.#beforeTrim--;
      }
    }
    if (prepared.length === 0 && this.#beforeTrim !== 0) return;
    await this.#findAnswered(prepared, ids);
    const before = { ...this.#state };
    const rows: Value[][] = [];
    const reactions: Value[][] = [];
    const sent: { id: string; at: number }[] = [];
    const replies = new Map<string, number>();
    for (const one of prepared) {
      if (this.#beforeTrim === 0) this.#trim();
      const place = this.#place(one, at);
      rows.push(toMessageRow(one, place, at));
      for (const [messageId, userId, emoji] of one.reactionRows)
        reactions.push([place.roomId, messageId, userId, emoji]);
      if (one.file && one.message.file !== undefined)
        sent.push({ id: one.message.file, at: place.createdAt });
      const isLive = one.message.deleted === undefined;
      if (place.rootId !== null && isLive) replies.set(place.rootId, (replies.get(place.rootId) ?? 0) + 1);
      this.#count(one, place, isLive);
      const answered = place.replyTo === null ? undefined : this.#recent.get(place.replyTo);
      if (isLive) this.#mentions.add(one, place, answered?.isDeleted ? undefined : answered?.uid);
      this.#remember(one, place, isLive);
    }
    if (this.#beforeTrim === 0) this.#trim();
    await this.#store({ before, rows, reactions, sent, replies });
    ledger.store('message', prepared.filter(({ message }) => !message.extra).length);
  }

  /** Also a room without messages can have a trimmed beginning. */
  async finish(): Promise<void> {
    if (this.#beforeTrim !== undefined) {
      this.#beforeTrim = 0;
      await this.append([]);
    }
  }

  #place(one: PreparedMessage, now: number): Place {
    const { ledger } = this.#run.source;
    const { message } = one;
    const own = Date.parse(message.at);
    const createdAt = Math.max(clampToPast(own, now) ?? 0, this.#state.lastAt);
    if (createdAt !== own) ledger.change('time.moved');
    const seq = ++this.#state.seq;
    this.#state.lastAt = createdAt;
    this.#state.changedAt = Math.max(this.#state.changedAt, createdAt);
    if (message.deleted === undefined) this.#state.lastMessageSeq = seq;
    if (this.#beforeTrim !== undefined) this.#beforeTrim--;
    const pin = takePin(
      one,
      { ledger, people: this.#people, emoji: this.#emoji, now, room: this.#title },
      this.#pins,
    );
    return { roomId: this.#target.roomId, seq, createdAt, ...this.#answer(message), pin };
  }

  /** Replies to messages that a trim removed name them for ever. */
  #answer({ replyTo, root }: ImportedMessage): Pick<Place, 'replyTo' | 'rootId'> {
    if (replyTo === undefined && root === undefined) return { replyTo: null, rootId: null };
    const isTrimmed = this.#state.trimmedBefore !== null || this.#beforeTrim !== undefined;
    const known = replyTo === undefined ? undefined : this.#recent.get(replyTo);
    const rootId = root ?? (known ? (known.rootId ?? replyTo) : undefined);
    const hasRoot = rootId !== undefined && (isTrimmed || this.#recent.has(rootId));
    const hasAnswered = replyTo !== undefined && (isTrimmed || known !== undefined);
    if (!hasRoot && !hasAnswered) this.#run.source.ledger.change('reply.without_root');
    if (!hasRoot) return { replyTo: null, rootId: null };
    return { replyTo: hasAnswered ? replyTo : replyTo === undefined ? null : rootId, rootId };
  }

  #remember({ message, author }: PreparedMessage, { rootId }: Place, isLive: boolean): void {
    this.#recent.set(message.id, { uid: author.uid, rootId, isDeleted: !isLive });
  }

  #count({ author: { uid } }: PreparedMessage, { seq }: Place, isLive: boolean): void {
    const writer = this.#writers.get(uid) ?? { count: 0, added: 0, lastSeq: 0 };
    writer.lastSeq = seq;
    if (isLive) {
      writer.count++;
      writer.added++;
    }
    this.#writers.set(uid, writer);
    this.#changed.add(uid);
  }

  /** As if the room had had one more message, and its beginning had been removed. */
  #trim(): void {
    this.#beforeTrim = undefined;
    this.#state.seq += 2;
    this.#state.trimmedBefore = this.#state.seq;
  }

  /** `own`: the ids of the messages of this step. */
  async #findAnswered(prepared: readonly PreparedMessage[], own: ReadonlySet<string>): Promise<void> {
    if (this.#state.seq === 0) return;
    const wanted = new Set<string>();
    for (const { message } of prepared)
      for (const id of [message.replyTo, message.root])
        if (id !== undefined && !own.has(id) && !this.#recent.has(id)) wanted.add(id);
    const { roomId } = this.#target;
    for (const ids of slice([...wanted]))
      for (const { id, authorId, rootId, deletedAt } of await selectMessages(this.#run.db, [roomId], ids))
        this.#recent.set(id, { uid: authorId, rootId, isDeleted: deletedAt !== null });
  }

  async #store({
    before,
    rows,
    reactions,
    sent,
    replies,
  }: {
    before: State;
    rows: readonly Value[][];
    reactions: readonly Value[][];
    sent: readonly { id: string; at: number }[];
    replies: ReadonlyMap<string, number>;
  }): Promise<void> {
    const { db, engine, transaction } = this.#run;
    const { roomId } = this.#target;
    const writers = [...this.#changed].toSorted().map(uid => this.#toWriterRow(uid));
    const counts = [...replies].map(([rootId, count]) => [
      roomId,
      rootId,
      Math.min(count, MAX_COUNTED_REPLIES),
    ]);
    const mentions = await this.#mentions.take();
    const count = rows.length + reactions.length + mentions.length + writers.length + counts.length;
    await transaction.run(count, async () => {
      const insert = (table: RowTable, part: readonly (readonly Value[])[]) =>
        insertRows(db, engine, table, part);
      if (!this.#hasBegun) await beginIncarnation(db, roomId, newIncarnation());
      for (const { id, at } of sent)
        await db
          .updateTable('files')
          .set({ state: 'sent', roomId, createdAt: at })
          .where('id', '=', id)
          .execute();
      await insert(MESSAGES, rows);
      await insert(REACTIONS, reactions);
      await this.#mentions.insert(mentions);
      await insert(WRITERS, writers);
      await insert(REPLY_COUNTS, counts.toSorted(byRoot));
      await this.#advance(before);
    });
    this.#hasBegun = true;
    this.#changed.clear();
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const id of this.#recent.keys()) {
      if (this.#recent.size <= MAX_REMEMBERED) break;
      this.#recent.delete(id);
    }
  }

  #toWriterRow(uid: string): Value[] {
    const writer = this.#writers.get(uid);
    const row = [this.#target.roomId, uid, writer?.added ?? 0, writer?.lastSeq ?? null];
    if (writer) writer.added = 0;
    return row;
  }

  /** The positions of all who would call people or programs move along. */
  async #advance(before: State): Promise<void> {
    const { db, engine, sourceKey } = this.#run;
    const { roomId, sourceId } = this.#target;
    const { seq, changedAt, lastMessageSeq, lastAt, trimmedBefore } = this.#state;
    let writerCount = 0;
    for (const { count } of this.#writers.values()) if (count > 0) writerCount++;
    await db
      .updateTable('rooms')
      .set({
        seq,
        changedAt,
        lastMessageSeq,
        writerCount,
        ...(trimmedBefore !== before.trimmedBefore && {
          trimmedBefore,
          trimmedSeq: trimmedBefore,
          trimmedPins: (this.#target.keptPins ?? 0) > 0 ? 1 : null,
        }),
      })
      .where('id', '=', roomId)
      .execute();
    if (lastMessageSeq !== before.lastMessageSeq)
      await sql`update "room_activity" set "at" = (
          select "createdAt" from "messages" where "roomId" = ${roomId} and "seq" = ${lastMessageSeq}
        ) where "roomId" = ${roomId}`.execute(db);
    await insertRows(db, engine, CALLS, [[roomId, seq]]);
    await db.updateTable('webhooks').set({ seq }).where('roomId', '=', roomId).execute();
    if (!this.#target.isNew)
      await sql`update "reads" set "seq" = ${seq} where "roomId" = ${roomId} and "seq" >= ${before.lastMessageSeq ?? 0}
        and "userId" in (select "userId" from "members" where "roomId" = ${roomId})`.execute(db);
    await db
      .updateTable('import_rooms')
      .set({ seq, lastAt })
      .where('source', '=', sourceKey)
      .where('sourceId', '=', sourceId)
      .execute();
  }
}

/** The messages that these rooms have already. */
export async function findKnown(
  db: Db,
  roomIds: readonly string[],
  messages: readonly ImportedMessage[],
): Promise<ReadonlyMap<string, KnownMessage>> {
  const known = new Map<string, KnownMessage>();
  if (roomIds.length === 0) return known;
  for (const ids of slice(messages.map(({ id }) => id)))
    for (const row of await selectMessages(db, roomIds, ids)) known.set(row.id, row);
  return known;
}

function selectMessages(db: Db, roomIds: readonly string[], ids: readonly string[]) {
  return db
    .selectFrom('messages')
    .select(['id', 'authorId', 'rootId', 'deletedAt', 'editedAt', 'pinnedAt', 'reactions', 'customReactions'])
    .where('roomId', 'in', roomIds)
    .where('id', 'in', ids)
    .execute();
}

function byRoot([, a = '']: readonly Value[], [, b = '']: readonly Value[]): number {
  return String(a) < String(b) ? -1 : 1;
}

function* slice(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) yield ids.slice(from, from + IDS_PER_QUERY);
}

async function countStored(db: Db, { roomId, isNew, keptPins }: RoomTarget) {
  if (isNew) return { pins: 0, messages: 0 };
  const pins = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('roomId', '=', roomId)
    .where('pinnedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const messages =
    keptPins === undefined
      ? []
      : await db.selectFrom('messages').select('seq').where('roomId', '=', roomId).limit(keptPins).execute();
  return { pins: pins.count, messages: messages.length };
}
