import { expect, test } from 'vitest';
import { addPerson, runJob, temporaryDatabase } from '../testing/database.ts';
import { accessCreation, accessWorkspace, hasWorkspaceRights } from './access.ts';
import type { FixedSettings } from './settings/settings.ts';

const FORBIDDEN = 'Only a workspace admin can do that';

/** Ann, and Wanda, who looks after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  const run = (mutation: string, uid: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  await run('set_workspace_admin', '', { uid: wanda, admin: true });
  return { db, ann, wanda, run };
}

test('only a workspace admin has access to the workspace, and not during a suspension', async () => {
  const { db, ann, wanda, run } = await createSetup();
  await expect(accessWorkspace(db, { uid: ann })).rejects.toThrow(FORBIDDEN);
  await accessWorkspace(db, { uid: wanda });
  await run('set_workspace_admin', '', { uid: ann, admin: true });
  await run('set_suspension', ann, { uid: wanda, suspended: true });
  await expect(accessWorkspace(db, { uid: wanda })).rejects.toThrow(FORBIDDEN);
});

test('a token of a workspace admin has none of these rights', async () => {
  const { db, wanda } = await createSetup();
  expect(await hasWorkspaceRights(db, { uid: wanda })).toBe(true);
  for (const scope of [{}, { roomIds: ['a'] }])
    expect(await hasWorkspaceRights(db, { uid: wanda, scope })).toBe(false);
});

test.each(['open_rooms', 'bots'] as const)(
  'the setting %s gives a right to everyone or to admins',
  async name => {
    const { db, ann, wanda, run } = await createSetup();
    const create = (uid: string, fixed: FixedSettings = {}) => accessCreation(db, { uid }, name, fixed);
    await create(ann);
    await run('set_setting', wanda, { name, value: 'admins', version: 0, fixed: {} });
    await expect(create(ann)).rejects.toThrow('Only a workspace admin can create');
    await create(wanda);
    await create(ann, { [name]: 'everyone' });
  },
);
