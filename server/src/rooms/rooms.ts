import { CommandError, type CommandOutput, type Room } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { findCreator, findRoom, insertRoom } from './room-store.ts';

interface NewRoom {
  id: string;
  name: string;
  description: string;
}

/** Makes a room. One that this person made before under the same id is answered as it is now. */
export const createRoom: Mutation<NewRoom, CommandOutput<'create_room'>> = async (
  db,
  { uid, now },
  input,
) => {
  const known = await findRoom(db, input.id);
  if (known) {
    if ((await findCreator(db, input.id)) !== uid) throw new CommandError('id_taken');
    return { output: { room: known }, publications: [] };
  }
  await insertRoom(db, { ...input, createdAt: now, createdBy: uid });
  const room: Room = { ...input, createdAt: now, seq: 0 };
  return { output: { room }, publications: [{ topic: 'rooms', event: { type: 'room_created', room } }] };
};
