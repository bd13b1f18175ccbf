import { isDeepStrictEqual } from 'node:util';
import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  DEFAULT_NOTIFICATION_SETTINGS,
  isAlertWord,
  isTimeZone,
  MIN_ALERT_LETTERS,
  type NotificationSettings,
  selfTopic,
  toAlertKeys,
  UNKNOWN_TIME_ZONE,
} from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { changeDefaultLevel } from '../people/members/default-level.ts';
import { findDefaultLevel } from '../people/members/default-level-store.ts';
import { accessSelf } from '../people/profiles/access.ts';
import { showPause } from '../people/status/statuses.ts';
import { limitMissedMail } from './missed-mail/missed-mail-store.ts';
import { findMailDue } from './missed-mail/missed-mail-time.ts';
import { findNotificationSettings, storeNotificationSettings } from './notification-settings-store.ts';
import { hurrySummaryOf } from './notifier/outcome-store.ts';

/** At the earliest, so that no mail that is leaving changes its due time. */
const HOUR_MS = 60 * 60_000;

type Input = CommandInput<'set_notification_settings'>;

const setNotificationSettings: Mutation<Input, CommandOutput<'set_notification_settings'>> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, input) {
    const { uid, now } = call;
    assertPossible(input);
    await accessSelf(db, uid);
    const known = await readNotificationSettings(db, { uid, now });
    const wanted = applyChanges(known, input, now);
    if (isDeepStrictEqual(wanted, known)) return { output: { settings: known }, publications: [] };
    if (input.version !== undefined && input.version !== known.version) throw new CommandError('stale');
    const settings = { ...wanted, version: known.version + 1 };
    await storeNotificationSettings(db, uid, settings);
    if (!isDeepStrictEqual(toWaits(settings), toWaits(known))) await hurry(db, uid, settings, now);
    if (settings.level !== known.level) await changeDefaultLevel(db, call, settings.level);
    const event = { type: 'notification_settings_changed' as const, settings };
    const shown = await showPause(db, call, settings.pausedUntil ?? null);
    return { output: { settings }, publications: [{ topic: selfTopic(uid), event }, ...shown] };
  },
};

function toWaits({ pausedUntil, quietHours, zone, mail }: NotificationSettings) {
  return { pausedUntil, quietHours, zone, mail };
}

/** What waits for the end of quiet hours or of a pause is due now. The next attempt moves it if that end is still to come. */
async function hurry(db: Db, uid: string, settings: NotificationSettings, now: number): Promise<void> {
  await hurrySummaryOf(db, uid, now);
  await limitMissedMail(db, uid, Math.max(findMailDue(settings, now), now + HOUR_MS));
}

/** Without a pause that is over. */
export async function readNotificationSettings(
  db: Db,
  { uid, now }: { uid: string; now: number },
): Promise<NotificationSettings> {
  const stored = (await findNotificationSettings(db, [uid])).get(uid);
  if (!stored) return DEFAULT_NOTIFICATION_SETTINGS;
  return withoutEndedPause({ ...stored, level: await findDefaultLevel(db, uid) }, now);
}

/** What a schema cannot express. */
function assertPossible({ zone, words = [] }: Input): void {
  if (zone !== undefined && !isTimeZone(zone))
    throw new CommandError('invalid_input', `zone: ${UNKNOWN_TIME_ZONE}`);
  if (!words.every(isAlertWord))
    throw new CommandError(
      'invalid_input',
      `words: each must have at least ${MIN_ALERT_LETTERS} letters or digits`,
    );
}

function applyChanges(known: NotificationSettings, input: Input, now: number): NotificationSettings {
  const { pausedUntil: knownPause, ...rest } = known;
  const { pausedUntil = knownPause, quietHours = known.quietHours, zone = known.zone, words } = input;
  const wanted = {
    ...rest,
    level: input.level ?? known.level,
    conversations: input.conversations ?? known.conversations,
    shows: input.shows ?? known.shows,
    ...(pausedUntil !== undefined && pausedUntil !== null && { pausedUntil }),
    ...(quietHours && { quietHours: { ...quietHours, nights: quietHours.nights.toSorted((a, b) => a - b) } }),
    ...(zone !== undefined && { zone }),
    words: words ? withoutRepetitions(words) : known.words,
    mail: input.mail ?? known.mail,
    mailText: input.mailText ?? known.mailText,
  };
  return withoutEndedPause(wanted, now);
}

function withoutEndedPause(settings: NotificationSettings, now: number): NotificationSettings {
  const { pausedUntil = 0, ...rest } = settings;
  return pausedUntil > now ? settings : rest;
}

/** Keeps the first of the words that find the same. */
function withoutRepetitions(words: readonly string[]): string[] {
  const keys = words.map(word => toAlertKeys(word)[0]);
  return words.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

export const NOTIFICATION_SETTINGS_MUTATIONS = { set_notification_settings: setNotificationSettings };
