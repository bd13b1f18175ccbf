import { type InviteRoom, MAX_RESULT_BYTES, WEBHOOK_PATH } from '@snug/protocol';
import { v5 as createNamedId } from 'uuid';
import { newId } from '../base/ids.ts';
import { createSecretCode, hashSecretCode } from '../base/secret-code.ts';
import { accessRooms } from '../chat/rooms/access.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { TOKEN_PREFIX } from '../programs/tokens/bearer.ts';
import { listByCreator } from '../programs/tokens/token-store.ts';
import type { Handlers } from './command-handler.ts';

const OVERHEAD_BYTES = 200;

export const tokenHandlers: Handlers<'create_token' | 'list_tokens' | 'revoke_token'> = {
  create_token: async ({ writer, webhookCodes, mails }, { uid, sessionId }, input) => {
    const secret = TOKEN_PREFIX + createSecretCode();
    const id = input.id === undefined ? newId() : toTokenId(input.id, uid);
    const stored = { ...input, id, hash: hashSecretCode(secret) };
    const { token } = await writer.write('create_token', { uid, sessionId }, stored);
    mails?.notify(uid, 'token_created');
    const isWebhook = token.uid !== uid && token.roomIds?.length === 1;
    return { token, secret, ...(isWebhook && { webhook: WEBHOOK_PATH + webhookCodes.toCode(token.id) }) };
  },

  list_tokens: async ({ read }, caller) => {
    const tokens = await listByCreator(read, caller.uid);
    const roomIds = [...new Set(tokens.flatMap(token => token.roomIds ?? []))];
    const readable = await accessRooms(read, caller, roomIds);
    const rooms = new BoundedRows<InviteRoom>(MAX_RESULT_BYTES - jsonBytes(tokens) - OVERHEAD_BYTES);
    (await readInviteRooms(read, [...readable.keys()])).every(room => rooms.add(room));
    return { tokens, rooms: rooms.rows };
  },

  revoke_token: async ({ writer, sessionCloser, mails }, { uid, sessionId }, { id }) => {
    const { isRevoked } = await writer.write('revoke_token', { uid, sessionId }, { id });
    if (!isRevoked) return {};
    sessionCloser.closeAfterResult([id]);
    mails?.notify(uid, 'token_revoked');
    return {};
  },
};

/** Others can know the id of a revoked token: if they could choose it, they would get the posts to its webhook. */
function toTokenId(id: string, uid: string): string {
  return createNamedId(id, uid);
}
