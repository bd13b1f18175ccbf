import type { Room } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { requireFound } from '../base/require-found.ts';
import { postNotice } from '../chat/messages/messages.ts';
import { accessRoomAsModerator } from '../chat/rooms/access.ts';
import { findRoom } from '../chat/rooms/room-rows.ts';
import { findCreator } from '../chat/rooms/room-store.ts';
import type { Mutation, MutationContext, Mutations, Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findPerson } from '../people/profiles/person.ts';
import { recordAudit } from '../workspace/audit/record-audit.ts';
import { accessAllOpenRooms } from './open-rooms.ts';

export type ExportFormat = 'page' | 'snug' | 'slack';

/** A line in a room, with the id that its message gets. */
interface NewLine {
  roomId: string;
  messageId: string;
}

/** A room's admin exports it, or a workspace admin an open room. Everyone in a private room sees who did. */
export const recordRoomExport: Mutation<NewLine & { format: ExportFormat }, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { format, ...line }) {
    await accessRoomAsModerator(db, call, line.roomId);
    const room = requireFound(await findRoom(db, line.roomId));
    await recordAudit(db, call, { action: 'export', room, moved: { format, rooms: 1 } });
    return { output: {}, publications: await addLine(db, call, room, line) };
  },
};

/** A workspace admin exports all open rooms, which have no line. */
export const recordOpenExport: Mutation<{ format: ExportFormat; rooms: number }, object> = {
  isUnrepeatable: true,
  lockKeys: () => [],

  async run(db, call, moved) {
    await accessAllOpenRooms(db, call);
    await recordAudit(db, call, { action: 'export', moved });
    return { output: {}, publications: [] };
  },
};

interface OperatorExport {
  /** Of the entry in the audit log. Missing if an earlier part of the same export has it. */
  entry?: { format: ExportFormat; rooms: number };
  lines: readonly NewLine[];
}

/** For the command line. */
export const recordOperatorExport: Mutation<OperatorExport, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { lines }) => lines.map(({ roomId }) => `room:${roomId}` as const),

  async run(db, call, { entry, lines }) {
    const publications: Publication[] = [];
    if (entry) await recordAudit(db, call, { action: 'export', moved: entry });
    for (const line of lines) {
      const room = await findRoom(db, line.roomId);
      if (room) publications.push(...(await addLine(db, call, room, line)));
    }
    return { output: {}, publications };
  },
};

export const EXPORT_MUTATIONS = {
  record_room_export: recordRoomExport,
  record_open_export: recordOpenExport,
  record_operator_export: recordOperatorExport,
} satisfies Mutations;

const LINES_PER_PART = 50;

export interface RecordedExport {
  format: ExportFormat;
  /** The number of all rooms, also of open ones. */
  rooms: number;
  /** The ids of the private and direct rooms. Open rooms among them get no line. */
  notOpen: Iterable<string>;
}

/**
 * For the command line, before the first byte of the export: adds an entry to the audit log, and a line to each private and direct
 * room. `write` runs the mutation `record_operator_export` for a caller without `uid`.
 */
export async function recordExport(
  write: (input: OperatorExport) => Promise<unknown>,
  { format, rooms, notOpen }: RecordedExport,
): Promise<void> {
  let entry: OperatorExport['entry'] = { format, rooms };
  let lines: NewLine[] = [];
  const flush = async () => {
    await write({ ...(entry && { entry }), lines });
    entry = undefined;
    lines = [];
  };
  for (const roomId of notOpen) {
    lines.push({ roomId, messageId: newId() });
    if (lines.length === LINES_PER_PART) await flush();
  }
  if (entry || lines.length > 0) await flush();
}

/** A message needs an author. That of an export by the command line is the creator of the room, whom clients do not show. */
async function addLine(
  db: Db,
  call: MutationContext,
  { kind }: Room,
  { roomId, messageId: id }: NewLine,
): Promise<Publication[]> {
  if (kind === undefined) return [];
  const isOperator = call.uid === '';
  const uid = isOperator ? requireFound(await findCreator(db, roomId)) : call.uid;
  const author = requireFound(await findPerson(db, uid));
  // Clients of version 5 and programs show the text.
  const text = isOperator ? 'The admin of this server exported this room.' : 'I exported this room.';
  return postNotice(db, call, { id, roomId, author, text, exported: isOperator ? 'operator' : 'person' });
}
