import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { sql } from 'kysely';
import { type Kind, measureOnEngines, type Send } from './engine-turns.ts';
import type { Measurement } from './measurement.ts';

const [ROOMS, MESSAGES_PER_ROOM, PEOPLE] = [50, 1_000, 60];
/** The most that a conversation counts. */
const MANY_REPLIES = 1_000;
const LONG_TEXT = 'Long '.repeat(2_000);
const [SENDS_PER_TURN, SENDS_AT_ONCE] = [200, 50];

/** B19: what a reply costs. It has no table of its own, so that it also measures versions without conversations. */
export const replies: Measurement = {
  name: 'replies',
  group: 'conversations',
  title: `B19 CPU time of a reply, ${SENDS_AT_ONCE} at once in ${ROOMS} rooms`,
  goals: [],
  rounds: 3,
  run: round =>
    measureOnEngines(round, { createWorld, createKinds: (world, { send }) => createSends(world, send) }),
};

interface World {
  uids: string[];
  roomIds: string[];
}

/** Everyone is a member of each room. */
async function createWorld(db: Db): Promise<World> {
  const counts = { users: PEOPLE, rooms: ROOMS, messages: ROOMS * MESSAGES_PER_ROOM };
  const uids = await populate(db, counts, () => {});
  await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
    select r."id", u."id", 'member', 1 from "rooms" r cross join "users" u where 1 = 1
    on conflict ("roomId", "userId") do update set "role" = 'member'`.execute(db);
  const rooms = await db.selectFrom('rooms').select('id').execute();
  return { uids, roomIds: rooms.map(({ id }) => id) };
}

interface Sent {
  roomId: string;
  id: string;
}

function createSends({ uids, roomIds }: World, store: Send): Kind[] {
  const send = async (
    index: number,
    more: { text?: string; replyTo?: Sent },
    uid = uids[index % 5] ?? '',
  ) => {
    const { text = 'A message of the usual length, more or less.', replyTo } = more;
    const roomId = replyTo?.roomId ?? roomIds[index % ROOMS] ?? '';
    const input = { roomId, id: newId(), text, ...(replyTo && { replyTo: replyTo.id }) };
    await store(uid, input);
    return { roomId, id: input.id };
  };
  const sendAll = async (count: number, sendOne: (index: number) => Promise<Sent>): Promise<Sent[]> => {
    const sent: Sent[] = [];
    for (let from = 0; from < count; from += SENDS_AT_ONCE)
      sent.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(SENDS_AT_ONCE, count - from) }, (_, index) => sendOne(from + index)),
        )),
      );
    return sent;
  };
  /** `roots`: the first message of each reply of a turn. */
  const toKind = (of: string, roots: () => Promise<Sent[]>, toAuthor?: (index: number) => string): Kind => {
    let firsts: Sent[] = [];
    return {
      of,
      perTurn: SENDS_PER_TURN,
      prepare: async () => (firsts = await roots()),
      run: () =>
        sendAll(SENDS_PER_TURN, index => {
          const replyTo = firsts[index % firsts.length];
          return send(index, replyTo ? { replyTo } : {}, toAuthor?.(index));
        }),
    };
  };
  const createRoots = (count: number, text?: string) =>
    sendAll(count, index => send(index, text === undefined ? {} : { text }));
  const createAnswered = async (count: number, replies: number, text?: string) => {
    const roots = await createRoots(count, text);
    await sendAll(count * replies, index => send(index, { replyTo: roots[index % count] as Sent }));
    return roots;
  };
  let long: Promise<Sent[]> | undefined;
  return [
    toKind('a message', async () => []),
    toKind('a reply', () => createAnswered(ROOMS, 5)),
    toKind(
      'a reply by somebody who did not follow',
      () => createAnswered(SENDS_PER_TURN, 1),
      index => uids[10 + (index % 40)] ?? '',
    ),
    toKind('a first reply', () => createRoots(SENDS_PER_TURN)),
    toKind(
      'a reply to 10,000 characters with 1,000 replies',
      () => (long ??= createAnswered(4, MANY_REPLIES, LONG_TEXT)),
    ),
    toKind('a first reply to 10,000 characters', () => createRoots(SENDS_PER_TURN, LONG_TEXT)),
  ];
}
