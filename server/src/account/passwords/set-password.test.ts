import { expect, test } from 'vitest';
import { addPerson, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { createSession } from '../new-session.ts';
import { findPasswordHash, storePasswordHash } from './password-store.ts';

test('S8 a change that another one overtook changes nothing', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const change = (currentHash: string | null, newHash: string) => ({
    mutation: 'set_password',
    caller: { uid: ann },
    input: { currentHash, newHash, session: createSession(newHash) },
  });
  const listSessions = () => db.selectFrom('sessions').select('userAgent').execute();
  await runJob(db, change(null, 'first'));
  const overtaken = [change(null, 'another first'), change('an older one', 'second')];
  expect(await runJobs(db, ...overtaken)).toMatchObject(
    overtaken.map(() => ({ error: { code: 'stale', message: expect.stringContaining('changed') } })),
  );
  expect(await findPasswordHash(db, ann)).toBe('first');
  expect(await listSessions()).toEqual([{ userAgent: 'first' }]);
  await storePasswordHash(db, ann, 'recovered', NOW);
  expect(await runJobs(db, change('first', 'second'))).toMatchObject([{ error: { code: 'stale' } }]);
  await runJob(db, change('recovered', 'second'));
  expect(await findPasswordHash(db, ann)).toBe('second');
  expect(await listSessions()).toEqual([{ userAgent: 'second' }]);
});
