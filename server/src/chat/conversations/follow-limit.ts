import { MAX_FOLLOWED, selfTopic } from '@snug/protocol';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { raiseFollowsVersion } from './follow-store.ts';

const INTERVAL_MS = 60 * 60_000;
const PEOPLE_PER_STEP = 20;
/** Of one person in one step. */
const BATCH_SIZE = 100;
/** Of one person: somebody with more of them has fewer after the next run. */
const MAX_EXAMINED = 5 * MAX_FOLLOWED;

interface Row {
  roomId: string;
  rootId: string;
  follows: number | null;
  at: number;
}

const selectNextPerson = prepared<[uid: string], { uid: string }>(
  `select "userId" as "uid" from "own_conversations" where "userId" > $1 order by "userId" limit 1`,
);
const selectRows = prepared<[uid: string, limit: number], Row>(
  `select "roomId", "rootId", "follows", "at" from "own_conversations" where "userId" = $1 limit $2`,
);
const deleteRow = prepared<
  [uid: string, roomId: string, rootId: string, at: number],
  { follows: number | null; seq: number }
>(
  `delete from "own_conversations" where "userId" = $1 and "roomId" = $2 and "rootId" = $3 and "at" = $4
   returning "follows", "seq"`,
);
const raiseReadVersion = prepared<[uid: string, roomId: string, seq: number], { version: number }>(
  `update "reads" set "version" = "version" + 1 where "userId" = $1 and "roomId" = $2 and "seq" < $3 returning "version"`,
);

/** Replies above the room's cursor become unread again, so the version of the cursors grows as after a move back. */
const forgetConversations: Mutation<{ uid: string; rows: readonly Omit<Row, 'follows'>[] }, object> = {
  lockKeys: (_call, { rows }) => [...new Set(rows.map(({ roomId }) => `room:${roomId}` as const))],

  async run(db, _call, { uid, rows }) {
    const topic = selfTopic(uid);
    const publications: Publication[] = [];
    for (const { roomId, rootId, at } of rows) {
      // Otherwise the person has read or followed it meanwhile.
      const [deleted] = await deleteRow(db, uid, roomId, rootId, at);
      if (!deleted) continue;
      if (deleted.follows !== null) {
        const version = await raiseFollowsVersion(db, uid);
        publications.push({
          topic,
          event: { type: 'conversation_changed', roomId, rootId, follows: false, version },
        });
      }
      const moved = deleted.seq > 0 ? await raiseReadVersion(db, uid, roomId, deleted.seq) : [];
      if (moved.length > 0) publications.push({ topic, event: { type: 'read_moved', roomId } });
    }
    return { output: {}, publications };
  },
};

export const FOLLOW_LIMIT_MUTATIONS = { forget_conversations: forgetConversations };

/** Removes what people read longest ago, of more than `MAX_FOLLOWED` conversations of each kind. The cursor is the last person. */
export function createFollowLimitSweep(
  read: Db,
  writer: MutationWriter<typeof FOLLOW_LIMIT_MUTATIONS>,
): JobDefinition {
  return {
    kind: 'follow_limit',
    intervalMs: INTERVAL_MS,
    async step(cursor = '') {
      let last = cursor;
      for (let count = 0; count < PEOPLE_PER_STEP; count++) {
        const [person] = await selectNextPerson(read, last);
        if (!person) return undefined;
        const { uid } = person;
        const rows = selectExcess(await selectRows(read, uid, MAX_EXAMINED));
        const some = rows.slice(0, BATCH_SIZE);
        if (some.length > 0) await writer.write('forget_conversations', SYSTEM_CALLER, { uid, rows: some });
        // The next step continues with this person.
        if (rows.length > some.length) return last;
        last = uid;
      }
      return last;
    },
  };
}

function selectExcess(rows: readonly Row[]): Omit<Row, 'follows'>[] {
  const kinds = [
    rows.filter(({ follows }) => follows !== null),
    rows.filter(({ follows }) => follows === null),
  ];
  return kinds.flatMap(kind => kind.toSorted((a, b) => b.at - a.at).slice(MAX_FOLLOWED)).map(pickKey);
}

function pickKey({ roomId, rootId, at }: Row): Omit<Row, 'follows'> {
  return { roomId, rootId, at };
}
