import { CommandError, type CommandOutput, EXPIRED_TOKEN_DAYS, MAX_TOKENS, type Token } from '@snug/protocol';
import { addNotice } from '../../account/notices/notices.ts';
import { requireOwnSession } from '../../account/own-session.ts';
import { accessRoom } from '../../chat/rooms/access.ts';
import { createHourlySweep } from '../../cluster/jobs/hourly-sweep.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import {
  type Actor,
  type Mutation,
  type MutationContext,
  type Mutations,
  SYSTEM_CALLER,
} from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessBot } from '../bots/access.ts';
import { readProgramRooms } from '../room-programs/program-rooms.ts';
import { insertTokenRooms } from './token-room-store.ts';
import {
  deleteExpiredBefore,
  deleteExpiredOf,
  deleteOwn,
  findStored,
  insertToken,
  listByCreator,
  presentToken,
  replaceHash,
  type StoredToken,
  storeUse,
} from './token-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_SIZE = 200;
/** Bounds the writes: requests are far more frequent. */
export const USE_INTERVAL_MS = 60 * 60_000;

interface NewToken {
  id: string;
  hash: string;
  name: string;
  uid?: string | undefined;
  roomIds?: readonly string[] | undefined;
  expiresInDays: number;
}

/** Only its creator's calls name a token, so it needs no lock of the person as whom it acts. */
export const createToken: Mutation<NewToken, { token: Token }> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { id, hash, name, uid = call.uid, roomIds, expiresInDays }) {
    await accessSelf(db, call.uid);
    await requireOwnSession(db, call);
    if (uid !== call.uid && (await accessBot(db, call, uid)).deletedAt !== null)
      throw new CommandError('not_found');
    for (const roomId of roomIds ?? []) await accessRoom(db, call, roomId);
    const lifetimeMs = expiresInDays * DAY_MS;
    const wanted = { id, createdBy: call.uid, userId: uid, name, roomIds: roomIds?.join(' ') ?? null };
    const known = await findStored(db, id);
    if (known) {
      if (!isRepeated({ ...wanted, lifetimeMs }, known)) throw new CommandError('id_taken');
      await replaceHash(db, id, hash);
      return { output: { token: presentToken(known) }, publications: [] };
    }
    await assertSpace(db, call);
    const stored = { ...wanted, createdAt: call.now, expiresAt: call.now + lifetimeMs };
    await insertToken(db, { ...stored, hash });
    await insertTokenRooms(db, id, roomIds ?? []);
    const { publication } = await addNotice(db, call, 'token_created');
    return { output: { token: presentToken({ ...stored, lastUsedAt: null }) }, publications: [publication] };
  },
};

type WantedToken = Pick<StoredToken, 'createdBy' | 'userId' | 'name' | 'roomIds'> & { lifetimeMs: number };

/** Nobody knows the secret of a token that was never used: its result was lost. A program knows that of a used one. */
function isRepeated(wanted: WantedToken, known: StoredToken): boolean {
  if (known.lastUsedAt !== null || known.expiresAt - known.createdAt !== wanted.lifetimeMs) return false;
  return (['createdBy', 'userId', 'name', 'roomIds'] as const).every(key => known[key] === wanted[key]);
}

/** Expired ones make space, so that every usable token is listed. */
async function assertSpace(db: Db, { uid, now }: MutationContext): Promise<void> {
  if ((await listByCreator(db, uid)).length < MAX_TOKENS) return;
  await deleteExpiredOf(db, uid, now);
  if ((await listByCreator(db, uid)).length >= MAX_TOKENS)
    throw new CommandError(
      'limit_exceeded',
      `You can have at most ${MAX_TOKENS} access tokens. Revoke one first.`,
    );
}

/** Those that the person created, with the rooms that they open. */
export async function readTokens(db: Db, actor: Actor): Promise<CommandOutput<'list_tokens'>> {
  const tokens = await listByCreator(db, actor.uid);
  const roomIds = tokens.flatMap(token => token.roomIds ?? []);
  return { tokens, rooms: await readProgramRooms(db, actor, roomIds, tokens) };
}

/** `revokedId`: the present id of the token. The caller of the mutation closes its sockets. */
export const revokeToken: Mutation<{ id: string }, { revokedId?: string }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { id }) {
    const revokedId = await deleteOwn(db, id, call.uid);
    if (revokedId === undefined) return { output: {}, publications: [] };
    const { publication } = await addNotice(db, call, 'token_revoked');
    return { output: { revokedId }, publications: [publication] };
  },
};

export const touchToken: Mutation<{ id: string }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { id }) {
    await storeUse(db, id, now, USE_INTERVAL_MS);
    return { output: {}, publications: [] };
  },
};

export const deleteExpiredTokens: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    const count = await deleteExpiredBefore(db, now - EXPIRED_TOKEN_DAYS * DAY_MS, limit);
    return { output: { count }, publications: [] };
  },
};

export const TOKEN_MUTATIONS = {
  create_token: createToken,
  revoke_token: revokeToken,
  touch_token: touchToken,
  delete_expired_tokens: deleteExpiredTokens,
} satisfies Mutations;

export type TokenWriter = MutationWriter<typeof TOKEN_MUTATIONS>;

/** Deletes tokens some time after their expiry. */
export function createTokenSweep(writer: TokenWriter): JobDefinition {
  return createHourlySweep('token_sweep', SWEEP_SIZE, batch =>
    writer.write('delete_expired_tokens', SYSTEM_CALLER, batch),
  );
}
