import { SETTINGS, type SettingName, type SettingValue, type WorkspaceSettings } from '@snug/protocol';
import * as v from 'valibot';
import type { Db } from '../../db/schema.ts';
import { readSettingRows, type SettingRow } from './setting-store.ts';

/** The values that the environment of a server sets. They count more than those in the database. */
export type FixedSettings = { readonly [Name in SettingName]?: SettingValue<Name> | undefined };

export const SETTING_VARIABLES: Readonly<Record<SettingName, string>> = {
  workspace_name: 'SNUG_NAME',
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
  // Each change adds one.
  const version = [...rows.values()].reduce((sum, row) => sum + row.version, 0);
  return {
    version,
    name: read('workspace_name'),
    openRooms: read('open_rooms'),
    bots: read('bots'),
    guests: read('guests'),
  };
}

/** What guests may know: the name. Its version counts, because the others show when an admin changes something else. */
export async function readGuestSettings(db: Db, fixed: FixedSettings): Promise<WorkspaceSettings> {
  const row = (await readSettingRows(db, ['workspace_name'])).get('workspace_name');
  const name = fixed.workspace_name ?? toValue('workspace_name', row);
  return { version: row?.version ?? 0, name, openRooms: 'admins', bots: 'admins', guests: 'admins' };
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
