import {
  type CommandInput,
  type CommandOutput,
  type FindCursor,
  MAX_LISTED_WORKSPACE_ROWS,
  type Person,
  type SortCursor,
  type WorkspacePerson,
} from '@snug/protocol';
import { IMPORTED_PROVIDER } from '../../account/account-store.ts';
import { findUnclaimed } from '../../account/claims/claim-store.ts';
import { AUTHOR_DOMAIN } from '../../account/provider-profile.ts';
import type { Db } from '../../db/schema.ts';
import { createSortedRead, readSortedParts, type SortedRead } from '../../db/sorted-read.ts';
import type { TakeTurn } from '../../db/take-turn.ts';
import { type Guest, readGuests } from '../../people/guests/guest-store.ts';
import { readPresences } from '../../people/presence/presence-store.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { findPersonIds } from '../../people/profiles/person-names.ts';
import { readSuspensions } from '../../workspace/suspension-store.ts';
import { listWorkspaceAdmins } from '../../workspace/workspace-admin-store.ts';

type Input = CommandInput<'list_workspace_people'>;

const named = createSortedRead({
  table: 'people_names',
  value: 'words',
  id: 'userId',
  where: '"isInside" = 0',
  bounds: ['', '\u{10ffff}'],
});
/** Authors of imported messages have no account. */
const joined = createJoinedRead(`"deletedAt" is null and "email" not like '%${AUTHOR_DOMAIN}'`);
const guests = createJoinedRead('"guest" is not null and "deletedAt" is null');

/** By their id, which is also that of the account. */
const unclaimed = createSortedRead({
  table: 'accounts',
  value: 'accountId',
  id: 'accountId',
  where: `"providerId" = '${IMPORTED_PROVIDER}'`,
  bounds: ['', '\u{10ffff}'],
});

/** Accounts by the time of their sign-up. */
function createJoinedRead(where: string) {
  return createSortedRead({
    table: 'users',
    value: 'createdAt',
    id: 'id',
    where,
    bounds: [0, Date.UTC(9999, 0)],
    isStoredTime: true,
  });
}

/** Without a check whether the caller is a workspace admin. */
export async function listWorkspacePeople(
  db: Db,
  input: Input,
  takeTurn?: TakeTurn,
): Promise<CommandOutput<'list_workspace_people'>> {
  const { uids, next } = await (input.text === undefined
    ? readSorted(db, input)
    : findByName(db, { ...input, text: input.text }, takeTurn));
  const guests = await readGuests(db, uids);
  const inviters = [...guests.values()].flatMap(({ inviter }) => inviter ?? []);
  const people = await readPeopleByUid(db, [...uids, ...inviters]);
  const presences = new Map((await readPresences(db, uids)).map(presence => [presence.uid, presence]));
  const suspensions = await readSuspensions(db, uids);
  const unclaimed = await findUnclaimed(db, uids);
  const admins = new Set(await listWorkspaceAdmins(db));
  const rows = uids.flatMap(uid => {
    const person = people.get(uid);
    if (!person || (input.guests && !person.guest) || (input.unclaimed && !unclaimed.has(uid))) return [];
    const guest = guests.get(uid);
    const [presence, suspendedAt] = [presences.get(uid), suspensions.get(uid)];
    return {
      person,
      admin: admins.has(uid),
      ...(suspendedAt !== undefined && { suspendedAt }),
      ...(presence && { presence }),
      ...(unclaimed.has(uid) && { unclaimed: true as const }),
      ...(guest && { guest: presentGuest(guest, people) }),
    };
  });
  return { people: rows, ...(next && { next }) };
}

function presentGuest(
  { inviter, until }: Guest,
  people: ReadonlyMap<string, Person>,
): NonNullable<WorkspacePerson['guest']> {
  const person = people.get(inviter ?? '');
  return { ...(person && { inviter: person }), ...(until !== null && { until }) };
}

interface Page {
  uids: readonly string[];
  next?: SortCursor | FindCursor | undefined;
}

async function readSorted(db: Db, input: Input): Promise<Page> {
  const { sort, descending, after } = input;
  const list = findFilter(input) ?? (sort === 'name' ? named : joined);
  const places = await readSortedParts(db, [list], {
    after: after && 'part' in after ? after : undefined,
    descending,
    limit: MAX_LISTED_WORKSPACE_ROWS + 1,
  });
  const page = places.slice(0, MAX_LISTED_WORKSPACE_ROWS);
  return { uids: page.map(({ id }) => id), next: places.length > page.length ? page.at(-1) : undefined };
}

function findFilter(input: Input): SortedRead | undefined {
  if (input.unclaimed) return unclaimed;
  return input.guests ? guests : undefined;
}

async function findByName(
  db: Db,
  { text, after }: Input & { text: string },
  takeTurn: TakeTurn | undefined,
): Promise<Page> {
  return findPersonIds(db, { text, after: after && 'words' in after ? after : undefined, takeTurn });
}
