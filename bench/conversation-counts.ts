import { populate } from '@snug/server/app/seed/bulk.ts';
import { readNewConversations } from '@snug/server/chat/conversations/conversation-list.ts';
import { UnreadCounts } from '@snug/server/chat/reads/unread-counts.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { sql } from 'kysely';
import { CPU, type Kind, measureOnEngines, POSTGRESQL, SQLITE } from './engine-turns.ts';
import type { Goal, Measurement } from './measurement.ts';

const [ROOMS, MESSAGES_PER_ROOM, PEOPLE] = [50, 6_000, 60];
/** After the cursor of each room. */
const UNREAD = 400;
/** Every so many messages, one begins a conversation. Later messages answer one of the last 30 of them. */
const GAP = 15;
const FOLLOWED_PER_ROOM = 20;
const [COUNTS_PER_TURN, NEWS_PER_TURN] = [10, 50];

const NOTHING_FOLLOWED = 'counts, nothing followed';
const FOLLOWED = 'counts, 1,000 conversations followed';
const READ_FURTHER = 'counts, 1,000 followed and half of them read further';

/** The number at "Conversations". */
const NEWS = 'which of 1,000 conversations have something new';

/** B19: what conversations cost a count of unread messages. */
export const conversationCounts: Measurement = {
  name: 'conversation-counts',
  group: 'conversations',
  title: `B19 CPU time of the counts of a room, of ${ROOMS} with ${MESSAGES_PER_ROOM} messages each`,
  goals: [toGoal(SQLITE, 1.3), toGoal(POSTGRESQL, 1.5)],
  rounds: 3,
  run: round =>
    measureOnEngines(round, { createWorld, createKinds: (world, { read }) => createKinds(world, read) }),
};

/** Of a count without followed conversations. */
function toGoal(engine: string, atMost: number): Goal {
  return { figure: CPU, of: `${engine}: ${FOLLOWED}`, atMost, timesOf: `${engine}: ${NOTHING_FOLLOWED}` };
}

interface World {
  roomIds: string[];
  /** By what they follow. */
  readers: Record<string, string>;
}

async function createWorld(db: Db): Promise<World> {
  const counts = { users: PEOPLE, rooms: ROOMS, messages: ROOMS * MESSAGES_PER_ROOM };
  const uids = await populate(db, counts, () => {});
  const roomIds = (await db.selectFrom('rooms').select('id').execute()).map(({ id }) => id);
  // A database server ends long statements.
  await sql`analyze`.execute(db);
  for (const roomId of roomIds) await addReplies(db, roomId);
  const [reader = '', follower = '', furtherReader = ''] = uids;
  const readers = {
    [NOTHING_FOLLOWED]: reader,
    [FOLLOWED]: follower,
    [READ_FURTHER]: furtherReader,
  };
  const readSeq = MESSAGES_PER_ROOM - UNREAD;
  for (const uid of Object.values(readers))
    await sql`insert into "reads" ("userId", "roomId", "seq", "version")
      select ${uid}, "id", ${readSeq}, 1 from "rooms"`.execute(db);
  await followAll(db, follower, sql`0`);
  await followAll(db, furtherReader, sql`${readSeq - 350} + "seq" * 13 % 700`);
  return { roomIds, readers };
}

/** Everyone is a member. */
async function addReplies(db: Db, roomId: string): Promise<void> {
  await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
    select ${roomId}, "id", 'member', 1 from "users" where 1 = 1
    on conflict ("roomId", "userId") do update set "role" = 'member'`.execute(db);
  await sql`update "messages" set "replyTo" = x."id", "rootId" = x."id" from "messages" x
    where "messages"."roomId" = ${roomId} and "messages"."seq" > 500
    and "messages"."seq" % ${GAP} <> 0 and "messages"."seq" * 37 % 100 < 40 and x."roomId" = ${roomId}
    and x."seq" = "messages"."seq" - "messages"."seq" % ${GAP} - (1 + "messages"."seq" * 7 % 30) * ${GAP}`.execute(
    db,
  );
  await sql`insert into "reply_counts" ("roomId", "rootId", "count")
    select "roomId", "rootId", count(*) from "messages"
    where "roomId" = ${roomId} and "rootId" is not null group by 1, 2`.execute(db);
}

/** In each room, the last ones with replies after its cursor. */
async function followAll(db: Db, uid: string, seq: ReturnType<typeof sql>): Promise<void> {
  const last = MESSAGES_PER_ROOM - UNREAD + GAP * 5;
  await sql`insert into "own_conversations" ("userId", "roomId", "rootId", "follows", "seq", "at")
    select ${uid}, "roomId", "id", 1, ${seq}, 1 from "messages"
    where "seq" % ${GAP} = 0 and "seq" <= ${last} and "seq" > ${last - GAP * FOLLOWED_PER_ROOM}`.execute(db);
}

function createKinds(world: World, read: Db): Kind[] {
  const { readers, roomIds } = world;
  const counts = new UnreadCounts({
    read,
    limits: { take: () => {}, charge: () => {} },
    publish: () => {},
    defer: setImmediate,
    concurrency: 1,
  });
  const actor = { uid: readers[FOLLOWED] ?? '', now: Date.now() };
  return [
    ...Object.entries(readers).map(([of, uid]) =>
      repeat(of, { times: COUNTS_PER_TURN, perRun: ROOMS }, () => counts.read(uid, roomIds)),
    ),
    repeat(NEWS, { times: NEWS_PER_TURN, perRun: 1 }, () => readNewConversations(read, actor)),
  ];
}

function repeat(
  of: string,
  { times, perRun }: { times: number; perRun: number },
  run: () => Promise<unknown>,
): Kind {
  return {
    of,
    perTurn: times * perRun,
    prepare: async () => {},
    async run() {
      for (let count = 0; count < times; count++) await run();
    },
  };
}
