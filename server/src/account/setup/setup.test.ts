import { expect, test } from 'vitest';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { addPerson, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { addImportedPerson } from '../../testing/imported-people.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { createClaimLinks } from '../claims/claim-links.ts';
import { createSession } from '../new-session.ts';
import { readSignInOptions } from '../sign-in-options.ts';
import { deleteSetupCodes, hasSetupCode } from './setup-code-store.ts';

function add(hash: string) {
  return { mutation: 'add_setup_code', caller: { uid: '' }, input: { hash } };
}

function redeem(uid: string, hash: string) {
  return { mutation: 'redeem_setup', caller: { uid }, input: { hash } };
}

const NOT_FOUND = { error: { code: 'not_found' } };

test('A12 a setup code makes one person the workspace admin, once', async () => {
  const { db } = await temporaryDatabase();
  for (const hash of ['a', 'b']) expect((await runJob(db, add(hash))).output).toEqual({ isAdded: true });
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const outcomes = await runJobs(db, redeem(ben, 'c'), redeem(ann, 'a'), redeem(ann, 'a'), redeem(ben, 'b'));
  expect(outcomes).toMatchObject([NOT_FOUND, { output: {} }, { output: {} }, NOT_FOUND]);
  expect([await isWorkspaceAdmin(db, ann), await isWorkspaceAdmin(db, ben)]).toEqual([true, false]);
  expect((await runJob(db, add('d'))).output).toEqual({ isAdded: false });
});

test('A12 a server that had accounts before gets no code, and a new one gets codes until one is used', async () => {
  const { db } = await temporaryDatabase();
  await runJob(db, add('a'));
  await addPerson(db, 'Ann');
  expect((await runJob(db, add('b'))).output).toEqual({ isAdded: true });
  await deleteSetupCodes(db);
  expect((await runJob(db, add('c'))).output).toEqual({ isAdded: false });
});

test('A12 a role that the command line grants ends all codes', async () => {
  const { db } = await temporaryDatabase();
  await runJob(db, add('a'));
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: ann, admin: true },
  });
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: ann, admin: false },
  });
  expect(await runJobs(db, redeem(ben, 'a'))).toMatchObject([NOT_FOUND]);
});

test('A12 at most ten codes are stored', async () => {
  const { db } = await temporaryDatabase();
  const hashes = Array.from({ length: 11 }, (_, index) => `hash-${index}`);
  for (const hash of hashes) await runJob(db, add(hash));
  expect([await hasSetupCode(db, 'hash-0'), await hasSetupCode(db, 'hash-10')]).toEqual([false, true]);
});

test('A12 the database stores only the hash of a code', () => {
  const code = createSecretCode();
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(hashSecretCode(code)).not.toBe(code);
});

test('CL8 people who came by an import and never signed in are no accounts, until one claims theirs', async () => {
  const { db } = await temporaryDatabase();
  const kai = await addImportedPerson(db);
  expect((await runJob(db, add('a'))).output).toEqual({ isAdded: true });
  await deleteSetupCodes(db);
  expect(await readSignInOptions(db, {})).toMatchObject({ isNew: true });
  const [link] = await createClaimLinks(db, [kai], Date.now());
  const claim = {
    uid: kai,
    hash: hashSecretCode(link?.code ?? ''),
    passwordHash: 'x',
    email: 'kai@example.com',
  };
  await runJob(db, {
    mutation: 'claim_account',
    caller: { uid: '' },
    input: { ...claim, session: createSession(undefined) },
  });
  expect(await readSignInOptions(db, {})).not.toHaveProperty('isNew');
  expect((await runJob(db, add('b'))).output).toEqual({ isAdded: false });
});
