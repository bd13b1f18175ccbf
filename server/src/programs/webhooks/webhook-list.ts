import type { CommandOutput } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readProgramRooms } from '../room-programs/program-rooms.ts';
import { listWebhooksBy, presentWebhook } from './webhook-store.ts';

/** Those that the person created, with their rooms. */
export async function readWebhooks(db: Db, actor: Actor): Promise<CommandOutput<'list_webhooks'>> {
  const webhooks = (await listWebhooksBy(db, actor.uid)).map(presentWebhook);
  const roomIds = webhooks.map(({ roomId }) => roomId);
  return { webhooks, rooms: await readProgramRooms(db, actor, roomIds, webhooks) };
}
