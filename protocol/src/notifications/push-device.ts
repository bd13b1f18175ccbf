import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_PUSH_DEVICES, MAX_PUSH_ENDPOINT_LENGTH } from '../core/limits.ts';

/**
 * Why a push did not arrive at the push service of a device. `gone`: it no longer knows the subscription, and the device is removed;
 * the browser subscribes again. `busy`: it asks to wait. `status`: it responded with another one outside 200 to 299.
 * `forbidden_address`: a private network, or another port than that of https, without the permission of the server's admin. `failed`:
 * the server could not send it now.
 */
export const PushProblem = v.picklist([
  'gone',
  'busy',
  'status',
  'invalid_url',
  'forbidden_address',
  'unknown_host',
  'unreachable',
  'timeout',
  'too_large',
  'failed',
]);
export type PushProblem = v.InferOutput<typeof PushProblem>;

/** `retryAt`: how long a `busy` service asks to wait. */
export const PushFailure = v.object({
  problem: PushProblem,
  status: v.optional(v.number()),
  retryAt: v.optional(Timestamp),
});
export type PushFailure = v.InferOutput<typeof PushFailure>;

/**
 * A browser that receives pushes, without its endpoint and its keys. `device`: a text for people, such as "Firefox on Linux".
 * `current`: of the session of the caller. `seenAt`: when its page was last open, to the day. `failure`: of the last push.
 */
export const PushDevice = v.object({
  id: Id,
  device: v.string(),
  current: v.boolean(),
  addedAt: Timestamp,
  seenAt: Timestamp,
  lastSuccessAt: v.optional(Timestamp),
  failure: v.optional(PushFailure),
});
export type PushDevice = v.InferOutput<typeof PushDevice>;

const Endpoint = v.pipe(
  v.string('must be a text'),
  v.maxLength(MAX_PUSH_ENDPOINT_LENGTH, `must have at most ${MAX_PUSH_ENDPOINT_LENGTH} characters`),
  v.regex(/^https?:\/\/[!-~]+$/, 'must be an https address'),
);

const addPushDevice = defineCommand({
  summary: 'Receive pushes in this browser',
  description:
    'A push subscription (W3C Push API) with the `pushKey` of `list_push_devices`: `endpoint` and the keys of its `toJSON()`. It ends ' +
    'with the session of the caller. Another subscription of the same session replaces the one before. The newest account of an endpoint ' +
    `has it. A person has at most ${MAX_PUSH_DEVICES} devices; the one that was not seen for the longest time ends. A page repeats the command at ` +
    'each start, with `renews`: that changes nothing but `seenAt`, and is `forbidden` if the person removed the device in another ' +
    'session. An address to which the server never sends, and a key that is none, are `invalid_input`. A server without pushes has no ' +
    'such command: `not_found`.',
  input: v.strictObject({
    endpoint: Endpoint,
    p256dh: v.pipe(
      v.string('must be a text'),
      v.regex(/^[\w-]{87}=?$/, 'must be a public key of 65 bytes in base64url'),
    ),
    auth: v.pipe(
      v.string('must be a text'),
      v.regex(/^[\w-]{22}(?:==)?$/, 'must be a secret of 16 bytes in base64url'),
    ),
    renews: v.optional(v.boolean()),
  }),
  output: v.object({ device: PushDevice }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const removePushDevice = defineCommand({
  summary: 'Send no more pushes to one of your devices',
  description:
    'Without `id`, to that of the session of the caller. A repetition changes nothing. A device that the person removed in another ' +
    'session does not come back by itself.',
  input: v.strictObject({ id: v.optional(Id) }),
  output: v.object({}),
  errors: ['not_found', 'unavailable'],
});

const listPushDevices = defineCommand({
  summary: 'List your devices that receive pushes',
  description:
    `At most ${MAX_PUSH_DEVICES}. That of the session of the caller comes first, then the one that was seen last. \`pushKey\`: the \`applicationServerKey\` ` +
    'of a subscription, which another secret of the server changes. Nobody else can see them. A server without pushes has no such command: `not_found`.',
  input: v.strictObject({}),
  output: v.object({ pushKey: v.string(), devices: v.array(PushDevice) }),
  errors: ['not_found'],
});

const testPush = defineCommand({
  summary: 'Send a push to one of your devices, and wait for the response of its push service',
  description:
    'Without `id`, to that of the session of the caller. `service`: the host of its push service. `testId`: the push carries it, too. ' +
    '`failure`: missing if the service accepted it. The push is not repeated.',
  input: v.strictObject({ id: v.optional(Id) }),
  output: v.object({ testId: Id, service: v.string(), failure: v.optional(PushFailure) }),
  errors: ['not_found', 'unavailable'],
});

export const PUSH_DEVICE_COMMANDS = {
  add_push_device: addPushDevice,
  remove_push_device: removePushDevice,
  list_push_devices: listPushDevices,
  test_push: testPush,
} as const;
