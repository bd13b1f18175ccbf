import type { Person } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';
import {
  lookUp,
  lookUpPast,
  MEMBER_JOINS,
  RIGHTS_COLUMNS,
  type RightsRow,
  type RoomAccess,
  toAccess,
} from './room-access-store.ts';

/** Of the sender of a message. `messageCount`: of their messages in the room; null without a row of theirs. */
export interface SenderAccess
  extends Pick<
    RoomAccess,
    'kind' | 'seq' | 'incarnation' | 'role' | 'request' | 'archivedAt' | 'silencedUntil'
  > {
  changedAt: number;
  messageCount: number | null;
}

/** A row for each person. Without the room, its columns are null. */
interface SenderRow extends PersonRow, RightsRow, SenderAccess {
  roomId: string | null;
  erasedAt: number | null;
  storedSeq: number | null;
}

// One statement, because each costs the writer as much as its search.
const selectSender = prepared<[uid: string, roomId: string, messageId: string], SenderRow>(
  `select ${PERSON_COLUMNS}, u."deletedAt" as "erasedAt", r."id" as "roomId", r."seq" as "seq",
     r."incarnation" as "incarnation", r."changedAt" as "changedAt", r."archivedAt" as "archivedAt",
     m."request" as "request", m."messageCount" as "messageCount", s."seq" as "storedSeq", ${RIGHTS_COLUMNS}
   from "users" u left join "rooms" r on r."id" = ${lookUp('$2')} and r."deletedAt" is null ${MEMBER_JOINS}
   left join "messages" s on s."roomId" = ${lookUpPast('$2')} and s."id" = $3 where u."id" = $1`,
);

export interface FoundSender {
  /** Undefined for a deleted account. */
  author: Person | undefined;
  /** Undefined without access to the room. */
  access: SenderAccess | undefined;
  /** Whether the room has a message with this id. */
  isStored: boolean;
}

/** Undefined for an unknown person. `now`: ms since 1970. */
export async function findSender(
  db: Db,
  { uid, roomId, id }: { uid: string; roomId: string; id: string },
  now: number,
): Promise<FoundSender | undefined> {
  const [row] = await selectSender(db, uid, roomId, id);
  return (
    row && {
      author: row.erasedAt === null ? presentPerson(row) : undefined,
      access: row.roomId === null ? undefined : toAccess(row, now),
      isStored: row.storedSeq !== null,
    }
  );
}
