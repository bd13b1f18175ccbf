import { CommandError, WEBHOOK_PATH } from '@snug/protocol';
import { v5 as createNamedId } from 'uuid';
import { newId } from '../base/ids.ts';
import { createSecretCode, hashSecretCode } from '../base/secret-code.ts';
import { accessRoomAsModerator } from '../chat/rooms/access.ts';
import { listBots } from '../programs/bots/bot-list.ts';
import { OutboundError } from '../programs/outbound/outbound-error.ts';
import { findProgramOwner } from '../programs/room-programs/remove-room-program.ts';
import { listRoomPrograms } from '../programs/room-programs/room-program-list.ts';
import { TOKEN_PREFIX } from '../programs/tokens/bearer.ts';
import { readTokens } from '../programs/tokens/tokens.ts';
import { accessWebhook, accessWebhookIfAny } from '../programs/webhooks/access.ts';
import { readWebhooks } from '../programs/webhooks/webhooks.ts';
import type { Handlers, Services } from './command-handler.ts';
import { forward } from './forward.ts';

export const programHandlers = {
  ...forward('edit_bot'),

  create_token: async ({ writer, webhookCodes, mails }, { uid, sessionId }, input) => {
    const secret = TOKEN_PREFIX + createSecretCode();
    const id = input.id === undefined ? newId() : toTokenId(input.id, uid);
    const stored = { ...input, id, hash: hashSecretCode(secret) };
    const { token } = await writer.write('create_token', { uid, sessionId }, stored);
    mails?.notify(uid, 'token_created');
    const isWebhook = token.uid !== uid && token.roomIds?.length === 1;
    return { token, secret, ...(isWebhook && { webhook: WEBHOOK_PATH + webhookCodes.toCode(token.id) }) };
  },

  list_tokens: ({ read }, caller) => readTokens(read, caller),

  revoke_token: async ({ writer, sessionCloser, mails }, { uid, sessionId }, { id }) => {
    const { revokedId } = await writer.write('revoke_token', { uid, sessionId }, { id });
    if (revokedId === undefined) return {};
    sessionCloser.closeAfterResult([revokedId]);
    mails?.notify(uid, 'token_revoked');
    return {};
  },

  create_bot: ({ writer, fixedSettings: fixed }, { uid }, { id = newId(), name }) =>
    writer.write('create_bot', { uid }, { id, name, fixed }),

  list_bots: async ({ read }, { uid }) => ({ bots: await listBots(read, uid) }),

  delete_bot: async ({ writer, sessionCloser }, { uid }, input) => {
    const { tokenIds } = await writer.write('delete_bot', { uid }, input);
    sessionCloser.closeAfterResult(tokenIds);
    return {};
  },

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

  list_webhooks: ({ read }, caller) => readWebhooks(read, caller),

  delete_webhook: async ({ read, writer, mails }, caller, { id }) => {
    const { uid, sessionId } = caller;
    const webhook = await accessWebhookIfAny(read, caller, id);
    if (!webhook) return {};
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

  list_room_programs: async ({ read }, caller, input) => {
    await accessRoomAsModerator(read, caller, input.roomId);
    return listRoomPrograms(read, caller.now, input);
  },

  remove_room_program: async ({ read, writer, sessionCloser }, caller, { roomId, id }) => {
    await accessRoomAsModerator(read, caller, roomId);
    const ownerId = await findProgramOwner(read, roomId, id);
    if (ownerId === undefined) return {};
    const removal = { roomId, id, ownerId };
    const { endedTokenId } = await writer.write('remove_room_program', caller, removal);
    if (endedTokenId !== undefined) sessionCloser.closeAfterResult([endedTokenId]);
    return {};
  },
} satisfies Partial<Handlers>;

/** Others can know the id of a revoked token: if they could choose it, they would get the posts to its webhook. */
function toTokenId(id: string, uid: string): string {
  return createNamedId(id, uid);
}

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
