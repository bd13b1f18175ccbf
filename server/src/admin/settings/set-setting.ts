import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  GUESTS_TOPIC,
  SETTINGS,
  type SettingName,
} from '@snug/protocol';
import * as v from 'valibot';
import type { LockKey, Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { readSettingRows, storeSetting } from '../../workspace/settings/setting-store.ts';
import {
  type FixedSettings,
  readGuestSettings,
  readWorkspaceSettings,
  SETTING_VARIABLES,
  toValue,
} from '../../workspace/settings/settings.ts';
import { presentSetting } from './setting-list.ts';

/** No room has this id. Of all settings, because their versions add up to the one of the event. */
const SETTINGS_LOCK: LockKey = 'room:settings';

type SettingChange = CommandInput<'set_setting'> & { fixed: FixedSettings };

/** A setting that has the value already does not change. */
export const setSetting: Mutation<SettingChange, CommandOutput<'set_setting'>> = {
  lockKeys: ({ uid }) => [SETTINGS_LOCK, `person:${uid}`],

  async run(db, call, { name, value: wanted, version, fixed }) {
    await accessWorkspace(db, call);
    const value = parseValue(name, wanted);
    if (fixed[name] !== undefined)
      throw new CommandError('forbidden', `${SETTING_VARIABLES[name]} sets this on the server`);
    const row = (await readSettingRows(db, [name])).get(name);
    const before = toValue(name, row);
    if (before === value) return present(db, name, fixed, []);
    if (version !== (row?.version ?? 0))
      throw new CommandError('stale', 'Another admin changed this in the meantime');
    await change(db, call, { name, version, before, value });
    return present(db, name, fixed, await announce(db, fixed, name));
  },
};

async function change(
  db: Db,
  call: MutationContext,
  { name, version, before, value }: { name: SettingName; version: number; before: string; value: string },
): Promise<void> {
  await storeSetting(db, { name, value, version: version + 1, changedBy: call.uid, changedAt: call.now });
  await recordAudit(db, call, { action: 'change_setting', setting: { name, before, after: value } });
}

async function present(
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
async function announce(db: Db, fixed: FixedSettings, name: SettingName): Promise<Publication[]> {
  if (name === 'sign_up') return [];
  const settings = await readWorkspaceSettings(db, fixed);
  const forMembers: Publication = { topic: 'workspace', event: { type: 'workspace_changed', settings } };
  if (name !== 'workspace_name') return [forMembers];
  const known = await readGuestSettings(db, fixed);
  return [forMembers, { topic: GUESTS_TOPIC, event: { type: 'workspace_changed', settings: known } }];
}

function parseValue(name: SettingName, value: string): string {
  const parsed = v.safeParse(SETTINGS[name].value, value);
  if (parsed.success) return parsed.output;
  throw new CommandError('invalid_input', `value: ${parsed.issues[0].message}`);
}
