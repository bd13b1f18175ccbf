import { MAX_TOKENS, type Token } from '@snug/protocol';
import type { TokenTable } from '../../db/account-tables.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow } from '../../people/profiles/person.ts';
import { parseRoomIds } from './token-room-store.ts';

export type NewToken = Omit<TokenTable, 'lastUsedAt'>;
type ListedRow = Omit<TokenTable, 'hash' | 'createdBy' | 'lastUsedAt'> & { lastUsedAt: number | null };
export type StoredToken = ListedRow & Pick<TokenTable, 'createdBy'>;
export type TokenRow = PersonRow & Pick<ListedRow, 'id' | 'roomIds' | 'expiresAt' | 'lastUsedAt'>;

/** A bot ends and is suspended with its owner. Guests have no programs. Admins may have removed the token from its rooms. */
const USABLE = `t."expiresAt" > $1 and (t."roomIds" is null or t."roomIds" <> '') and u."deletedAt" is null and u."guest" is null
  and (u."ownerId" is null or (o."id" is not null and o."deletedAt" is null and o."guest" is null))
  and not exists (select 1 from "suspensions" x where x."userId" in (u."id", u."ownerId"))`;
const JOINS = `join "users" u on u."id" = t."userId" left join "users" o on o."id" = u."ownerId"`;

const TOKEN_COLUMNS = `t."id" as "id", t."roomIds" as "roomIds", t."expiresAt" as "expiresAt", t."lastUsedAt" as "lastUsedAt"`;

const selectByHash = prepared<[now: number, hash: string], TokenRow>(
  `select ${TOKEN_COLUMNS}, ${PERSON_COLUMNS} from "tokens" t ${JOINS} where t."hash" = $2 and ${USABLE}`,
);
const selectById = prepared<[now: number, id: string], TokenRow>(
  `select ${TOKEN_COLUMNS}, ${PERSON_COLUMNS} from "tokens" t ${JOINS} where t."id" = $2 and ${USABLE}`,
);
const selectUsable = preparedIn<[now: number], { id: string }>(
  `select t."id" as "id" from "tokens" t ${JOINS} where ${USABLE} and t."id" in ($values)`,
);
const selectByCreator = prepared<[uid: string, limit: number], ListedRow>(
  `select "id", "userId", "name", "roomIds", "createdAt", "expiresAt", "lastUsedAt" from "tokens"
   where "createdBy" = $1 order by "id" desc limit $2`,
);
const selectStored = prepared<[id: string], StoredToken>(
  `select "id", "createdBy", "userId", "name", "roomIds", "createdAt", "expiresAt", "lastUsedAt" from "tokens" where "id" = $1`,
);
const setHash = prepared<[id: string, hash: string], never>(
  `update "tokens" set "hash" = $2 where "id" = $1`,
);
const selectIds = prepared<[uid: string], { id: string }>(
  `select "id" from "tokens" where "createdBy" = $1 union all
   select "id" from "tokens" where "userId" = $1 and "createdBy" <> $1`,
);
const setUsed = prepared<[id: string, now: number, before: number], never>(
  `update "tokens" set "lastUsedAt" = $2 where "id" = $1 and ("lastUsedAt" is null or "lastUsedAt" < $3)`,
);
const removeOwn = prepared<[id: string, uid: string], { id: string }>(
  `delete from "tokens" where "id" = $1 and "createdBy" = $2 returning "id"`,
);
const selectNarrowed = prepared<[uid: string, programId: string], { id: string }>(
  `select t."id" as "id" from "tokens" t join "token_rooms" r on r."tokenId" = t."id"
   where t."createdBy" = $1 and r."programId" = $2 limit 1`,
);
const removeOfUser = prepared<[uid: string], { id: string }>(
  `delete from "tokens" where "userId" = $1 returning "id"`,
);
const removeOfCreator = prepared<[uid: string], { id: string }>(
  `delete from "tokens" where "createdBy" = $1 returning "id"`,
);
const removeExpiredOf = prepared<[uid: string, now: number], never>(
  `delete from "tokens" where "createdBy" = $1 and "expiresAt" <= $2`,
);
const removeExpired = prepared<[before: number, limit: number], { id: string }>(
  `delete from "tokens" where "id" in (select "id" from "tokens" where "expiresAt" <= $1 limit $2) returning "id"`,
);

/** Undefined if it is unknown or over. */
export async function findByHash(db: Db, hash: string, now: number): Promise<TokenRow | undefined> {
  return (await selectByHash(db, now, hash))[0];
}

/** Undefined if it is unknown or over. */
export async function findById(db: Db, id: string, now: number): Promise<TokenRow | undefined> {
  return (await selectById(db, now, id))[0];
}

export async function findUsable(db: Db, ids: readonly string[], now: number): Promise<Set<string>> {
  return new Set((await selectUsable(db, ids, now)).map(({ id }) => id));
}

/** Of the tokens that a person created, and of those of a bot. */
export async function listTokenIds(db: Db, uid: string): Promise<string[]> {
  return (await selectIds(db, uid)).map(({ id }) => id);
}

export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db.insertInto('tokens').values(token).execute();
}

/** Also if it is over. */
export async function findStored(db: Db, id: string): Promise<StoredToken | undefined> {
  return (await selectStored(db, id))[0];
}

export async function replaceHash(db: Db, id: string, hash: string): Promise<void> {
  await setHash(db, id, hash);
}

/** The newest first, also expired ones. Programs choose ids, so their order says nothing. */
export async function listByCreator(db: Db, uid: string): Promise<Token[]> {
  const rows = await selectByCreator(db, uid, MAX_TOKENS);
  return rows.toSorted((a, b) => b.createdAt - a.createdAt).map(presentToken);
}

export function presentToken(row: ListedRow): Token {
  const { id, name, userId: uid, roomIds, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    uid,
    ...(roomIds !== null && { roomIds: parseRoomIds(roomIds) }),
    createdAt,
    expiresAt,
    ...(lastUsedAt !== null && { lastUsedAt }),
  };
}

/** Only the first of concurrent calls writes. */
export async function storeUse(db: Db, id: string, now: number, intervalMs: number): Promise<void> {
  await setUsed(db, id, now, now - intervalMs);
}

/** Also by the id that it had before its removal from a room. Returns its present id; undefined if the person created no such token. */
export async function deleteOwn(db: Db, id: string, uid: string): Promise<string | undefined> {
  const [removed] = await removeOwn(db, id, uid);
  if (removed) return removed.id;
  const [narrowed] = await selectNarrowed(db, uid, id);
  return narrowed && (await removeOwn(db, narrowed.id, uid))[0]?.id;
}

/** Those that act as a person. Returns their ids. */
export async function deleteTokensOf(db: Db, uid: string): Promise<string[]> {
  return (await removeOfUser(db, uid)).map(({ id }) => id);
}

/** Those that a person created. Returns their ids. */
export async function deleteTokensBy(db: Db, uid: string): Promise<string[]> {
  return (await removeOfCreator(db, uid)).map(({ id }) => id);
}

export async function deleteExpiredOf(db: Db, uid: string, now: number): Promise<void> {
  await removeExpiredOf(db, uid, now);
}

/** Deletes at most `limit` tokens. Returns their number. */
export async function deleteExpiredBefore(db: Db, before: number, limit: number): Promise<number> {
  return (await removeExpired(db, before, limit)).length;
}
