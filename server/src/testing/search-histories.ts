import {
  type CommandInput,
  type CommandOutput,
  FOREVER,
  parseSearchWords,
  SearchedText,
  type SearchWord,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { newId } from '../base/ids.ts';
import { parseMentions } from '../chat/mentions/message-mentions.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJobsAt } from './database.ts';
import { addGuest } from './guests.ts';

type SearchInput = CommandInput<'search_messages'>;
type SearchPage = CommandOutput<'search_messages'>;

const WORDS = [
  'red',
  'reds',
  'green',
  'Müller',
  'mueller',
  '北京',
  '京大',
  'fooBar',
  'bar',
  '+49 170 1234567',
  '+491701234567',
  '0170/1234567',
  '我们**在北京**见面',
  '在北京见面',
  '😀',
];
const ACTIONS = [
  'send',
  'send',
  'send',
  'send',
  'edit',
  'delete',
  'remove',
  'add',
  'leave',
  'join',
  'ban',
  'unban',
  'block',
  'save',
  'pin',
  'open_direct',
  'accept',
  'create',
  'archive',
  'delete_room',
] as const;

/** Numbers choose among what exists when the step runs. */
const step = fc.record({
  action: fc.constantFrom(...ACTIONS),
  by: fc.nat(),
  other: fc.nat(),
  room: fc.nat(),
  message: fc.nat(),
  on: fc.boolean(),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
});
export type HistoryStep = typeof step extends fc.Arbitrary<infer Step> ? Step : never;
export const anyHistory = fc.array(step, { minLength: 30, maxLength: 90 });

const anyWord = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...WORDS.map(word => `-${word}`), '"red green"', 're', 'r'),
);
function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** `who`, `inRoom` and `from` choose among what exists. */
export const anySearch = fc.record({
  who: fc.nat(),
  words: fc.array(anyWord, { maxLength: 2 }),
  isTyping: fc.boolean(),
  inRoom: rarely(fc.nat()),
  from: rarely(fc.nat()),
  has: fc.subarray(['link', 'pin', 'file'] as const, { maxLength: 1 }),
  mentions: fc.boolean(),
  saved: fc.boolean(),
  range: rarely(fc.tuple(fc.nat(200), fc.nat(400))),
  /** Rarely, or few searches would find anything. */
  isFiltered: fc.integer({ min: 0, max: 3 }).map(number => number === 0),
});
export type AnySearch = typeof anySearch extends fc.Arbitrary<infer Search> ? Search : never;

/** People, one of them a guest, rooms of all kinds, and what happens in them. */
export class SearchHistory {
  readonly db: Db;
  readonly people: string[] = [];
  readonly roomIds: string[] = [];
  now = NOW;

  private constructor(db: Db) {
    this.db = db;
  }

  static async create(db: Db): Promise<SearchHistory> {
    const history = new SearchHistory(db);
    for (const name of ['Ann', 'Ben', 'Cem', 'Dee']) history.people.push(await addPerson(db, name));
    const [ann = '', ben = ''] = history.people;
    for (const [uid, kind] of [
      [ann, 'open'],
      [ann, 'private'],
      [ben, 'open'],
      [ben, 'private'],
    ] as const)
      await history.#createRoom(uid, kind);
    for (const roomId of history.roomIds)
      for (const uid of [ann, ben])
        for (const text of ['red green', 'Müller fooBar', 'green red bar'])
          await runJobsAt(NOW, db, createSendJob(uid, { roomId, text }));
    history.people.push(await addGuest(db, { inviter: ann, roomId: history.roomIds[1] ?? '' }));
    return history;
  }

  /** Refused steps change nothing. */
  async run(chosen: HistoryStep): Promise<void> {
    // Several messages have the same time.
    if (chosen.message % 3 === 0) this.now += 1 + (chosen.other % 40);
    const job = await this.#createJob(chosen);
    if (job) await runJobsAt(this.now, this.db, job);
  }

  async #createJob({
    action,
    by,
    other,
    room,
    message,
    on,
    words,
  }: HistoryStep): Promise<WriteJob | undefined> {
    const [uid, otherUid] = [pick(this.people, by), pick(this.people, other)];
    const roomId = pick(this.roomIds, room);
    const text = words.join(' ');
    const caller = { uid };
    if (action === 'create') {
      await this.#createRoom(uid, on ? 'open' : 'private');
      return undefined;
    }
    if (action === 'send')
      return createSendJob(uid, { roomId, text, ...mentionSomebody(text, message, otherUid) });
    const target = await this.#pickMessage(roomId, message);
    const ref = { roomId, messageId: target?.id ?? newId() };
    const byAction: Record<Exclude<typeof action, 'create' | 'send'>, WriteJob> = {
      edit: {
        mutation: 'edit_message',
        caller: { uid: target?.authorId ?? uid },
        input: { roomId, id: ref.messageId, text, revision: target?.revision ?? 0, editId: newId() },
      },
      delete: { mutation: 'delete_message', caller: { uid: target?.authorId ?? uid }, input: ref },
      remove: { mutation: 'remove_message', caller, input: ref },
      add: { mutation: 'set_member', caller, input: { roomId, uid: otherUid, member: on } },
      leave: { mutation: 'leave_room', caller, input: { roomId } },
      join: { mutation: 'join_room', caller, input: { roomId } },
      ban: { mutation: 'set_member', caller, input: { roomId, uid: otherUid, bannedUntil: FOREVER } },
      unban: { mutation: 'set_member', caller, input: { roomId, uid: otherUid, bannedUntil: null } },
      block: { mutation: 'set_block', caller, input: { uid: otherUid, blocked: on } },
      save: { mutation: 'set_saved', caller, input: { ...ref, on: on || message % 2 === 0 } },
      pin: { mutation: 'set_pin', caller, input: { ...ref, on } },
      open_direct: { mutation: 'open_direct', caller, input: { id: newId(), uids: [otherUid] } },
      accept: { mutation: 'set_room_options', caller, input: { roomId, request: on ? null : 'declined' } },
      archive: { mutation: 'archive_room', caller, input: { roomId, archived: on } },
      delete_room: { mutation: 'delete_room', caller, input: { roomId, name: on ? 'Room' : 'None' } },
    };
    if (action === 'open_direct') {
      const [outcome] = await runJobsAt(this.now, this.db, byAction.open_direct);
      if (outcome && 'output' in outcome) this.#add((outcome.output as { room: { id: string } }).room.id);
      return undefined;
    }
    return byAction[action];
  }

  async #createRoom(uid: string, kind: 'open' | 'private'): Promise<void> {
    const [outcome] = await runJobsAt(this.now, this.db, createRoomJob(uid, { kind }));
    if (outcome && 'output' in outcome) this.#add((outcome.output as { room: { id: string } }).room.id);
  }

  #add(roomId: string): void {
    if (!this.roomIds.includes(roomId)) this.roomIds.push(roomId);
  }

  async #pickMessage(roomId: string, number: number) {
    const rows = await this.db
      .selectFrom('messages')
      .select(['id', 'authorId', 'revision'])
      .where('roomId', '=', roomId)
      .where('deletedAt', 'is', null)
      .orderBy('seq')
      .execute();
    return rows.length > 0 ? rows[number % rows.length] : undefined;
  }

  toInput({
    words,
    isTyping,
    inRoom,
    from,
    has,
    mentions,
    saved,
    range,
    isFiltered,
  }: AnySearch): SearchInput {
    return {
      text: words.join(' '),
      ...(isTyping && { isTyping }),
      ...(inRoom !== null && { roomId: pick(this.roomIds, inRoom) }),
      ...(from !== null && { from: pick(this.people, from) }),
      ...(isFiltered && has.length > 0 && { has }),
      ...(isFiltered && mentions && { mentions }),
      ...(isFiltered && saved && { saved }),
      ...(range && { after: NOW + range[0], before: NOW + range[0] + range[1] }),
    };
  }
}

function pick<Value>(values: readonly Value[], number: number): Value {
  const value = values[number % values.length];
  if (value === undefined) throw new Error('nothing to pick');
  return value;
}

function mentionSomebody(text: string, number: number, uid: string) {
  if (number % 4 > 1) return {};
  const mentions = [{ uid: number % 4 === 0 ? uid : null, start: text.length + 1, length: 3 }];
  return { text: `${text} @me`, mentions };
}

/** The ids of what a person finds, or `not_found`: a look at every message and every right, without an index. */
export async function findByHand(
  { db, now }: Pick<SearchHistory, 'db' | 'now'>,
  uid: string,
  input: SearchInput,
): Promise<string[] | 'not_found'> {
  const [rooms, members, blocks, users, saved] = await Promise.all([
    db.selectFrom('rooms').selectAll().where('deletedAt', 'is', null).execute(),
    db.selectFrom('members').selectAll().where('userId', '=', uid).execute(),
    db.selectFrom('blocks').select('blockedId').where('userId', '=', uid).execute(),
    db.selectFrom('users').select('guest').where('id', '=', uid).execute(),
    db.selectFrom('saved').selectAll().where('userId', '=', uid).execute(),
  ]);
  const membership = new Map(members.map(row => [row.roomId, row]));
  const isMember = (roomId: string) => (membership.get(roomId)?.role ?? null) !== null;
  const isGuest = users[0]?.guest === 1;
  const hasPrivate = rooms.some(({ id, kind }) => kind === 'private' && isMember(id));
  const readable = rooms.filter(({ id, kind }) => {
    if (isGuest) return kind !== 'open' && isMember(id) && hasPrivate;
    return isMember(id) || (kind === 'open' && (membership.get(id)?.bannedUntil ?? 0) <= now);
  });
  if (input.roomId !== undefined && !readable.some(({ id }) => id === input.roomId)) return 'not_found';
  const searched = readable.filter(({ id }) =>
    input.roomId === undefined ? (membership.get(id)?.request ?? null) === null : id === input.roomId,
  );
  const messages = await db
    .selectFrom('messages as m')
    .leftJoin('files as f', 'f.id', 'm.fileId')
    .selectAll('m')
    .select('f.name as fileName')
    .where('m.deletedAt', 'is', null)
    .where('m.notice', 'is', null)
    .execute();
  const words = parseSearchWords(input.text ?? '', input.isTyping === true);
  return messages
    .filter(({ roomId, seq }) =>
      searched.some(({ id, trimmedBefore }) => id === roomId && seq >= (trimmedBefore ?? 0)),
    )
    .filter(({ authorId }) => !blocks.some(({ blockedId }) => blockedId === authorId))
    .filter(({ authorId }) => input.from === undefined || authorId === input.from)
    .filter(({ createdAt }) => createdAt >= (input.after ?? 0) && createdAt < (input.before ?? FOREVER))
    .filter(({ pinnedAt }) => !input.has?.includes('pin') || pinnedAt !== null)
    .filter(({ links }) => !input.has?.includes('link') || links === 1)
    .filter(({ fileKind }) => !input.has?.includes('file') || fileKind === 'file')
    .filter(
      ({ roomId, id }) => !input.saved || saved.some(row => row.roomId === roomId && row.messageId === id),
    )
    .filter(({ roomId, authorId, createdAt, mentions, mentionsRoom }) => {
      if (!input.mentions) return true;
      if (authorId === uid || mentions === null) return false;
      const since = isMember(roomId) ? (membership.get(roomId)?.joinedAt ?? 0) : Number.POSITIVE_INFINITY;
      const isNamed = parseMentions(mentions).some(mention => mention.uid === uid);
      return isNamed || (mentionsRoom === 1 && createdAt >= since);
    })
    .filter(({ text, fileName }) => {
      const texts = [text, fileName].map(each => new SearchedText(each ?? ''));
      const isFound = (word: SearchWord) => texts.some(each => each.findHits(word).length > 0);
      return words.wanted.every(isFound) && !words.unwanted.some(isFound);
    })
    .map(({ roomId, id }) => `${roomId} ${id}`)
    .toSorted();
}

/** Of more than 16 messages of a millisecond, some come with later ones (MS1). */
const MAX_MOVED_MS = 10;

/** Over all pages, like `findByHand`. Throws unless they are newest first. */
export async function findAll(
  find: (cursor: Pick<SearchInput, 'cursor'>) => Promise<SearchPage>,
): Promise<string[] | 'not_found'> {
  const found: { id: string; at: number }[] = [];
  let cursor: Pick<SearchInput, 'cursor'> | undefined = {};
  while (cursor) {
    const page: SearchPage | undefined = await find(cursor).catch((error: { code: string }) => {
      if (error.code === 'not_found') return undefined;
      throw error;
    });
    if (!page) return 'not_found';
    found.push(
      ...page.messages.map(({ roomId, id, createdAt }) => ({ id: `${roomId} ${id}`, at: createdAt })),
    );
    cursor = page.next && { cursor: page.next };
  }
  const isSorted = found.every(({ at }, index) => at <= (found[index - 1]?.at ?? at) + MAX_MOVED_MS);
  if (!isSorted) throw new Error(`the newest is not first: ${JSON.stringify(found)}`);
  return found.map(({ id }) => id).toSorted();
}
