import { CommandError, type InviteRoom, MAX_RESULT_BYTES, type WEBHOOK_COMMANDS } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { accessRooms } from '../chat/rooms/access.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { OutboundError } from '../programs/outbound/outbound-error.ts';
import { accessWebhook } from '../programs/webhooks/access.ts';
import { findWebhook, listWebhooksBy, presentWebhook } from '../programs/webhooks/webhook-store.ts';
import type { Handlers, Services } from './command-handler.ts';

const OVERHEAD_BYTES = 200;

export const webhookHandlers: Handlers<keyof typeof WEBHOOK_COMMANDS> = {
  create_webhook: async (
    { writer, webhooks: { outbound, secrets }, fixedSettings: fixed, mails },
    { uid, sessionId },
    { id = newId(), ...input },
  ) => {
    assertPermitted(outbound, input.url);
    const { webhook } = await writer.write('create_webhook', { uid, sessionId }, { ...input, id, fixed });
    mails?.notify(uid, 'webhook_created');
    return { webhook, secret: secrets.get(id) };
  },

  list_webhooks: async ({ read }, caller) => {
    const webhooks = (await listWebhooksBy(read, caller.uid)).map(presentWebhook);
    const readable = await accessRooms(read, caller, [...new Set(webhooks.map(({ roomId }) => roomId))]);
    const rooms = new BoundedRows<InviteRoom>(MAX_RESULT_BYTES - jsonBytes(webhooks) - OVERHEAD_BYTES);
    (await readInviteRooms(read, [...readable.keys()])).every(room => rooms.add(room));
    return { webhooks, rooms: rooms.rows };
  },

  delete_webhook: async ({ read, writer, mails }, { uid, sessionId }, { id }) => {
    const webhook = await findWebhook(read, id);
    if (webhook?.createdBy !== uid) return {};
    await writer.write('delete_webhook', { uid, sessionId }, { id, roomId: webhook.roomId });
    mails?.notify(uid, 'webhook_deleted');
    return {};
  },

  retry_webhook: async ({ read, writer, webhooks }, caller, { id }) => {
    const { roomId } = await accessWebhook(read, caller, id);
    const result = await writer.write('retry_webhook', caller, { id, roomId });
    webhooks.deliverer.wake(roomId);
    return result;
  },

  test_webhook: async ({ read, webhooks }, caller, { id }) => {
    const failure = await webhooks.sender.ping(await accessWebhook(read, caller, id));
    return failure ? { failure } : {};
  },
};

/** Throws what its person can correct. What a name leads to can change, so each delivery checks it. */
function assertPermitted(outbound: Services['webhooks']['outbound'], url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.problem === 'invalid_url')
      throw new CommandError('invalid_input', 'url: must be an https address without a name or a password');
    throw new CommandError(
      'forbidden',
      'This address leads into a private network. Use a public https address, or ask the admin of the server to allow it.',
    );
  }
}
