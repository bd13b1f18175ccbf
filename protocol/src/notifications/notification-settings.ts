import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Timestamp, Version } from '../core/ids.ts';
import { FOREVER, MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '../core/limits.ts';
import { NotificationLevel } from '../people/membership.ts';
import { nameText } from '../text/text.ts';
import { ALL_NIGHTS } from './quiet-hours.ts';
import { DAY_MINUTES, MAX_ZONE_LENGTH, TIME_ZONE_NAME, UNKNOWN_TIME_ZONE } from './time-zone.ts';

/** What a notification shows, also on a locked screen: names and texts, names only, or neither. */
const Shown = v.picklist(['all', 'name', 'nothing'], 'must be "all", "name" or "nothing"');

/** When a person gets a mail about what they missed: when nothing else reached them, after an hour, once a day, never. */
const MissedMail = v.picklist(
  ['fallback', 'hour', 'day', 'never'],
  'must be "fallback", "hour", "day" or "never"',
);

/** Without offsets such as `+01:00`, which know no clock change. The server refuses names that it does not know. */
export const TimeZone = v.pipe(
  v.string('must be a text'),
  v.maxLength(MAX_ZONE_LENGTH, `must be at most ${MAX_ZONE_LENGTH} characters`),
  v.regex(TIME_ZONE_NAME, UNKNOWN_TIME_ZONE),
);

/** Of a day. */
const Minute = v.pipe(
  v.number('must be a number'),
  v.integer('must be whole'),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(DAY_MINUTES - 1, `must be at most ${DAY_MINUTES - 1}`),
);

export const QuietHoursSetting = v.object({
  on: v.boolean('must be true or false'),
  from: Minute,
  to: Minute,
  nights: v.pipe(
    v.array(v.picklist(ALL_NIGHTS, 'must be 1 (Monday) to 7 (Sunday)'), 'must be a list'),
    v.maxLength(ALL_NIGHTS.length),
    v.check(nights => new Set(nights).size === nights.length, 'must not contain duplicates'),
    v.metadata({ uniqueItems: true }),
  ),
});

export const AlertWords = v.pipe(
  v.array(nameText(MAX_ALERT_WORD_LENGTH), 'must be a list'),
  v.maxLength(MAX_ALERT_WORDS, `must be at most ${MAX_ALERT_WORDS} words`),
);

const Switch = v.boolean('must be true or false');
/**
 * Of one person, for all their devices. The higher version is the newer state; 0 before the first change. `level`: of the rooms without a
 * level of their own. `conversations`: whether replies in followed conversations notify. `pausedUntil`: missing without a pause. `quietHours`: missing until they were set once. `zone`: missing
 * until a device has sent its own. `mailText`: whether mails have the texts of the messages.
 */
export const NotificationSettings = v.object({
  version: Version,
  level: NotificationLevel,
  conversations: v.boolean(),
  shows: Shown,
  pausedUntil: v.optional(Timestamp),
  quietHours: v.optional(QuietHoursSetting),
  zone: v.optional(v.string()),
  words: v.array(v.string()),
  mail: MissedMail,
  mailText: v.boolean(),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  version: 0,
  level: 'mentions',
  conversations: true,
  shows: 'all',
  words: [],
  mail: 'fallback',
  mailText: false,
};

const getNotificationSettings = defineCommand({
  summary: 'Read your notification settings',
  description:
    '`now`: the time on the clock of the server. `mail`: missing if the server sends none. `isConfirmed`: whether the person has confirmed ' +
    'their address; only then mails about missed messages are sent. `isRefused`: the mail server refuses the address for good.',
  input: v.strictObject({}),
  output: v.object({
    settings: NotificationSettings,
    now: Timestamp,
    mail: v.optional(v.object({ isConfirmed: v.boolean(), isRefused: v.optional(v.literal(true)) })),
  }),
  errors: [],
});

const setNotificationSettings = defineCommand({
  summary: 'Change your notification settings',
  description:
    'Fields that are left out stay as they are. `version`: of the settings that you have read. After another change, the result is ' +
    '`stale`, unless the settings are already as you want them. Leave it out if your change does not depend on them. `level`: of rooms without a level of their own; "mentions" includes direct messages. `pausedUntil`: null ends the pause. `quietHours`: minutes of the day on the ' +
    'clock of `zone`, an IANA name such as Europe/Berlin, or else it is `invalid_input`; `nights`: the days on which they begin, from 1 (Monday) to 7 (Sunday). ' +
    `\`words\`: at most ${MAX_ALERT_WORDS}, each of at most ${MAX_ALERT_WORD_LENGTH} characters.`,
  input: v.strictObject({
    version: v.optional(Version),
    level: v.optional(NotificationLevel),
    conversations: v.optional(Switch),
    shows: v.optional(Shown),
    pausedUntil: v.optional(v.nullable(v.pipe(Timestamp, v.minValue(0), v.maxValue(FOREVER)))),
    quietHours: v.optional(v.strictObject(QuietHoursSetting.entries)),
    zone: v.optional(TimeZone),
    words: v.optional(AlertWords),
    mail: v.optional(MissedMail),
    mailText: v.optional(Switch),
  }),
  output: v.object({ settings: NotificationSettings }),
  errors: ['stale', 'unavailable'],
});

export const NOTIFICATION_SETTINGS_COMMANDS = {
  get_notification_settings: getNotificationSettings,
  set_notification_settings: setNotificationSettings,
} as const;
