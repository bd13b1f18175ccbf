import { expect, test } from 'vitest';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, runJob, temporaryDatabase } from '../../testing/database.ts';
import { readWorkspaceSettings } from './settings.ts';

test('A22 of two changes at once that are based on one version, one is stale', async () => {
  const { db, path } = await temporaryDatabase();
  const admins = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  for (const uid of admins) {
    const caller = { uid: '' };
    await runJob(db, { mutation: 'set_workspace_admin', caller, input: { uid, admin: true } });
  }
  const jobs = admins.map((uid, index) => ({
    mutation: 'set_setting',
    caller: { uid },
    input: { name: 'workspace_name', value: `Name ${index}`, version: 0, fixed: {} },
  }));
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      const { name, version } = await readWorkspaceSettings(after, {});
      expect([name, version]).toEqual([`Name ${outcomes.findIndex(outcome => 'output' in outcome)}`, 1]);
    },
  });
});
