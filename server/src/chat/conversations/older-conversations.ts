import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { findMeta, storeMeta } from '../../db/meta.ts';
import { type Mutation, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { trimmedBefore } from '../rooms/trimmed-log.ts';
import { followAsWriters } from './follows.ts';
import { recountReplies } from './reply-counts.ts';

export const OLDER_CONVERSATIONS_JOB = 'older_conversations';

const INTERVAL_MS = 60 * 60_000;
/** Each conversation can have `MAX_COUNTED_REPLIES` rows. */
const BATCH_SIZE = 20;
const FOLLOW_MS = 90 * 24 * 60 * 60_000;
const FINISHED_KEY = 'olderConversations';

interface ConversationKey {
  roomId: string;
  rootId: string;
}

// Rows, of which several can be of one conversation: the next step starts after it.
const selectNext = prepared<[roomId: string, rootId: string, limit: number], ConversationKey>(
  `select "roomId", "rootId" from "messages" indexed by "messages_conversation"
   where "rootId" is not null and "deletedAt" is null and ("roomId", "rootId") > ($1, $2)
   order by "roomId", "rootId" limit $3`,
);
const selectWriters = prepared<
  [roomId: string, rootId: string, since: number, limit: number],
  { authorId: string }
>(
  `select "last"."authorId" as "authorId" from (
     select "authorId", "createdAt" from "messages" indexed by "messages_conversation"
     where "roomId" = $1 and "rootId" = $2 and "deletedAt" is null and "seq" >= ${trimmedBefore('$1')}
     order by "seq" desc limit $4
   ) as "last" where "last"."createdAt" >= $3`,
);
const selectRootAuthor = prepared<[roomId: string, rootId: string], { authorId: string }>(
  `select "authorId" from "messages" where "roomId" = $1 and "id" = $2 and "deletedAt" is null`,
);

/**
 * Counts the replies of conversations in which servers of earlier releases may have stored some, and lets those who wrote them follow.
 * `since`: in ms since 1970, for follows. No cursor moves.
 */
const addConversations: Mutation<{ conversations: readonly ConversationKey[]; since: number }, object> = {
  lockKeys: (_call, { conversations }) => [
    ...new Set(conversations.map(({ roomId }) => `room:${roomId}` as const)),
  ],

  async run(db, call, { conversations, since }) {
    const publications: Publication[] = [];
    for (const { roomId, rootId } of conversations) {
      await recountReplies(db, roomId, rootId);
      const writers = await selectWriters(db, roomId, rootId, since, MAX_COUNTED_REPLIES);
      if (writers.length === 0) continue;
      const uids = [...writers, ...(await selectRootAuthor(db, roomId, rootId))].map(row => row.authorId);
      publications.push(...(await followAsWriters(db, call, { roomId, rootId }, uids)));
    }
    return { output: {}, publications };
  },
};

const finishConversations: Mutation<{ value: string }, object> = {
  lockKeys: () => [],

  async run(db, _call, { value }) {
    await storeMeta(db, FINISHED_KEY, value);
    return { output: {}, publications: [] };
  },
};

export const OLDER_CONVERSATION_MUTATIONS = {
  add_conversations: addConversations,
  finish_conversations: finishConversations,
};

/**
 * Runs once, and again after servers of earlier releases are gone: they stored replies after the first run. Before that, nobody could
 * stop following. The cursor is the oldest release and the time of the start, and the last room and conversation: a run that began
 * before those servers were gone is not the last one.
 */
export function createOlderConversationSweep(
  read: Db,
  writer: MutationWriter<typeof OLDER_CONVERSATION_MUTATIONS>,
  now: () => number,
): JobDefinition {
  return {
    kind: OLDER_CONVERSATIONS_JOB,
    intervalMs: INTERVAL_MS,
    async step(cursor) {
      const oldestNow = (await findMeta(read, 'oldestVersion')) ?? '';
      const [oldest = oldestNow, startedAt = String(now()), roomId = '', rootId = ''] =
        cursor?.split(' ') ?? [];
      const [finished, finishedAt] = (await findMeta(read, FINISHED_KEY))?.split(' ') ?? [];
      if (finishedAt !== undefined && finished === oldest) return undefined;
      const rows = await selectNext(read, roomId, rootId, BATCH_SIZE);
      const since = Number(finishedAt ?? Number(startedAt) - FOLLOW_MS);
      const conversations = uniqueConversations(rows);
      if (rows.length > 0) await writer.write('add_conversations', SYSTEM_CALLER, { conversations, since });
      const last = rows.at(-1);
      if (last) return [oldest, startedAt, last.roomId, last.rootId].join(' ');
      await writer.write('finish_conversations', SYSTEM_CALLER, { value: `${oldest} ${startedAt}` });
      return undefined;
    },
  };
}

function uniqueConversations(rows: readonly ConversationKey[]): ConversationKey[] {
  return [...new Map(rows.map(row => [`${row.roomId} ${row.rootId}`, row])).values()];
}
