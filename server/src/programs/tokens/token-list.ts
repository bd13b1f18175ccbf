import type { CommandOutput } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readProgramRooms } from '../room-programs/program-rooms.ts';
import { listByCreator } from './token-store.ts';

/** Those that the person created, with the rooms that they open. */
export async function readTokens(db: Db, actor: Actor): Promise<CommandOutput<'list_tokens'>> {
  const tokens = await listByCreator(db, actor.uid);
  const roomIds = tokens.flatMap(token => token.roomIds ?? []);
  return { tokens, rooms: await readProgramRooms(db, actor, roomIds, tokens) };
}
