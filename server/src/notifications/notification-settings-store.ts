import {
  ALL_NIGHTS,
  DEFAULT_NOTIFICATION_SETTINGS,
  isTimeZone,
  type NotificationSettings,
  type QuietHours,
} from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { NotificationSettingsTable } from '../db/notification-tables.ts';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

export type NotificationSettingsRow = Selectable<NotificationSettingsTable>;

/** The level is a row of its own, because rooms have it, too. */
export type StoredSettings = Omit<NotificationSettings, 'level'>;

/** In the order of the statements' parameters. */
const COLUMNS = [
  'userId',
  'version',
  'conversations',
  'shows',
  'pausedUntil',
  'quiet',
  'quietFrom',
  'quietTo',
  'quietNights',
  'zone',
  'words',
  'mail',
  'mailText',
] as const satisfies (keyof NotificationSettingsRow)[];

const NAMES = COLUMNS.map(name => `"${name}"`).join(', ');

const selectSome = preparedIn<[], NotificationSettingsRow>(
  `select ${NAMES} from "notification_settings" where "userId" in ($values)`,
);
const upsert = prepared<(string | number | null)[], never>(
  `insert into "notification_settings" (${NAMES}) values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
   on conflict ("userId") do update set ${COLUMNS.slice(1)
     .map(name => `"${name}" = excluded."${name}"`)
     .join(', ')}`,
);
const selectWords = prepared<
  [after: string, limit: number],
  Pick<NotificationSettingsRow, 'userId'> & { words: string }
>(
  `select "userId", "words" from "notification_settings" where "words" is not null and "userId" > $1
   order by "userId" limit $2`,
);

/** Those who changed something, by person. */
export async function findNotificationSettings(
  db: Db,
  uids: readonly string[],
): Promise<Map<string, StoredSettings>> {
  const rows = await selectSome(db, uids);
  return new Map(rows.map(row => [row.userId, presentNotificationSettings(row)]));
}

export async function storeNotificationSettings(
  db: Db,
  uid: string,
  settings: StoredSettings,
): Promise<void> {
  const row = toRow(uid, settings);
  await upsert(db, ...COLUMNS.map(name => row[name]));
}

/** The words of the people after `after`, in the order of their ids. */
export async function listAlertWords(
  db: Db,
  after: string,
  limit: number,
): Promise<{ uid: string; words: string[] }[]> {
  const rows = await selectWords(db, after, limit);
  return rows.map(({ userId, words }) => ({ uid: userId, words: parseWords(words) }));
}

/** From columns that a statement may have joined. */
function presentNotificationSettings(row: NotificationSettingsRow): StoredSettings {
  const { version, shows, mail, pausedUntil, zone } = row;
  const quietHours = presentQuietHours(row);
  return {
    version,
    conversations: row.conversations !== 0,
    shows,
    ...(pausedUntil !== null && { pausedUntil }),
    ...(quietHours && { quietHours }),
    // Another release of the platform may have known more of them.
    ...(zone !== null && isTimeZone(zone) && { zone }),
    words: parseWords(row.words),
    mail,
    mailText: row.mailText !== 0,
  };
}

function presentQuietHours(row: NotificationSettingsRow): QuietHours | undefined {
  const { quiet, quietFrom: from, quietTo: to, quietNights: bits } = row;
  if (from === null || to === null || bits === null) return undefined;
  return { on: quiet !== 0, from, to, nights: ALL_NIGHTS.filter(night => bits & toBit(night)) };
}

function toRow(uid: string, settings: StoredSettings): NotificationSettingsRow {
  const { version, shows, mail, pausedUntil, zone, words, quietHours } = settings;
  return {
    userId: uid,
    version,
    conversations: Number(settings.conversations),
    shows,
    pausedUntil: pausedUntil ?? null,
    quiet: Number(quietHours?.on ?? false),
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    quietNights: quietHours?.nights.reduce((bits, night) => bits | toBit(night), 0) ?? null,
    zone: zone ?? null,
    words: words.length > 0 ? JSON.stringify(words) : null,
    mail,
    mailText: Number(settings.mailText),
  };
}

function toBit(night: number): number {
  return 1 << (night - 1);
}

function parseWords(words: string | null): string[] {
  return words === null ? DEFAULT_NOTIFICATION_SETTINGS.words : (JSON.parse(words) as string[]);
}
