import { SETTING_NAMES, type SettingName } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, SettingTable } from '../../db/schema.ts';

export type SettingRow = Selectable<SettingTable>;

const COLUMNS = `"name", "value", "version", "changedBy", "changedAt"`;
const select = preparedIn<[], SettingRow>(`select ${COLUMNS} from "settings" where "name" in ($values)`);
const upsert = prepared<
  [name: string, value: string, version: number, changedBy: string, now: number],
  never
>(
  `insert into "settings" (${COLUMNS}) values ($1, $2, $3, $4, $5)
   on conflict ("name") do update set
     "value" = $2, "version" = $3, "changedBy" = $4, "changedAt" = $5`,
);

/** Those that an admin has changed. */
export async function readSettingRows(
  db: Db,
  names: readonly SettingName[] = SETTING_NAMES,
): Promise<ReadonlyMap<string, SettingRow>> {
  return new Map((await select(db, names)).map(row => [row.name, row]));
}

export async function storeSetting(
  db: Db,
  { name, value, version, changedBy, changedAt }: SettingRow,
): Promise<void> {
  await upsert(db, name, value, version, changedBy, changedAt);
}
