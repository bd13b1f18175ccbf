import * as v from 'valibot';
import { Retention } from '../chat/retention.ts';
import { Person } from '../people/person.ts';
import { nameText } from '../text/text.ts';
import { AccentColour } from './accent.ts';
import { defineCommand } from './command.ts';
import { Id, Timestamp, Version } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_WORKSPACE_NAME_LENGTH } from './limits.ts';

export const SIGN_UP_POLICIES = ['open', 'invite', 'closed'] as const;
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number];

/** Who may do something: everyone, or only workspace admins. */
export const AUDIENCES = ['everyone', 'admins'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Of the settings that give the workspace a look of its own: the one of Snug. */
export const DEFAULT_LOOK = 'default';

const LogoToken = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const Audience = v.picklist(AUDIENCES, 'must be everyone or admins');

/** The settings that workspace admins change while the server runs: the values, and the one before the first change. */
export const SETTINGS = {
  /** In titles of the page and on the page for signing in. */
  workspace_name: { value: nameText(MAX_WORKSPACE_NAME_LENGTH), initial: 'Snug' },
  /** The token in the addresses of its pictures. Only `set_logo` sets another one. */
  logo: { value: v.union([v.literal(DEFAULT_LOOK), LogoToken], 'must be default'), initial: DEFAULT_LOOK },
  accent_colour: {
    value: v.union([v.literal(DEFAULT_LOOK), AccentColour], 'must be default, or a colour such as #b4532a'),
    initial: DEFAULT_LOOK,
  },
  sign_up: { value: v.picklist(SIGN_UP_POLICIES, 'must be open, invite or closed'), initial: 'open' },
  /** Who may create open rooms. */
  open_rooms: { value: Audience, initial: 'everyone' },
  /** Who may create bots, and with them webhooks. */
  bots: { value: Audience, initial: 'everyone' },
  /** Who may invite guests, of those who may invite to a room. */
  guests: { value: Audience, initial: 'everyone' },
  /** Who may add emoji of the workspace. Guests never do. */
  emoji: { value: Audience, initial: 'everyone' },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<Name extends SettingName> = v.InferOutput<(typeof SETTINGS)[Name]['value']>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

const SettingName = v.picklist(SETTING_NAMES, `must be one of ${SETTING_NAMES.join(', ')}`);

/** Of the settings that everyone may know. The higher version is the newer state. */
export const WorkspaceSettings = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  name: v.string(),
  openRooms: Audience,
  bots: Audience,
  /** Servers of version 5 omit it. */
  guests: v.optional(Audience),
  /** Servers of version 5 omit it, and have no emoji of the workspace. */
  emoji: v.optional(Audience),
  /** Missing while the workspace has the look of Snug. */
  accent: v.optional(v.string()),
  /** The token of the logo. */
  logo: v.optional(v.string()),
  /** How long messages stay at most, in all rooms. Missing if there was never a rule. */
  retention: v.optional(Retention),
});
export type WorkspaceSettings = v.InferOutput<typeof WorkspaceSettings>;

/**
 * `version`: how often it was changed. `changedBy`: missing before the first change. `fixedBy`: the variable of the environment
 * that sets the value, which nobody can then change.
 */
export const Setting = v.object({
  name: v.string(),
  value: v.string(),
  version: v.number(),
  changedBy: v.optional(Person),
  changedAt: v.optional(Timestamp),
  fixedBy: v.optional(v.string()),
});
export type Setting = v.InferOutput<typeof Setting>;

const listSettings = defineCommand({
  summary: 'List the settings of the workspace; for workspace admins',
  description: '`fixedBy`: the environment of the server sets the value, and nobody can change it here.',
  input: v.strictObject({}),
  output: v.object({ settings: v.array(Setting) }),
  errors: ['forbidden'],
});

const setSetting = defineCommand({
  summary: 'Change a setting of the workspace; for workspace admins',
  description:
    '`version`: of the setting that you have read. After another change, the result is `stale`. The present value changes nothing. ' +
    `Values: \`workspace_name\` is a line of at most ${MAX_WORKSPACE_NAME_LENGTH} characters, \`sign_up\` is "open", "invite" or "closed", ` +
    '`logo` is "default", `accent_colour` is "default" or a colour such as "#b4532a", ' +
    '`open_rooms`, `bots`, `guests` and `emoji` are "everyone" or "admins". Any other value is `invalid_input`.',
  input: v.strictObject({
    name: SettingName,
    value: nameText(MAX_NAME_LENGTH),
    version: Version,
  }),
  output: v.object({ setting: Setting }),
  errors: ['forbidden', 'stale', 'unavailable'],
});

const setLogo = defineCommand({
  summary: 'Set the logo of the workspace to an uploaded picture; for workspace admins',
  description:
    'The server makes new pictures from its pixels. `fileId`: an unsent PNG, JPEG or WebP of your own, which is used up. Another type, or a ' +
    'picture that cannot be read, is `invalid_input`. ' +
    '`version`: of the setting `logo` that you have read.',
  input: v.strictObject({ fileId: Id, version: Version }),
  output: v.object({ setting: Setting }),
  errors: ['forbidden', 'not_found', 'stale', 'too_large', 'unavailable'],
});

export const SETTING_COMMANDS = {
  list_settings: listSettings,
  set_setting: setSetting,
  set_logo: setLogo,
} as const;
