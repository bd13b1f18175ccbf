import { hashSecretCode } from '../base/secret-code.ts';
import type { SignedCodes } from '../base/signed-codes.ts';
import type { TokenScope } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { presentPerson } from '../people/profiles/person.ts';
import { TOKEN_PREFIX } from '../programs/tokens/bearer.ts';
import { parseRoomIds } from '../programs/tokens/token-room-store.ts';
import { findByHash, findById, type TokenRow } from '../programs/tokens/token-store.ts';
import { type TokenWriter, USE_INTERVAL_MS } from '../programs/tokens/tokens.ts';
import type { Session } from './session-authenticator.ts';

export interface TokenAuthenticatorOptions {
  read: Db;
  writer: TokenWriter;
  now: () => number;
  webhookCodes: Pick<SignedCodes, 'toId'>;
  onFailure: (error: unknown) => void;
}

export class TokenAuthenticator {
  readonly #options: TokenAuthenticatorOptions;

  constructor(options: TokenAuthenticatorOptions) {
    this.#options = options;
  }

  /** Undefined if the token is unknown, expired or revoked, or if its person is gone. */
  async find(secret: string): Promise<Session | undefined> {
    if (!secret.startsWith(TOKEN_PREFIX)) return undefined;
    const { read, now } = this.#options;
    // The time of the lookup reveals nothing: nobody can choose the start of a hash.
    const token = await findByHash(read, hashSecretCode(secret), now());
    return token && this.#use(token);
  }

  /** By the code in the address of a webhook: that of a bot's token for one room. */
  async findWebhook(code: string): Promise<Session | undefined> {
    const { read, now, webhookCodes } = this.#options;
    const token = await findById(read, webhookCodes.toId(code), now());
    if (!token || token.ownerId === null || token.roomIds === null) return undefined;
    return parseRoomIds(token.roomIds).length === 1 ? this.#use(token) : undefined;
  }

  #use(token: TokenRow): Session {
    const { now } = this.#options;
    const { id, ownerId, roomIds, expiresAt, lastUsedAt } = token;
    if (lastUsedAt === null || lastUsedAt <= now() - USE_INTERVAL_MS) this.#touch(token.uid, id);
    const scope: TokenScope = {
      expiresAt,
      ...(ownerId !== null && { ownerId }),
      ...(roomIds !== null && { roomIds: parseRoomIds(roomIds) }),
    };
    return { id, me: presentPerson(token), scope };
  }

  // The request does not wait for this write. If it fails, the next request tries again.
  #touch(uid: string, id: string): void {
    const { writer, onFailure } = this.#options;
    writer.write('touch_token', { uid }, { id }).catch(onFailure);
  }
}
