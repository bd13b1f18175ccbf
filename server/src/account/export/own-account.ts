import { MAX_LISTED_SESSIONS, type NotificationSettings } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { parseStoredTime } from '../../db/stored-time.ts';
import { readNotificationSettings } from '../../notifications/notification-settings.ts';
import { toStatus } from '../../people/status/shown-presence.ts';
import { findStatuses } from '../../people/status/status-store.ts';
import { type ExportSource, toTime } from './export-source.ts';

/** Each query names its columns, so that no secret gets in by itself. */
const MOST = MAX_LISTED_SESSIONS;

interface UserRow {
  name: string;
  email: string;
  emailVerified: boolean | number;
  avatar: string | null;
  createdAt: string;
}

const selectUser = prepared<[uid: string], UserRow>(
  `select "name", "email", "emailVerified", "avatar", "createdAt" from "users" where "id" = $1`,
);
const selectProviders = prepared<[uid: string, limit: number], { providerId: string; createdAt: string }>(
  `select "providerId", "createdAt" from "accounts" where "userId" = $1 limit $2`,
);
const selectSessions = prepared<
  [uid: string, limit: number],
  { userAgent: string | null; createdAt: string; updatedAt: string; expiresAt: string }
>(
  `select "userAgent", "createdAt", "updatedAt", "expiresAt" from "sessions" where "userId" = $1
   order by "createdAt" desc limit $2`,
);
const selectTokens = prepared<
  [uid: string, limit: number],
  { name: string; userId: string; createdAt: number; expiresAt: number; lastUsedAt: number | null }
>(
  `select "name", "userId", "createdAt", "expiresAt", "lastUsedAt" from "tokens" where "createdBy" = $1
   order by "id" limit $2`,
);
const selectPasskeys = prepared<
  [uid: string, limit: number],
  { name: string; createdAt: number; lastUsedAt: number | null }
>(`select "name", "createdAt", "lastUsedAt" from "passkeys" where "userId" = $1 order by "id" limit $2`);
const selectBots = prepared<[uid: string, limit: number], { uid: string; name: string }>(
  `select "id" as "uid", "name" from "users" where "ownerId" = $1 order by "id" limit $2`,
);
const selectUsedInvites = prepared<[uid: string, limit: number], { inviteId: string }>(
  `select "inviteId" from "invite_uses" where "userId" = $1 limit $2`,
);
const selectNotices = prepared<[uid: string, limit: number], { kind: string; at: number }>(
  `select "kind", "at" from "account_notices" where "userId" = $1 limit $2`,
);
const selectDevices = prepared<
  [uid: string, limit: number],
  { service: string; createdAt: number; seenAt: number; lastSuccessAt: number | null }
>(
  `select "service", "createdAt", "seenAt", "lastSuccessAt" from "push_devices" where "userId" = $1 limit $2`,
);
const selectAdmin = prepared<[uid: string], { grantedAt: number }>(
  `select "grantedAt" from "workspace_admins" where "userId" = $1`,
);

export async function readAccount({ read, uid, now }: ExportSource): Promise<object> {
  const [user] = await selectUser(read, uid);
  const [admin] = await selectAdmin(read, uid);
  return {
    uid,
    name: user?.name,
    email: user?.email,
    emailConfirmed: Boolean(user?.emailVerified),
    createdAt: user && presentStored(user.createdAt),
    ...(admin && { workspaceAdminSince: toTime(admin.grantedAt) }),
    signInMethods: (await selectProviders(read, uid, MOST)).map(({ providerId, createdAt }) => ({
      provider: providerId === 'credential' ? 'password' : providerId,
      since: presentStored(createdAt),
    })),
    passkeys: (await selectPasskeys(read, uid, MOST)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: toTime(createdAt),
      ...(lastUsedAt !== null && { lastUsedAt: toTime(lastUsedAt) }),
    })),
    sessions: (await selectSessions(read, uid, MOST)).map(row => ({
      userAgent: row.userAgent,
      signedInAt: presentStored(row.createdAt),
      usedAt: presentStored(row.updatedAt),
      expiresAt: presentStored(row.expiresAt),
    })),
    pushDevices: (await selectDevices(read, uid, MOST)).map(row => ({
      service: row.service,
      addedAt: toTime(row.createdAt),
      seenAt: toTime(row.seenAt),
      ...(row.lastSuccessAt !== null && { lastPushAt: toTime(row.lastSuccessAt) }),
    })),
    bots: await selectBots(read, uid, MOST),
    accessTokens: (await selectTokens(read, uid, MOST)).map(({ userId, ...row }) => ({
      name: row.name,
      actsAs: userId,
      createdAt: toTime(row.createdAt),
      expiresAt: toTime(row.expiresAt),
      ...(row.lastUsedAt !== null && { lastUsedAt: toTime(row.lastUsedAt) }),
    })),
    usedInvitations: (await selectUsedInvites(read, uid, MOST)).map(({ inviteId }) => inviteId),
    notices: (await selectNotices(read, uid, MOST)).map(({ kind, at }) => ({ kind, at: toTime(at) })),
    ...(await readStatus(read, uid, now())),
    notifications: presentSettings(await readNotificationSettings(read, { uid, now: now() })),
  };
}

async function readStatus(read: Db, uid: string, now: number): Promise<{ status?: object }> {
  const row = (await findStatuses(read, [uid])).get(uid);
  const { until, ...words } = (row && toStatus(row, now)) ?? {};
  if (Object.keys(words).length === 0) return {};
  return { status: { ...words, ...(until !== undefined && { until: toTime(until) }) } };
}

function presentSettings({ pausedUntil, ...settings }: NotificationSettings): object {
  return { ...settings, ...(pausedUntil !== undefined && { pausedUntil: toTime(pausedUntil) }) };
}

/** The key of the person's picture in the storage. Pictures from a provider have none. */
export async function findAvatarKey({ read, uid }: ExportSource): Promise<string | undefined> {
  const [user] = await selectUser(read, uid);
  return user?.avatar?.startsWith('/avatars/') ? user.avatar.slice(1) : undefined;
}

function presentStored(stored: string): string {
  return toTime(parseStoredTime(stored));
}
