import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  DEFAULT_LOOK,
  SETTINGS,
  type SettingName,
} from '@snug/protocol';
import * as v from 'valibot';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { removeLogo } from '../../workspace/settings/logo.ts';
import { readSettingRows, storeSetting } from '../../workspace/settings/setting-store.ts';
import {
  announceToGuests,
  announceToMembers,
  assertVersion,
  type FixedSettings,
  LOOK_SETTINGS,
  SETTING_VARIABLES,
  SETTINGS_LOCK,
  toValue,
} from '../../workspace/settings/settings.ts';
import { presentSetting } from './setting-list.ts';

type SettingChange = CommandInput<'set_setting'> & { fixed: FixedSettings };

/** A setting that has the value already does not change. */
export const setSetting: Mutation<SettingChange, CommandOutput<'set_setting'>> = {
  lockKeys: ({ uid }) => [SETTINGS_LOCK, `person:${uid}`],

  async run(db, call, { name, value: wanted, version, fixed }) {
    await accessWorkspace(db, call);
    const value = parseValue(name, wanted);
    if (fixed[name] !== undefined)
      throw new CommandError('forbidden', `${SETTING_VARIABLES[name] ?? name} sets this on the server`);
    const row = (await readSettingRows(db, [name])).get(name);
    const before = toValue(name, row);
    if (before === value) return presentChange(db, name, fixed, []);
    assertVersion(row?.version ?? 0, version);
    await changeSetting(db, call, { name, version, before, value });
    if (name === 'logo') await removeLogo(db);
    return presentChange(db, name, fixed, await announce(db, fixed, name));
  },
};

/** Stores and audits it. */
export async function changeSetting(
  db: Db,
  call: MutationContext,
  { name, version, before, value }: { name: SettingName; version: number; before: string; value: string },
): Promise<void> {
  await storeSetting(db, { name, value, version: version + 1, changedBy: call.uid, changedAt: call.now });
  await recordAudit(db, call, { action: 'change_setting', setting: { name, before, after: value } });
}

export async function presentChange(
  db: Db,
  name: SettingName,
  fixed: FixedSettings,
  publications: Publication[],
): Promise<{ output: CommandOutput<'set_setting'>; publications: Publication[] }> {
  const row = (await readSettingRows(db, [name])).get(name);
  const people = row ? await readPeople(db, [row.changedBy]) : [];
  return { output: { setting: presentSetting(name, fixed, row, people) }, publications };
}

/** Clients need not know who may sign up. */
export async function announce(db: Db, fixed: FixedSettings, name: SettingName): Promise<Publication[]> {
  if (name === 'sign_up') return [];
  const forMembers = await announceToMembers(db, fixed);
  return isPartOfLook(name) ? [forMembers, await announceToGuests(db, fixed)] : [forMembers];
}

function isPartOfLook(name: SettingName): boolean {
  return LOOK_SETTINGS.some(part => part === name);
}

function parseValue(name: SettingName, value: string): string {
  if (name === 'logo' && value !== DEFAULT_LOOK)
    throw new CommandError('invalid_input', 'value: must be default. set_logo sets a logo');
  const parsed = v.safeParse(SETTINGS[name].value, value);
  if (parsed.success) return parsed.output;
  throw new CommandError('invalid_input', `value: ${parsed.issues[0].message}`);
}
