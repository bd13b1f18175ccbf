import type { Message, Room, WebhookEvent } from '@snug/protocol';
import { readNextChanged } from '../../chat/messages/message-store.ts';
import { accessRoom } from '../../chat/rooms/access.ts';
import { readPosition } from '../../chat/rooms/room-access-store.ts';
import { findIncarnationAt } from '../../chat/rooms/room-incarnations.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import type { Db } from '../../db/schema.ts';
import type { LeasedWebhook } from './turn-store.ts';

export interface Delivery {
  /** The same for each attempt, and for no other change, also after the database was set back. */
  id: string;
  /** After its acknowledgement. */
  seq: number;
  event: WebhookEvent;
}

/**
 * The first change of the room after the webhook's position, in its newest state; undefined if there is none. Throws `not_found` if the
 * creator may not read the room.
 */
export async function readNextDelivery(
  db: Db,
  { roomId, createdBy, seq: since }: Pick<LeasedWebhook, 'roomId' | 'createdBy' | 'seq'>,
  now: number,
): Promise<Delivery | undefined> {
  // The position first: each change of a message up to it is in the rows.
  const position = await readPosition(db, roomId);
  const message = await readNextChanged(db, roomId, since);
  const room = await findRoom(db, roomId);
  const seq = message?.changedSeq ?? position?.seq ?? 0;
  const incarnation = await findIncarnationAt(db, roomId, seq);
  // After the reads, which may contain changes since the end of the access.
  await accessRoom(db, { uid: createdBy, now }, roomId);
  if (!room || seq <= since) return undefined;
  const place = { roomId, seq, incarnation, room: pickRoom(room) };
  const event: WebhookEvent = message
    ? { type: getType(message, since), ...place, message }
    : { type: 'room_changed', ...place };
  return { id: `${roomId}.${seq}.${incarnation}`, seq, event };
}

function getType({ seq, deletedAt }: Message, since: number) {
  if (deletedAt !== undefined) return 'message_deleted';
  return seq > since ? 'message_sent' : 'message_changed';
}

/** Without its last message, which may be newer than the change. */
function pickRoom({ id, kind, name, people, archivedAt, description }: Room) {
  return {
    id,
    ...(kind && { kind }),
    name,
    ...(people && { people }),
    ...(archivedAt !== undefined && { archivedAt }),
    description,
  };
}
