import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import { openStore } from '@snug/server/commands/open-store.ts';
import type { DatabaseLocation } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { NO_MEMBERSHIP, storeMembership } from '@snug/server/people/members/member-store.ts';
import { Random } from '@snug/testkit/random.ts';

const USERS = 500;
const ROOMS = 1_500;
/** A third is open. */
const PRIVATE_SHARE = 3;
/** The largest room has a fifteenth of all messages. */
const FLATTENING = 7;
const SPAN_MS = 2 * 365 * 24 * 60 * 60_000;
const ROWS_PER_STATEMENT = 500;
const ROWS_PER_TRANSACTION = 10_000;

/** In a fifth of all messages each, and together in one of 50,000. */
export const APART = ['alpha', 'beta'] as const;
/** In a fifth of all messages, always in this order. */
export const IN_ORDER = ['delta', 'gamma'] as const;
/** In one of 100,000 messages. */
export const RARE = 'zyxrare';
/** One message in so many is by the person with few messages. */
const FEW_SHARE = 3_333;

const [FEW_ROOMS, MANY_ROOMS] = [50, 1_000];
/** Who search at once. */
const CROWD = 10;

export interface SearchedPeople {
  /** A member of 50 private rooms. */
  few: string;
  /** Ten members of 1,000 private rooms each. */
  many: string[];
  /** A person with few messages. */
  quiet: string;
  /** A small private room of all of them. */
  roomId: string;
}

/** Two years of messages in rooms of very different sizes, unless an earlier run has kept them. */
export async function readOrCreateSearchData(
  location: DatabaseLocation,
  messages: number,
): Promise<SearchedPeople> {
  const path = join(location.data, 'searched-people.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as SearchedPeople;
  const people = await createSearchData(location, messages);
  writeFileSync(path, JSON.stringify(people));
  return people;
}

async function createSearchData(location: DatabaseLocation, messages: number): Promise<SearchedPeople> {
  let people: SearchedPeople | undefined;
  const { store } = await openStore({
    ...location,
    onFatalError: error => {
      throw new Error('the database failed', { cause: error });
    },
    async prepare(db) {
      people = await fill(db, messages);
    },
  });
  await store.close();
  if (!people) throw new Error('the database has data already');
  return people;
}

async function fill(db: Db, messages: number): Promise<SearchedPeople> {
  const [quiet = '', ...uids] = await populate(db, { users: USERS, rooms: ROOMS, messages: 0 }, () => {});
  const rooms = (await db.selectFrom('rooms').select('id').orderBy('id').execute()).map(({ id }) => id);
  const privateRooms = rooms.filter((_, index) => index % PRIVATE_SHARE > 0);
  for (const some of chunks(privateRooms, ROWS_PER_STATEMENT)) {
    await db.updateTable('rooms').set({ kind: 'private' }).where('id', 'in', some).execute();
    await db.updateTable('room_activity').set({ kind: 'private' }).where('roomId', 'in', some).execute();
  }
  const [few = '', ...others] = uids;
  const many = others.slice(0, CROWD);
  await joinRooms(db, few, spread(privateRooms, FEW_ROOMS));
  for (const uid of many) await joinRooms(db, uid, spread(privateRooms, MANY_ROOMS));
  await fillRooms(db, rooms, messages, { quiet, writers: uids });
  return { few, many, quiet, roomId: privateRooms.at(-1) ?? '' };
}

/** As many of all sizes, always with the last one. */
function spread(rooms: readonly string[], count: number): string[] {
  const step = rooms.length / count;
  return Array.from({ length: count }, (_, index) => rooms[Math.floor((index + 1) * step) - 1] ?? '');
}

async function joinRooms(db: Db, uid: string, rooms: readonly string[]): Promise<void> {
  const member = { ...NO_MEMBERSHIP, role: 'member' as const, joinedAt: 1 };
  await db.transaction().execute(async transaction => {
    for (const roomId of rooms) await storeMembership(transaction, roomId, uid, member);
  });
}

interface Authors {
  quiet: string;
  writers: readonly string[];
}

async function fillRooms(
  db: Db,
  rooms: readonly string[],
  messages: number,
  { quiet, writers }: Authors,
): Promise<void> {
  const random = new Random(1);
  const now = Date.now();
  const weights = rooms.map((_, index) => 1 / (index + FLATTENING));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let number = 0;
  for (const [index, roomId] of rooms.entries()) {
    const count = Math.max(1, Math.round((messages * (weights[index] ?? 0)) / all));
    const step = SPAN_MS / count;
    const seqs = Array.from({ length: count }, (_, before) => before + 1);
    for (const part of chunks(seqs, ROWS_PER_TRANSACTION)) {
      await db.transaction().execute(async transaction => {
        for (const some of chunks(part, ROWS_PER_STATEMENT)) {
          const rows = some.map(seq => ({
            roomId,
            seq,
            id: newId(),
            authorId: ++number % FEW_SHARE === 0 ? quiet : (writers[random.below(writers.length)] ?? ''),
            createdAt: Math.floor(now - SPAN_MS + step * (seq - random.next())),
            changedSeq: seq,
            text: createText(random, number),
            links: 0,
          }));
          await transaction.insertInto('messages').values(rows).execute();
        }
      });
    }
    await db
      .updateTable('rooms')
      .set({ seq: count, lastMessageSeq: count, changedAt: now - index })
      .where('id', '=', roomId)
      .execute();
  }
}

/** Half of the texts are in Latin letters; the others in German, Cyrillic and Chinese ones. Frequent words by Zipf's law. */
function createText(random: Random, number: number): string {
  const writeWord = WRITERS[random.below(WRITERS.length)] ?? writeLatin;
  const words = Array.from({ length: 3 + random.below(12) }, () => writeWord(random));
  const share = number % 10;
  const isBoth = number % 50_000 === 7;
  if (share < 2 || isBoth) words.push(APART[0]);
  if (share === 2 || share === 3 || isBoth) words.push(APART[1]);
  if (share === 4 || share === 5) words.push(...IN_ORDER);
  if (number % 100_000 === 33) words.push(RARE);
  return words.join(' ');
}

const [WORDS, SIGNS, FIRST_SIGN] = [30_000, 3_500, 0x4e00];

function pickRank(random: Random, count: number): number {
  return Math.floor(count ** random.next());
}

const writeLatin = (random: Random) => `w${pickRank(random, WORDS)}x`;
const WRITERS: readonly ((random: Random) => string)[] = [
  writeLatin,
  writeLatin,
  writeLatin,
  random => `größe${pickRank(random, WORDS)}`,
  random => `слово${pickRank(random, WORDS)}й`,
  random => Array.from({ length: 3 }, () => pickSign(random)).join(''),
];

function pickSign(random: Random): string {
  return String.fromCodePoint(FIRST_SIGN + ((pickRank(random, SIGNS) * 7_919) % SIGNS));
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
