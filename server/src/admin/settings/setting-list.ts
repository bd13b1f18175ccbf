import { type Person, SETTING_NAMES, type Setting, type SettingName } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { readSettingRows, type SettingRow } from '../../workspace/settings/setting-store.ts';
import { type FixedSettings, SETTING_VARIABLES, toValue } from '../../workspace/settings/settings.ts';

export async function listSettings(db: Db, fixed: FixedSettings): Promise<Setting[]> {
  const rows = await readSettingRows(db);
  const people = await readPeople(db, [...new Set([...rows.values()].map(({ changedBy }) => changedBy))]);
  return SETTING_NAMES.map(name => presentSetting(name, fixed, rows.get(name), people));
}

export function presentSetting(
  name: SettingName,
  fixed: FixedSettings,
  row: SettingRow | undefined,
  people: readonly Person[],
): Setting {
  const changedBy = people.find(({ uid }) => uid === row?.changedBy);
  return {
    name,
    value: fixed[name] ?? toValue(name, row),
    version: row?.version ?? 0,
    ...(changedBy && { changedBy }),
    ...(row && { changedAt: row.changedAt }),
    ...(fixed[name] !== undefined && { fixedBy: SETTING_VARIABLES[name] ?? name }),
  };
}
