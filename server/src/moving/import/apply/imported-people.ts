import { randomBytes } from 'node:crypto';
import { DEFAULT_MAX_FILE_BYTES, foldName, MAX_NAME_LENGTH } from '@snug/protocol';
import { AUTHOR_PROVIDER, IMPORTED_PROVIDER } from '../../../account/account-store.ts';
import { isUnclaimed } from '../../../account/claims/claim-store.ts';
import { authorEmail, importedEmail, isAuthorEmail } from '../../../account/provider-profile.ts';
import { newId } from '../../../base/ids.ts';
import { toNameKeys } from '../../../db/name-keys.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/schema.ts';
import { toStoredTime, UNKNOWN_TIME } from '../../../db/stored-time.ts';
import { makeAvatar } from '../../../files/pictures.ts';
import { getAvatarFolder, getAvatarKey } from '../../../people/profiles/avatar.ts';
import type { ImportedMessage, ImportedPerson } from '../import-source.ts';
import type { Decision } from '../people/decision.ts';
import { toPastTime, toSingleLine } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import { insertRows, type RowTable, type Value } from './insert-rows.ts';
import { readBounded } from './read-bounded.ts';

/** An account for a person of the archive. */
export interface StoredPerson {
  uid: string;
  isGuest: boolean;
  isDeleted: boolean;
  /** Nobody can ever sign in with it, so it is in no list of members. */
  isAuthor: boolean;
}

const lowerJoinTime = prepared<[uid: string, at: string, unknown: string], never>(
  `update "users" set "createdAt" = $2 where "id" = $1 and ("createdAt" = $3 or "createdAt" > $2)`,
);

const PEOPLE_PER_STEP = 200;

const USERS: RowTable = {
  name: 'users',
  columns: [
    'id',
    'name',
    'folded',
    'email',
    'emailVerified',
    'avatar',
    'createdAt',
    'updatedAt',
    'ownerId',
    'deletedAt',
    'guest',
    'guestInviter',
    'guestUntil',
  ],
};
const NAMES: RowTable = { name: 'people_names', columns: ['isInside', 'words', 'userId'] };
const ACCOUNTS: RowTable = {
  name: 'accounts',
  columns: ['id', 'accountId', 'providerId', 'userId', 'createdAt', 'updatedAt'],
};
const SUSPENSIONS: RowTable = { name: 'suspensions', columns: ['userId', 'at'] };
const PRESENCES: RowTable = { name: 'presence', columns: ['userId', 'state', 'lastChanged'] };
const IMPORT_PEOPLE: RowTable = {
  name: 'import_people',
  columns: ['source', 'sourceId', 'userId'],
  conflict: 'on conflict do nothing',
};

interface NewPerson {
  person: ImportedPerson;
  decision: Exclude<Decision, { as: 'existing' }>;
}

/** Everybody whom the archive has named so far. */
export class ImportedPeople {
  readonly #run: ImportRun;
  readonly #people = new Map<string, StoredPerson>();
  readonly #byUid = new Map<string, StoredPerson>();
  /** Of the people of whom the archive does not have when they joined, the time of the first message so far. */
  readonly #firstTimes = new Map<string, number>();
  readonly #unstored = new Set<string>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** By the id in the lines. */
  find(id: string | undefined): StoredPerson | undefined {
    return id === undefined ? undefined : this.#people.get(id);
  }

  getByUid(uid: string): StoredPerson | undefined {
    return this.#byUid.get(uid);
  }

  /** Guests and bots last, because somebody has invited or owns them. */
  async storeAll(pages: AsyncIterable<readonly ImportedPerson[]>): Promise<void> {
    const others: ImportedPerson[] = [];
    for await (const page of pages) {
      others.push(...page.filter(({ bot, guest }) => bot || guest));
      await this.store(page.filter(({ bot, guest }) => !bot && !guest));
    }
    await this.store(others);
  }

  async store(people: readonly ImportedPerson[]): Promise<void> {
    for (let from = 0; from < people.length; from += PEOPLE_PER_STEP) {
      this.#run.signal?.throwIfAborted();
      await this.#storeSome(people.slice(from, from + PEOPLE_PER_STEP));
    }
  }

  /** Also those that an earlier import has stored: it may have been killed before it stored the times. */
  noteTimes(messages: readonly ImportedMessage[]): void {
    for (const { by, at } of messages) {
      const uid = this.find(by)?.uid ?? '';
      const first = this.#firstTimes.get(uid);
      const time = first === undefined ? undefined : toPastTime(at, this.#run.now());
      if (first === undefined || time === undefined || time >= first) continue;
      this.#firstTimes.set(uid, time);
      this.#unstored.add(uid);
    }
  }

  async storeTimes(): Promise<void> {
    const uids = [...this.#unstored];
    this.#unstored.clear();
    if (uids.length === 0) return;
    const { db, transaction } = this.#run;
    await transaction.run(uids.length, async () => {
      for (const uid of uids)
        await lowerJoinTime(db, uid, toStoredTime(this.#firstTimes.get(uid) ?? 0), UNKNOWN_TIME);
    });
  }

  async #storeSome(people: readonly ImportedPerson[]): Promise<void> {
    const { db, source, sourceKey, progress } = this.#run;
    const unknown = [...new Map(people.map(person => [person.id, person])).values()].filter(
      ({ id }) => !this.#people.has(id),
    );
    const twice = people.length - unknown.length;
    if (twice > 0) source.ledger.skip({ kind: 'person', reason: 'person.twice' }, twice);
    if (unknown.length === 0) return;
    const imported = await findImported(db, sourceKey, unknown);
    const joined: [person: ImportedPerson, uid: string][] = [];
    const wanted: NewPerson[] = [];
    for (const person of unknown) {
      const known = imported.get(person.sourceId);
      const decision: Decision =
        known === undefined ? await this.#run.decide(person) : { as: 'existing', uid: known };
      if (decision.as === 'existing') joined.push([person, decision.uid]);
      else wanted.push({ person, decision });
    }
    const accounts = await readAccounts(db, [
      ...joined.map(([, uid]) => uid),
      ...wanted.map(({ person }) => person.id),
    ]);
    for (const { person } of wanted) if (accounts.has(person.id)) joined.push([person, person.id]);
    const added = wanted.filter(({ person }) => !accounts.has(person.id));
    const newlyJoined = joined.filter(([{ sourceId }]) => !imported.has(sourceId));
    const ownersAvatar = await this.#storeOwnersAvatar(newlyJoined);
    await this.#insert(added, joined, ownersAvatar);
    for (const [{ id }, uid] of joined) {
      const account = accounts.get(uid);
      if (!account) throw new Error(`no person has the id ${uid}`);
      this.#remember(id, account);
    }
    for (const { person, decision } of added) this.#remember(person.id, toStored(person, decision));
    for (const { id, joinedAt } of unknown)
      if (this.#byUid.has(id) && toPastTime(joinedAt, this.#run.now()) === undefined)
        this.#firstTimes.set(id, Number.POSITIVE_INFINITY);
    source.ledger.store('person', added.length + newlyJoined.length);
    const here = joined.length - newlyJoined.length;
    if (here > 0) source.ledger.skip({ kind: 'person', reason: 'already_here' }, here);
    progress.people += unknown.length;
  }

  #remember(id: string, person: StoredPerson): void {
    const known = this.#byUid.get(person.uid) ?? person;
    this.#people.set(id, known);
    this.#byUid.set(person.uid, known);
  }

  async #insert(
    added: readonly NewPerson[],
    joined: readonly [person: ImportedPerson, uid: string][],
    ownersAvatar: string | null,
  ): Promise<void> {
    const { db, engine, sourceKey, now, owner, transaction } = this.#run;
    const taken = await findTaken(
      db,
      added.flatMap(({ decision }) => (decision.as === 'new' ? (decision.email ?? []) : [])),
    );
    const users: Value[][] = [];
    for (const one of added) users.push(await this.#toUser(one, taken));
    const at = now();
    const time = toStoredTime(at);
    const named = added.filter(({ person, decision }) => decision.as === 'new' && !isGone(person));
    const living = added.filter(({ person }) => !isGone(person));
    const suspended = living.filter(({ decision }) => decision.as === 'author' || decision.suspended);
    await transaction.run(added.length, async () => {
      const insert = (table: RowTable, rows: readonly (readonly Value[])[]) =>
        insertRows(db, engine, table, rows);
      await insert(USERS, users);
      await insert(
        NAMES,
        named.flatMap(({ person }) =>
          toNameKeys(toName(person)).map(({ isInside, words }) => [Number(isInside), words, person.id]),
        ),
      );
      // A person without any account counts as an incomplete sign-up.
      await insert(
        ACCOUNTS,
        living.map(({ person: { id }, decision }) => {
          const provider = decision.as === 'author' ? AUTHOR_PROVIDER : IMPORTED_PROVIDER;
          return [newId(), id, provider, id, time, time];
        }),
      );
      await insert(
        SUSPENSIONS,
        suspended.map(({ person }) => [person.id, toPastTime(person.suspendedAt, at) ?? at]),
      );
      await insert(
        PRESENCES,
        living.map(({ person }) => [person.id, 'offline', 0]),
      );
      await insert(IMPORT_PEOPLE, [
        ...added.map(({ person }) => [sourceKey, person.sourceId, person.id]),
        ...joined.map(([person, uid]) => [sourceKey, person.sourceId, uid]),
      ]);
      if (ownersAvatar !== null)
        await db.updateTable('users').set({ avatar: ownersAvatar }).where('id', '=', owner).execute();
    });
    if (added.some(({ person }) => person.id === owner))
      throw new Error('the owner is a person of the archive');
  }

  async #toUser({ person, decision }: NewPerson, taken: ReadonlySet<string>): Promise<Value[]> {
    const { now, owner, source } = this.#run;
    const { id } = person;
    const name = toName(person);
    const isNew = decision.as === 'new';
    let email = isNew ? decision.email : undefined;
    if (email !== undefined && taken.has(email)) {
      source.ledger.change('address.taken');
      email = undefined;
    }
    const joined = toPastTime(person.joinedAt, now());
    const joinedAt = joined === undefined ? UNKNOWN_TIME : toStoredTime(joined);
    const guest = isNew && decision.guest === true;
    if (person.workspaceAdmin) source.ledger.change('person.not_admin');
    return [
      id,
      name,
      foldName(name),
      email ?? (isNew ? importedEmail(id) : authorEmail(id)),
      Number(isNew && email !== undefined && decision.emailConfirmed === true),
      await this.#storeAvatar(person),
      joinedAt,
      joinedAt,
      person.bot ? (this.find(person.owner)?.uid ?? owner) : null,
      isGone(person) ? (toPastTime(person.deletedAt, now()) ?? now()) : null,
      guest ? 1 : null,
      guest ? (this.find(person.guest?.invitedBy)?.uid ?? owner) : null,
      guest && person.guest?.until !== undefined ? Date.parse(person.guest.until) || null : null,
    ];
  }

  /** The account of the owner is made before the import. Until they sign in, they cannot have another picture. */
  async #storeOwnersAvatar(
    joined: readonly (readonly [person: ImportedPerson, uid: string])[],
  ): Promise<string | null> {
    const { db, owner } = this.#run;
    const [person] = joined.find(([{ id }, uid]) => uid === owner && id === owner) ?? [];
    return person && (await isUnclaimed(db, owner)) ? this.#storeAvatar(person) : null;
  }

  /** Returns the path of the picture. A killed import may have stored one under another name. */
  async #storeAvatar({ id, avatar, deletedAt }: ImportedPerson): Promise<string | null> {
    const { source, storage } = this.#run;
    if (avatar === undefined || deletedAt !== undefined) return null;
    const opened = await source.openFile(avatar);
    const bytes = opened && (await readBounded(opened, DEFAULT_MAX_FILE_BYTES));
    const picture = bytes && (await makeAvatar(bytes));
    if (!picture) {
      source.ledger.change('avatar.missing');
      return null;
    }
    for (const key of await storage.list(getAvatarFolder(id), { limit: 100 })) await storage.remove(key);
    const key = getAvatarKey(id, randomBytes(16).toString('hex'));
    await storage.put(key, picture);
    return `/${key}`;
  }
}

function toName({ name }: ImportedPerson): string {
  return toSingleLine(name, MAX_NAME_LENGTH) || 'Someone';
}

/** Bots come as deleted bots. */
function isGone({ bot, deletedAt }: ImportedPerson): boolean {
  return bot === true || deletedAt !== undefined;
}

function toStored(person: ImportedPerson, decision: NewPerson['decision']): StoredPerson {
  return {
    uid: person.id,
    isGuest: decision.as === 'new' && decision.guest === true,
    isDeleted: isGone(person),
    isAuthor: decision.as === 'author' || isGone(person),
  };
}

async function findImported(
  db: Db,
  sourceKey: string,
  people: readonly ImportedPerson[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('import_people')
    .select(['sourceId', 'userId'])
    .where('source', '=', sourceKey)
    .where(
      'sourceId',
      'in',
      people.map(({ sourceId }) => sourceId),
    )
    .execute();
  return new Map(rows.map(({ sourceId, userId }) => [sourceId, userId]));
}

async function readAccounts(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'guest', 'deletedAt', 'email'])
    .where('id', 'in', [...new Set(uids)])
    .execute();
  return new Map(
    rows.map(({ id, guest, deletedAt, email }) => [
      id,
      {
        uid: id,
        isGuest: guest !== null,
        isDeleted: deletedAt !== null,
        isAuthor: deletedAt !== null || isAuthorEmail(email),
      },
    ]),
  );
}

async function findTaken(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return new Set(rows.map(({ email }) => email));
}
