import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { deriveId } from '../../base/derived-id.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import { parseStoredTime } from '../../db/stored-time.ts';
import { isLocalAvatar } from '../../people/profiles/avatar.ts';
import type { PersonLine } from '../format/lines.ts';
import { findNamedPeople } from './named-people.ts';
import { isWholeWorkspace, type RowSource, sliceAll, timeField } from './scope.ts';

interface PersonRow {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean | number;
  avatar: string | null;
  createdAt: string;
  ownerId: string | null;
  deletedAt: number | null;
  guest: number | null;
  guestInviter: string | null;
  guestUntil: number | null;
  suspendedAt: number | null;
  grantedAt: number | null;
}

// A row without a way to sign in is a sign-up that has not ended, unless it is of a bot or the account is deleted.
const SELECT = `select u."id" as "id", u."name" as "name", u."email" as "email", u."emailVerified" as "emailVerified", u."avatar" as "avatar",
   u."createdAt" as "createdAt", u."ownerId" as "ownerId", u."deletedAt" as "deletedAt", u."guest" as "guest",
   u."guestInviter" as "guestInviter", u."guestUntil" as "guestUntil", s."at" as "suspendedAt", w."grantedAt" as "grantedAt"
   from "users" u left join "suspensions" s on s."userId" = u."id" left join "workspace_admins" w on w."userId" = u."id"
   where (u."ownerId" is not null or u."deletedAt" is not null or exists (select 1 from "accounts" a where a."userId" = u."id"))`;

const selectPage = prepared<[after: string, limit: number], PersonRow>(
  `${SELECT} and u."id" > $1 order by u."id" limit $2`,
);
const selectSome = preparedIn<[], PersonRow>(`${SELECT} and u."id" in ($values)`);

/** Addresses that receive no mail (RFC 2606) stand for none. */
const NO_ADDRESS = /\.invalid$/;

/** In the order of their ids. Of single rooms, those whom a line of the rooms names. */
export async function* readPeopleLines(source: RowSource): AsyncGenerator<readonly PersonLine[]> {
  for await (const rows of readRows(source)) yield rows.map(row => presentPerson(row, source));
}

/** The pictures that people chose, as `users.avatar` has them. */
export async function* readAvatars(source: RowSource): AsyncGenerator<readonly string[]> {
  for await (const rows of readRows(source))
    yield rows.flatMap(({ avatar }) => (avatar !== null && isLocalAvatar(avatar) ? avatar : []));
}

function readRows(source: RowSource): AsyncGenerator<readonly PersonRow[]> {
  if (!isWholeWorkspace(source.scope)) return readNamedRows(source);
  return readPages(last => selectPage(source.read, last?.id ?? '', PAGE_SIZE));
}

async function* readNamedRows(source: RowSource): AsyncGenerator<readonly PersonRow[]> {
  const named = [...(await findNamedPeople(source))].toSorted();
  for (const uids of sliceAll(named, PAGE_SIZE)) {
    const rows = new Map((await selectSome(source.read, uids)).map(row => [row.id, row]));
    yield uids.flatMap(uid => rows.get(uid) ?? []);
  }
}

function presentPerson(row: PersonRow, { scope }: RowSource): PersonLine {
  const { id, name, email, avatar, ownerId, guestInviter } = row;
  const hasEmail = scope.withoutEmails !== true && !NO_ADDRESS.test(email);
  return {
    id,
    name,
    ...(hasEmail && { email, ...(Boolean(row.emailVerified) && { emailConfirmed: true as const }) }),
    ...timeField('joinedAt', parseStoredTime(row.createdAt) || null),
    ...timeField('deletedAt', row.deletedAt),
    ...timeField('suspendedAt', row.suspendedAt),
    ...(row.grantedAt !== null && { workspaceAdmin: true as const }),
    ...(ownerId !== null && { bot: true as const, owner: ownerId }),
    ...(row.guest !== null && {
      guest: {
        ...(guestInviter !== null && { invitedBy: guestInviter }),
        ...timeField('until', row.guestUntil),
      },
    }),
    ...(avatar !== null && isLocalAvatar(avatar) && { avatar: getAvatarId(avatar) }),
  };
}

/** The id of the file: the database has no row for the picture. */
export function getAvatarId(avatar: string): string {
  return deriveId(0, 'avatar', avatar);
}
