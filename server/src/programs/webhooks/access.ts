import { CommandError } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findWebhook, type WebhookRow } from './webhook-store.ts';

/** An outgoing one, for its creator. Throws `not_found`. */
export async function accessWebhook(db: Db, { uid }: Caller, id: string): Promise<WebhookRow> {
  const webhook = requireFound(await findWebhook(db, id));
  if (webhook.createdBy !== uid) throw new CommandError('not_found');
  return webhook;
}
