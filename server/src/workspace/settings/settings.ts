import {
  CommandError,
  DEFAULT_LOOK,
  GUESTS_TOPIC,
  type Retention,
  SETTINGS,
  type SettingName,
  type SettingValue,
  type WorkspaceSettings,
} from '@snug/protocol';
import * as v from 'valibot';
import type { LockKey, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findRetention, presentRetention, WORKSPACE } from '../retention/retention-store.ts';
import { readSettingRows, type SettingRow } from './setting-store.ts';

/** No room has this id. Of all settings and the workspace's rule, because their versions add up to the one of the event. */
export const SETTINGS_LOCK: LockKey = 'room:settings';

/** The values that the environment of a server sets. They count more than those in the database. */
export type FixedSettings = { readonly [Name in SettingName]?: SettingValue<Name> | undefined };

/** The logo has none. */
export const SETTING_VARIABLES: Readonly<Partial<Record<SettingName, string>>> = {
  workspace_name: 'SNUG_NAME',
  accent_colour: 'SNUG_ACCENT_COLOUR',
  sign_up: 'SNUG_SIGN_UP',
  open_rooms: 'SNUG_OPEN_ROOMS',
  bots: 'SNUG_BOTS',
  guests: 'SNUG_GUESTS',
};

export async function readSetting<Name extends SettingName>(
  db: Db,
  fixed: FixedSettings,
  name: Name,
): Promise<SettingValue<Name>> {
  const value = fixed[name];
  if (value !== undefined) return value;
  return toValue(name, (await readSettingRows(db, [name])).get(name));
}

/** Those that everyone may know. */
export async function readWorkspaceSettings(db: Db, fixed: FixedSettings): Promise<WorkspaceSettings> {
  const rows = await readSettingRows(db);
  const read = <Name extends SettingName>(name: Name) => fixed[name] ?? toValue(name, rows.get(name));
  const retention = await readRetention(db);
  return {
    version: sumVersions(rows, retention),
    ...toLook(read),
    openRooms: read('open_rooms'),
    bots: read('bots'),
    guests: read('guests'),
    ...(retention && { retention }),
    emoji: read('emoji'),
  };
}

/** What guests may know: the look, and how long messages stay. Its versions count, because the others show when an admin changes something else. */
export async function readGuestSettings(db: Db, fixed: FixedSettings): Promise<WorkspaceSettings> {
  const rows = await readSettingRows(db, LOOK_SETTINGS);
  const retention = await readRetention(db);
  const look = toLook(name => fixed[name] ?? toValue(name, rows.get(name)));
  return {
    version: sumVersions(rows, retention),
    ...look,
    openRooms: 'admins',
    bots: 'admins',
    guests: 'admins',
    emoji: 'admins',
    ...(retention && { retention }),
  };
}

export async function announceToMembers(db: Db, fixed: FixedSettings): Promise<Publication> {
  const settings = await readWorkspaceSettings(db, fixed);
  return { topic: 'workspace', event: { type: 'workspace_changed', settings } };
}

export async function announceToGuests(db: Db, fixed: FixedSettings): Promise<Publication> {
  const settings = await readGuestSettings(db, fixed);
  return { topic: GUESTS_TOPIC, event: { type: 'workspace_changed', settings } };
}

/** Throws `stale` after a change by another admin. */
export function assertVersion(known: number, version: number): void {
  if (version !== known) throw new CommandError('stale', 'Another admin changed this in the meantime');
}

/** Each change adds one. */
function sumVersions(rows: ReadonlyMap<string, SettingRow>, retention: Retention | undefined): number {
  return [...rows.values()].reduce((sum, row) => sum + row.version, retention?.version ?? 0);
}

async function readRetention(db: Db): Promise<Retention | undefined> {
  const row = await findRetention(db, WORKSPACE);
  return row && presentRetention(row);
}

export const LOOK_SETTINGS = ['workspace_name', 'logo', 'accent_colour'] as const satisfies SettingName[];
type LookSetting = (typeof LOOK_SETTINGS)[number];

/** What everyone sees of the workspace, also before they sign in. */
export interface Look {
  name: string;
  /** Undefined while it is the one of Snug. */
  accent?: string;
  /** The token of the logo, likewise. */
  logo?: string;
}

export async function readLook(db: Db, fixed: FixedSettings): Promise<Look> {
  const rows = await readSettingRows(db, LOOK_SETTINGS);
  return toLook(name => fixed[name] ?? toValue(name, rows.get(name)));
}

function toLook(read: (name: LookSetting) => string): Look {
  const [accent, logo] = [read('accent_colour'), read('logo')];
  return {
    name: read('workspace_name'),
    ...(accent !== DEFAULT_LOOK && { accent }),
    ...(logo !== DEFAULT_LOOK && { logo }),
  };
}

/** A value of a later release counts as none. */
export function toValue<Name extends SettingName>(
  name: Name,
  row: Pick<SettingRow, 'value'> | undefined,
): SettingValue<Name> {
  const { value, initial } = SETTINGS[name];
  const parsed = v.safeParse(value, row?.value);
  return parsed.success ? parsed.output : initial;
}
