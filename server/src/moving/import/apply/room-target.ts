import { foldName, MAX_JOINED_ROOMS, MAX_NAME_LENGTH } from '@snug/protocol';
import { sql } from 'kysely';
import { deriveId } from '../../../base/derived-id.ts';
import { toNameKeys } from '../../../db/name-keys.ts';
import type { Db } from '../../../db/schema.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import { cutText, toPastTime } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedPeople } from './imported-people.ts';
import { insertRows, type RowTable, type Value } from './insert-rows.ts';
import { type PlannedMember, planRoom, type RoomPlan } from './room-plan.ts';

/** The room for the messages of a room of the archive. */
export interface RoomTarget {
  roomId: string;
  kind: RoomPlan['kind'];
  /** Of its row in `import_rooms`. */
  sourceId: string;
  isNew: boolean;
  /** Somebody has written there since, or before any import: nothing goes behind their messages. */
  isClosed: boolean;
  /** An earlier import has stored all of its messages until `lastAt`. */
  isFinished: boolean;
  lastAt: number | null;
  /** Messages before the trim that the new room begins with; undefined without one. */
  keptPins: number | undefined;
}

/** Late messages of one room go into at most so many rooms. */
const MAX_LATE_ROOMS = 20;

const ROOMS: RowTable = {
  name: 'rooms',
  columns: [
    'id',
    'name',
    'folded',
    'description',
    'createdAt',
    'createdBy',
    'kind',
    'people',
    'archivedAt',
    'membersInvite',
    'seq',
    'changedAt',
    'lastMessageSeq',
  ],
};
const ACTIVITY: RowTable = { name: 'room_activity', columns: ['roomId', 'at', 'kind'] };
const NAMES: RowTable = { name: 'room_names', columns: ['isInside', 'words', 'roomId'] };
const CALLS: RowTable = {
  name: 'notify_rooms',
  columns: ['roomId', 'seq'],
  conflict: 'on conflict do nothing',
};
const IMPORT_ROOMS: RowTable = {
  name: 'import_rooms',
  columns: ['source', 'sourceId', 'roomId', 'seq', 'lastAt'],
};
/** An archive that is newer adds people who are new in the room. */
const MEMBERS: RowTable = {
  name: 'members',
  columns: [
    'roomId',
    'userId',
    'role',
    'joinedAt',
    'leftAt',
    'version',
    'bannedUntil',
    'silencedUntil',
    'favourite',
    'muted',
    'level',
    'levelByDefault',
    'hasLeft',
    'request',
  ],
  conflict: `on conflict ("roomId", "userId") do update set "role" = excluded."role", "joinedAt" = excluded."joinedAt",
    "favourite" = excluded."favourite", "muted" = excluded."muted", "level" = excluded."level",
    "levelByDefault" = excluded."levelByDefault", "version" = "members"."version" + 1
    where "members"."role" is null and "members"."leftAt" is null and "members"."bannedUntil" is null
      and "members"."hasLeft" is null and excluded."role" is not null`,
};

/** Finds or makes the rooms of an import. */
export class RoomTargets {
  readonly #run: ImportRun;
  readonly #people: ImportedPeople;
  /** Rooms by person; read once. */
  #joined: Map<string, number> | undefined;

  constructor(run: ImportRun, people: ImportedPeople) {
    this.#run = run;
    this.#people = people;
  }

  /** A text is the reason why the room does not come. */
  async open(line: RoomLine): Promise<RoomTarget | string> {
    const plan = planRoom(this.#run, this.#people, line);
    const known = await this.#findKnown(line, plan);
    if (known === 'room.deleted') return known;
    if (!plan) return known ?? 'room.no_members';
    if (known) {
      if (!known.isClosed) await this.#addMembers(known, plan.members);
      return known.isFinished ? known : { ...known, keptPins: line.trimmed?.keptPins };
    }
    return this.#create(plan, line.id, line);
  }

  /** The rooms that late messages of earlier imports are in. */
  async findLateRooms({ id }: RoomLine): Promise<readonly string[]> {
    const { db, sourceKey } = this.#run;
    const rows = await db
      .selectFrom('import_rooms')
      .innerJoin('rooms', 'rooms.id', 'import_rooms.roomId')
      .select('import_rooms.roomId')
      .where('import_rooms.source', '=', sourceKey)
      .where(
        'import_rooms.sourceId',
        'in',
        Array.from({ length: MAX_LATE_ROOMS }, (_, index) => toLateId(id, index + 1)),
      )
      .where('rooms.deletedAt', 'is', null)
      .execute();
    return rows.map(({ roomId }) => roomId);
  }

  /** For messages that are older than what somebody has written in the room. `canCreate`: also a room that is not here yet. */
  async openLate(line: RoomLine, { canCreate }: { canCreate: boolean }): Promise<RoomTarget | undefined> {
    const { db, source, sourceKey } = this.#run;
    for (let n = 1; n <= MAX_LATE_ROOMS; n++) {
      const sourceId = toLateId(line.id, n);
      const row = await findImportRoom(db, sourceKey, sourceId);
      if (row) {
        const target = await toTarget(db, sourceId, row);
        if (target !== 'room.deleted' && !target.isClosed) return target;
        continue;
      }
      const plan = canCreate ? planRoom(this.#run, this.#people, line) : undefined;
      if (!plan) return undefined;
      const kind = plan.kind === 'direct' ? 'private' : plan.kind;
      const id = deriveId(plan.createdAt, sourceKey, 'late', line.id, n);
      const ending = ` (${source.title}${n > 1 ? ` ${n}` : ''})`;
      const name = `${cutText(plan.name || 'Direct messages', MAX_NAME_LENGTH - ending.length)}${ending}`;
      const members =
        plan.kind === 'direct' ? plan.members.filter(({ person }) => !person.isAuthor) : plan.members;
      const [first] = members;
      if (kind === 'private' && !first) return undefined;
      if (plan.kind === 'direct' && first) first.role = 'admin';
      return this.#create({ ...plan, id, kind, name, people: null, archivedAt: null, members }, sourceId);
    }
    return undefined;
  }

  async #findKnown(
    line: RoomLine,
    plan: RoomPlan | undefined,
  ): Promise<RoomTarget | 'room.deleted' | undefined> {
    const { db, sourceKey } = this.#run;
    const row = await findImportRoom(db, sourceKey, line.id);
    if (row) return toTarget(db, line.id, row);
    const room = plan && (await findRoom(db, plan));
    if (!room) return undefined;
    if (room.deletedAt !== null) return 'room.deleted';
    // Another room of the archive has the same people, or an export comes back to its workspace.
    const other = await db
      .selectFrom('import_rooms')
      .select(({ fn }) => [
        fn.max<number | null>('seq').as('seq'),
        fn.max<number | null>('lastAt').as('lastAt'),
      ])
      .where('roomId', '=', room.id)
      .executeTakeFirstOrThrow();
    const target = await toTarget(db, line.id, {
      roomId: room.id,
      seq: other.seq ?? 0,
      lastAt: other.lastAt,
      finished: 1,
    });
    if (target === 'room.deleted') return target;
    const stored = [sourceKey, line.id, room.id, other.seq ?? 0, target.lastAt];
    await insertRows(db, this.#run.engine, IMPORT_ROOMS, [stored]);
    await db
      .updateTable('import_rooms')
      .set({ finished: 1 })
      .where('source', '=', sourceKey)
      .where('sourceId', '=', line.id)
      .execute();
    return target;
  }

  async #create(plan: RoomPlan, sourceId: string, line?: RoomLine): Promise<RoomTarget> {
    const { db, engine, sourceKey, transaction } = this.#run;
    const { id, kind, name, description, createdAt, createdBy, people, archivedAt, membersInvite } = plan;
    const members = await this.#toRows(id, plan.members);
    await transaction.run(members.length, async () => {
      const insert = (table: RowTable, rows: Parameters<typeof insertRows>[3]) =>
        insertRows(db, engine, table, rows);
      const folded = foldName(name);
      const texts = [
        id,
        name,
        folded,
        description,
        createdAt,
        createdBy,
        kind,
        people,
        archivedAt,
        membersInvite,
      ];
      await insert(ROOMS, [[...texts, 0, createdAt, null]]);
      if (archivedAt === null) await insert(ACTIVITY, [[id, createdAt, kind]]);
      if (kind === 'open')
        await insert(
          NAMES,
          toNameKeys(name).map(({ isInside, words }) => [Number(isInside), words, id]),
        );
      await insert(CALLS, [[id, 0]]);
      await insert(MEMBERS, members);
      await countGuests(db, id);
      await insert(IMPORT_ROOMS, [[sourceKey, sourceId, id, 0, null]]);
      if (line?.retention) {
        const { days, keepsPins, begins, formerDays = null } = line.retention;
        const start = begins === undefined ? null : Date.parse(begins) || null;
        const rule = { days, formerDays, begins: start, keepsPins: keepsPins ? 1 : null, pinsUntil: null };
        await db
          .insertInto('retention')
          .values({ roomId: id, ...rule, version: 1 })
          .execute();
      }
    });
    return {
      roomId: id,
      kind,
      sourceId,
      isNew: true,
      isClosed: false,
      isFinished: false,
      lastAt: null,
      keptPins: line?.trimmed?.keptPins,
    };
  }

  async #addMembers({ roomId, kind }: RoomTarget, members: readonly PlannedMember[]): Promise<void> {
    const { db, engine, transaction } = this.#run;
    if (kind === 'direct') return;
    const rows = await this.#toRows(roomId, members);
    await transaction.run(rows.length, async () => {
      await insertRows(db, engine, MEMBERS, rows);
      await countGuests(db, roomId);
    });
  }

  async #toRows(roomId: string, members: readonly PlannedMember[]) {
    const { now, source } = this.#run;
    const joined = (this.#joined ??= await countJoined(this.#run.db));
    const levels = await readDefaultLevels(
      this.#run.db,
      members.map(({ person }) => person.uid),
    );
    return members.map(({ person: { uid }, role: wanted, entry }): Value[] => {
      const count = joined.get(uid) ?? 0;
      if (wanted !== null && count >= MAX_JOINED_ROOMS) source.ledger.change('member.too_many_rooms');
      const role = count >= MAX_JOINED_ROOMS ? null : wanted;
      if (role !== null) joined.set(uid, count + 1);
      const toTime = (text: string | undefined) => toPastTime(text, now()) ?? null;
      const leftAt = role === null ? toTime(entry.leftAt) : null;
      const until = (text: string | undefined) => (text === undefined ? null : Date.parse(text) || null);
      const level = entry.level ?? levels.get(uid);
      return [
        roomId,
        uid,
        role,
        role === null ? null : toTime(entry.joinedAt),
        leftAt,
        1,
        until(entry.bannedUntil),
        until(entry.silencedUntil),
        role !== null && entry.favourite ? 1 : null,
        role !== null && entry.muted ? 1 : null,
        role === null ? null : (level ?? null),
        role === null || entry.level !== undefined || level === undefined ? null : 1,
        leftAt === null ? null : 1,
        entry.request ?? null,
      ];
    });
  }
}

/** Everything that this import wanted in the room is there. Its members have read it, and what comes later is unread. */
export async function finishRoom(
  { db, sourceKey, transaction }: ImportRun,
  { sourceId, roomId }: RoomTarget,
): Promise<void> {
  await transaction.run(1, async () => {
    await sql`insert into "reads" ("userId", "roomId", "seq", "version")
      select m."userId", m."roomId", r."seq", 1 from "members" m join "rooms" r on r."id" = m."roomId"
      where m."roomId" = ${roomId} and m."role" is not null on conflict do nothing`.execute(db);
    await db
      .updateTable('import_rooms')
      .set({ finished: 1 })
      .where('source', '=', sourceKey)
      .where('sourceId', '=', sourceId)
      .execute();
  });
}

/** In `import_rooms`. */
function toLateId(id: string, n: number): string {
  return `${id} ${n}`;
}

async function findImportRoom(db: Db, sourceKey: string, sourceId: string) {
  return db
    .selectFrom('import_rooms')
    .select(['roomId', 'seq', 'lastAt', 'finished'])
    .where('source', '=', sourceKey)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();
}

async function toTarget(
  db: Db,
  sourceId: string,
  row: { roomId: string; seq: number; lastAt: number | null; finished: number | null },
): Promise<RoomTarget | 'room.deleted'> {
  const { roomId, seq, lastAt, finished } = row;
  const room = await db
    .selectFrom('rooms')
    .select(['kind', 'deletedAt'])
    .where('id', '=', roomId)
    .executeTakeFirst();
  if (!room || room.deletedAt !== null) return 'room.deleted';
  const newer = await db
    .selectFrom('messages')
    .select('seq')
    .where('roomId', '=', roomId)
    .where('seq', '>', seq)
    .limit(1)
    .executeTakeFirst();
  return {
    roomId,
    kind: room.kind,
    sourceId,
    isNew: false,
    isClosed: newer !== undefined,
    isFinished: finished === 1,
    lastAt,
    keptPins: undefined,
  };
}

async function findRoom(db: Db, { id, people }: RoomPlan) {
  return db
    .selectFrom('rooms')
    .select(['id', 'deletedAt'])
    .where(row => (people === null ? row('id', '=', id) : row('people', '=', people)))
    .executeTakeFirst();
}

async function countGuests(db: Db, roomId: string): Promise<void> {
  await sql`update "rooms" set "guestCount" = (
      select count(*) from "members" m join "users" u on u."id" = m."userId"
      where m."roomId" = ${roomId} and m."role" is not null and u."guest" = 1
    ) where "id" = ${roomId}`.execute(db);
}

async function countJoined(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('members')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .where('role', 'is not', null)
    .groupBy('userId')
    .execute();
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Of those who have one. */
async function readDefaultLevels(db: Db, uids: readonly string[]) {
  const levels = new Map<string, 'everything' | 'mentions' | 'nothing'>();
  for (let from = 0; from < uids.length; from += 500) {
    const rows = await db
      .selectFrom('default_levels')
      .select(['userId', 'level'])
      .where('userId', 'in', uids.slice(from, from + 500))
      .execute();
    for (const { userId, level } of rows) levels.set(userId, level);
  }
  return levels;
}
