import { newId } from '../../base/ids.ts';
import { accessModeratedRoom } from '../../chat/rooms/access.ts';
import type { Mutation, Mutations } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { findTokenInRoom, removeTokenRoom } from '../tokens/token-room-store.ts';
import { findWebhookCreator, removeWebhook } from '../webhooks/webhook-store.ts';

/** `ownerId`: of the program, which never changes. */
interface ProgramRef {
  roomId: string;
  id: string;
  ownerId: string;
}

/** As whom the program acted. */
interface Removed {
  personId: string;
  /** The caller of the mutation closes its sockets. */
  endedTokenId?: string;
}

/** Two admins can remove a token from two of its rooms at once, so its owner is locked, too. */
export const removeRoomProgram: Mutation<ProgramRef, { endedTokenId?: string }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId, ownerId }) => [`room:${roomId}`, `person:${ownerId}`],

  async run(db, call, { roomId, id }) {
    const { room } = await accessModeratedRoom(db, call, roomId);
    const removed = (await endWebhook(db, roomId, id)) ?? (await narrowToken(db, roomId, id));
    if (!removed) return { output: {}, publications: [] };
    const { personId: targetId, endedTokenId } = removed;
    await recordAudit(db, call, { action: 'remove_program', targetId, room });
    return { output: { ...(endedTokenId !== undefined && { endedTokenId }) }, publications: [] };
  },
};

async function endWebhook(db: Db, roomId: string, id: string): Promise<Removed | undefined> {
  const personId = await removeWebhook(db, roomId, id);
  return personId === undefined ? undefined : { personId };
}

async function narrowToken(db: Db, roomId: string, programId: string): Promise<Removed | undefined> {
  const token = await findTokenInRoom(db, roomId, programId);
  if (!token) return undefined;
  await removeTokenRoom(db, token.id, roomId, newId());
  return { personId: token.userId, endedTokenId: token.id };
}

/** Undefined if the room has no such program. */
export async function findProgramOwner(db: Db, roomId: string, id: string): Promise<string | undefined> {
  const creator = await findWebhookCreator(db, roomId, id);
  return creator ?? (await findTokenInRoom(db, roomId, id))?.createdBy;
}

export const ROOM_PROGRAM_MUTATIONS = { remove_room_program: removeRoomProgram } satisfies Mutations;
