import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findWebhook, type WebhookRow } from './webhook-store.ts';

/** An outgoing one, for its creator. Throws `not_found`. */
export async function accessWebhook(db: Db, caller: Caller, id: string): Promise<WebhookRow> {
  return requireFound(await accessWebhookIfAny(db, caller, id));
}

/** Like `accessWebhook`, but returns undefined instead of `not_found`. */
export async function accessWebhookIfAny(
  db: Db,
  { uid }: Caller,
  id: string,
): Promise<WebhookRow | undefined> {
  const webhook = await findWebhook(db, id);
  return webhook?.createdBy === uid ? webhook : undefined;
}
