import {
  CommandError,
  type CommandOutput,
  MAX_ROOM_WEBHOOKS,
  MAX_WEBHOOKS,
  type Webhook,
} from '@snug/protocol';
import { addNotice } from '../../account/notices/notices.ts';
import { requireOwnSession } from '../../account/own-session.ts';
import { accessRoom } from '../../chat/rooms/access.ts';
import type { Actor, Mutation, MutationContext, Mutations } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessCreation } from '../../workspace/access.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { readProgramRooms } from '../room-programs/program-rooms.ts';
import { accessWebhook } from './access.ts';
import { TURN_MUTATIONS } from './turns.ts';
import {
  deleteOwnWebhook,
  findWebhook,
  insertWebhook,
  listWebhooksBy,
  listWebhooksInRoom,
  presentWebhook,
  resetWebhook,
} from './webhook-store.ts';

interface NewWebhook {
  id: string;
  roomId: string;
  url: string;
  fixed?: FixedSettings;
}

/** `roomId`: that of the webhook, which never changes. */
interface WebhookRef {
  id: string;
  roomId: string;
}

/** A person may attach a program to each room that they may read. */
export const createWebhook: Mutation<NewWebhook, { webhook: Webhook }> = {
  lockKeys: ({ uid }, { roomId }) => [`person:${uid}`, `room:${roomId}`],

  async run(db, call, { id, roomId, url, fixed = {} }) {
    await accessSelf(db, call.uid);
    await requireOwnSession(db, call);
    const { seq } = await accessRoom(db, call, roomId);
    const known = await findWebhook(db, id);
    if (known) {
      if (known.createdBy !== call.uid || known.roomId !== roomId || known.url !== url)
        throw new CommandError('id_taken');
      return { output: { webhook: presentWebhook(known) }, publications: [] };
    }
    await accessCreation(db, call, 'bots', fixed);
    await assertSpace(db, call, roomId);
    const stored = await insertWebhook(db, { id, roomId, uid: call.uid, url, now: call.now, seq });
    if (!stored) throw new CommandError('id_taken');
    const { publication } = await addNotice(db, call, 'webhook_created');
    return { output: { webhook: presentWebhook(stored) }, publications: [publication] };
  },
};

async function assertSpace(db: Db, { uid }: MutationContext, roomId: string): Promise<void> {
  if ((await listWebhooksBy(db, uid)).length >= MAX_WEBHOOKS)
    throw new CommandError(
      'limit_exceeded',
      `You can have at most ${MAX_WEBHOOKS} outgoing webhooks. Delete one first.`,
    );
  if ((await listWebhooksInRoom(db, roomId)).length >= MAX_ROOM_WEBHOOKS)
    throw new CommandError(
      'limit_exceeded',
      `A room can have at most ${MAX_ROOM_WEBHOOKS} outgoing webhooks, and this one has them.`,
    );
}

/** Those that the person created, with their rooms. */
export async function readWebhooks(db: Db, actor: Actor): Promise<CommandOutput<'list_webhooks'>> {
  const webhooks = (await listWebhooksBy(db, actor.uid)).map(presentWebhook);
  const roomIds = webhooks.map(({ roomId }) => roomId);
  return { webhooks, rooms: await readProgramRooms(db, actor, roomIds, webhooks) };
}

export const deleteWebhook: Mutation<WebhookRef, object> = {
  lockKeys: ({ uid }, { roomId }) => [`person:${uid}`, `room:${roomId}`],

  async run(db, call, { id }) {
    if (!(await deleteOwnWebhook(db, id, call.uid))) return { output: {}, publications: [] };
    const { publication } = await addNotice(db, call, 'webhook_deleted');
    return { output: {}, publications: [publication] };
  },
};

export const retryWebhook: Mutation<WebhookRef, { webhook: Webhook }> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { id, roomId }) {
    const { paused } = await accessWebhook(db, call, id);
    if (paused === 'removed')
      throw new CommandError('forbidden', 'An admin removed this webhook from the room');
    await accessRoom(db, call, roomId);
    const webhook = await resetWebhook(db, id);
    if (!webhook) throw new CommandError('not_found');
    return { output: { webhook: presentWebhook(webhook) }, publications: [] };
  },
};

export const WEBHOOK_MUTATIONS = {
  create_webhook: createWebhook,
  delete_webhook: deleteWebhook,
  retry_webhook: retryWebhook,
  ...TURN_MUTATIONS,
} satisfies Mutations;

export type WebhookWriter = MutationWriter<typeof WEBHOOK_MUTATIONS>;
