import * as v from 'valibot';
import { Password } from '../account/credentials.ts';
import { Message } from '../chat/message.ts';
import { Room } from '../chat/room.ts';
import { defineCommand, PROOF_DESCRIPTION } from '../core/command.ts';
import { Id, Incarnation, Seq, Timestamp } from '../core/ids.ts';
import {
  MAX_ROOM_WEBHOOKS,
  MAX_WEBHOOK_URL_LENGTH,
  MAX_WEBHOOKS,
  WEBHOOK_FAILING_DAYS,
} from '../core/limits.ts';
import { InviteRoom } from '../people/invite.ts';

/**
 * Why a receiver did not acknowledge. `status`: it responded with one outside 200 to 299. `forbidden_address`: a private network, or
 * http, without the permission of the server's admin.
 */
export const WebhookProblem = v.picklist([
  'invalid_url',
  'forbidden_address',
  'unknown_host',
  'unreachable',
  'timeout',
  'too_large',
  'status',
]);
export type WebhookProblem = v.InferOutput<typeof WebhookProblem>;

export const WebhookFailure = v.object({ problem: WebhookProblem, status: v.optional(v.number()) });
export type WebhookFailure = v.InferOutput<typeof WebhookFailure>;

/** Without its secret, which only its creation returns. */
export const Webhook = v.object({
  id: Id,
  roomId: Id,
  url: v.string(),
  createdAt: Timestamp,
  /**
   * Missing while it delivers. `failing`: for too long. `gone`: the receiver responded with 410. `no_access`: its creator can no longer
   * read the room. `removed`: by somebody who moderates the room, for good.
   */
  paused: v.optional(v.picklist(['failing', 'gone', 'no_access', 'removed'])),
  /** When the next change first failed; missing if the receiver acknowledged the last one. */
  failingSince: v.optional(Timestamp),
  failure: v.optional(WebhookFailure),
  lastSuccessAt: v.optional(Timestamp),
});
export type Webhook = v.InferOutput<typeof Webhook>;

const POSITION = { roomId: Id, seq: Seq, incarnation: v.optional(Incarnation) };
const WebhookRoom = v.pick(Room, ['id', 'kind', 'name', 'people', 'archivedAt', 'description']);

/**
 * The body of a delivery: the newest state of the message whose change has this `seq`, or of the room. `message_sent`: this webhook
 * has not delivered the message before. `message_changed`: an edit, a reaction or a pin.
 */
export const WebhookEvent = v.variant('type', [
  v.object({
    type: v.picklist(['message_sent', 'message_changed', 'message_deleted']),
    ...POSITION,
    room: WebhookRoom,
    message: Message,
  }),
  v.object({ type: v.literal('room_changed'), ...POSITION, room: WebhookRoom }),
  v.object({ type: v.literal('ping'), roomId: Id }),
]);
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>;

const WebhookUrl = v.pipe(
  v.string('must be a text'),
  v.maxLength(MAX_WEBHOOK_URL_LENGTH, `must have at most ${MAX_WEBHOOK_URL_LENGTH} characters`),
  v.regex(/^https?:\/\/[!-~]+$/, 'must be an https address'),
);

const createWebhook = defineCommand({
  summary: 'Create an outgoing webhook: the server sends the changes of a room to an address',
  description:
    'From now on, in order, each repeated until the receiver responds with a status of 200 to 299. `secret`: for the signature ' +
    '(https://www.standardwebhooks.com). Only this result has it. The webhook reads with the rights of the caller, and pauses without ' +
    `them. A person has at most ${MAX_WEBHOOKS} outgoing webhooks, and a room ${MAX_ROOM_WEBHOOKS}. The caller can choose the id: a repetition ` +
    'with the same id creates no second one. An address that is no URL, or that has a name or a password, is `invalid_input`. ' +
    PROOF_DESCRIPTION,
  input: v.strictObject({
    id: v.optional(Id),
    roomId: Id,
    url: WebhookUrl,
    password: v.optional(Password),
  }),
  needsProof: true,
  output: v.object({ webhook: Webhook, secret: v.string() }),
  errors: ['not_found', 'forbidden', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const listWebhooks = defineCommand({
  summary: 'List the outgoing webhooks that you created, the newest first',
  description: `At most ${MAX_WEBHOOKS}. \`rooms\`: those of their rooms that the caller may read.`,
  input: v.strictObject({}),
  output: v.object({ webhooks: v.array(Webhook), rooms: v.array(InviteRoom) }),
  errors: [],
});

const deleteWebhook = defineCommand({
  summary: 'Delete an outgoing webhook that you created',
  description: 'A delivery that has begun may still arrive. A repetition changes nothing.',
  input: v.strictObject({ id: Id }),
  output: v.object({}),
  errors: ['unavailable'],
});

const retryWebhook = defineCommand({
  summary: 'Let an outgoing webhook that you created try again at once',
  description:
    'Also after it has paused. It goes on with the first change that the receiver has not acknowledged. It pauses ' +
    `after ${WEBHOOK_FAILING_DAYS} days of failures. After its removal from the room it is \`forbidden\`.`,
  input: v.strictObject({ id: Id }),
  output: v.object({ webhook: Webhook }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const testWebhook = defineCommand({
  summary: 'Send a `ping` through an outgoing webhook that you created, and wait for the response',
  description: '`failure`: missing if the receiver acknowledged it. The ping is not repeated.',
  input: v.strictObject({ id: Id }),
  output: v.object({ failure: v.optional(WebhookFailure) }),
  errors: ['not_found', 'unavailable'],
});

export const WEBHOOK_COMMANDS = {
  create_webhook: createWebhook,
  list_webhooks: listWebhooks,
  delete_webhook: deleteWebhook,
  retry_webhook: retryWebhook,
  test_webhook: testWebhook,
} as const;
