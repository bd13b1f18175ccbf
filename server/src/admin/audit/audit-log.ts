import {
  type AuditEntry,
  type CommandInput,
  type CommandOutput,
  MAX_RESULT_BYTES,
  type Person,
} from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import type { AuditRow } from '../../workspace/audit/audit-store.ts';
import { readAuditRows } from './audit-rows.ts';

const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

/** Without a check whether the caller may read the log. */
export async function listAuditEntries(
  db: Db,
  caller: Actor,
  input: CommandInput<'list_audit'>,
): Promise<CommandOutput<'list_audit'>> {
  const { rows, hasMore } = await readAuditRows(db, input);
  const people = await readPeopleByUid(db, listUids(rows));
  const rooms = await readRoomNames(db, caller, rows);
  const fitting = new BoundedRows<AuditEntry>(MAX_LIST_BYTES);
  rows.every(row => fitting.add(presentEntry(row, people, rooms)));
  const entries = fitting.rows;
  const last = entries.at(-1);
  const isCut = hasMore || entries.length < rows.length;
  return { entries, ...(last && isCut && { next: { at: last.at, id: last.id } }) };
}

function listUids(rows: readonly AuditRow[]): string[] {
  return rows.flatMap(({ actorId, targetId }) => [actorId, targetId]).filter(uid => uid !== null);
}

/** Of those that the caller may read. */
async function readRoomNames(
  db: Db,
  caller: Actor,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ roomId }) => roomId ?? []))];
  const readable = await accessRooms(db, caller, ids);
  const rooms = await readListedRooms(db, [...readable.keys()]);
  return new Map(rooms.map(({ id, name }) => [id, name]));
}

function presentEntry(
  row: AuditRow,
  people: ReadonlyMap<string, Person>,
  rooms: ReadonlyMap<string, string>,
): AuditEntry {
  const { id, at, action, actorId, targetId, reason, until } = row;
  const [actor, target] = [people.get(actorId ?? ''), people.get(targetId ?? '')];
  return {
    id,
    at,
    action,
    ...(actor && { actor }),
    ...(target && { target }),
    ...(row.roomId !== null && { room: presentRoom(row, rooms) }),
    ...(reason !== null && { reason }),
    ...(until !== null && { until }),
    ...presentSetting(row),
    ...(isMove(row) ? presentMoved(row) : presentEmoji(row)),
  };
}

function presentSetting({ setting: name, before, after }: AuditRow): Pick<AuditEntry, 'setting'> {
  return name === null || before === null || after === null ? {} : { setting: { name, before, after } };
}

/** Its name is in the columns of a setting. */
function presentEmoji({ setting, before: key, after: name }: AuditRow): Pick<AuditEntry, 'emoji'> {
  return setting !== null || name === null ? {} : { emoji: { name, ...(key !== null && { key }) } };
}

function isMove({ action }: AuditRow): boolean {
  return action === 'export' || action === 'import';
}

/** Likewise. */
function presentMoved({ before: format, after: rooms }: AuditRow): Pick<AuditEntry, 'moved'> {
  return format === null || rooms === null ? {} : { moved: { format, rooms: Number(rooms) } };
}

function presentRoom({ roomId, roomName }: AuditRow, rooms: ReadonlyMap<string, string>): AuditEntry['room'] {
  const readable = rooms.get(roomId ?? '');
  const name = roomName ?? readable;
  return {
    ...(readable !== undefined && roomId !== null && { id: roomId }),
    ...(name !== undefined && { name }),
  };
}
