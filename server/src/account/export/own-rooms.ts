import { prepared } from '../../db/prepared.ts';
import type { StoredMembership } from '../../people/members/member-store.ts';
import { presentLevel } from '../../people/members/room-level.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { type ExportSource, findReadableRooms, toTime } from './export-source.ts';
import { PAGE_SIZE, readPages } from './pages.ts';

export interface OwnRoomRow {
  roomId: string;
  role: string | null;
  joinedAt: number | null;
  leftAt: number | null;
  favourite: number | null;
  muted: number | null;
  level: StoredMembership['level'];
  levelByDefault: number | null;
  request: string | null;
  requestedBy: string | null;
  messageCount: number;
  lastSeq: number | null;
  name: string;
  description: string;
  kind: string;
  people: string | null;
}

const selectPage = prepared<[uid: string, after: string, limit: number], OwnRoomRow>(
  `select m."roomId" as "roomId", m."role" as "role", m."joinedAt" as "joinedAt", m."leftAt" as "leftAt",
     m."favourite" as "favourite", m."muted" as "muted", m."level" as "level", m."levelByDefault" as "levelByDefault", m."request" as "request",
     m."requestedBy" as "requestedBy", m."messageCount" as "messageCount", m."lastSeq" as "lastSeq",
     r."name" as "name", r."description" as "description", r."kind" as "kind", r."people" as "people"
   from "members" m join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."roomId" > $2 and r."deletedAt" is null order by m."roomId" limit $3`,
);

/** Also rooms that the person left, and those where they only wrote. */
export function listOwnRooms({ read, uid }: ExportSource): AsyncGenerator<readonly OwnRoomRow[]> {
  return readPages(last => selectPage(read, uid, last?.roomId ?? '', PAGE_SIZE));
}

export async function* exportRooms(source: ExportSource): AsyncGenerator<readonly object[]> {
  for await (const rows of listOwnRooms(source)) {
    const readable = await findReadableRooms(source, rows);
    const uids = new Set(
      rows.flatMap(({ people, requestedBy }) => [...(people?.split(' ') ?? []), requestedBy ?? []].flat()),
    );
    const people = await readPeople(source.read, [...uids]);
    const names = new Map(people.map(({ uid, name }) => [uid, name]));
    yield rows.map(row => ({
      ...presentOwn(row, names),
      ...(readable.has(row.roomId) && presentRoom(row, names)),
    }));
  }
}

function presentOwn(row: OwnRoomRow, names: ReadonlyMap<string, string>): object {
  const { roomId, role, joinedAt, leftAt, favourite, muted, messageCount, request, requestedBy } = row;
  return {
    roomId,
    role,
    ...(joinedAt !== null && { joinedAt: toTime(joinedAt) }),
    ...(leftAt !== null && { leftAt: toTime(leftAt) }),
    favourite: favourite !== null,
    muted: muted !== null,
    ...presentLevel(row),
    messages: messageCount,
    ...(request !== null && { request }),
    ...(requestedBy !== null && { requestedBy: { uid: requestedBy, name: names.get(requestedBy) } }),
  };
}

function presentRoom(row: OwnRoomRow, names: ReadonlyMap<string, string>): object {
  const { name, description, kind, people } = row;
  if (people === null) return { name, description, kind };
  return { kind, people: people.split(' ').map(uid => ({ uid, name: names.get(uid) })) };
}
