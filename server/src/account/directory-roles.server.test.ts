import { randomUUID } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { type Profile, ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdmin } from '../testing/run-admin.ts';

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  const claims = { OIDC_REQUIRED_CLAIM: 'groups=chat', OIDC_ADMIN_CLAIM: 'realm_access.roles=chat=admin' };
  const settings = { ...providerServer.settings('oidc'), ...providerServer.settings('github'), ...claims };
  server = await ServerProcess.start({ settings });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

const GROUPS = ['staff', 'chat'];
const ADMIN = { realm_access: { roles: ['offline', 'chat=admin'] } };

function createPerson(): Profile {
  const sub = randomUUID();
  return { sub, id: sub, name: 'Ann', email: `${sub}@elsewhere.example`, groups: GROUPS };
}

async function signIn(profile: Profile, provider: 'oidc' | 'github' = 'oidc'): Promise<TestPerson> {
  providerServer.profile = profile;
  const browser = new TestBrowser(server.url);
  expect(await browser.signIn('sign-in/social', provider)).toBe('/done');
  return browser.getPerson();
}

async function isAdmin(person: TestPerson): Promise<boolean> {
  return (await person.runCommand<CommandOutput<'get_workspace'>>('get_workspace', {})).admin;
}

test('S33 without the required claim nobody signs in by the provider, and the log has the next step', async () => {
  for (const [groups, words] of [
    [['Chat', 'staff'], 'Its claim groups has other values: add the person at the provider'],
    [undefined, 'The provider sends no claim groups: let it add one to the id token or the userinfo'],
  ] as const) {
    const ann = { ...createPerson(), groups };
    providerServer.profile = ann;
    const before = server.log.length;
    const browser = new TestBrowser(server.url);
    expect(await browser.signIn('sign-in/social', 'oidc')).toBe('/failed?error=provider_claim');
    expect(browser.isSignedIn).toBe(false);
    await expect
      .poll(() => server.log.slice(before))
      .toContain(`groups=chat (OIDC_REQUIRED_CLAIM). ${words}`);
    expect(server.log.slice(before)).not.toContain('staff');
    await signIn({ ...ann, groups: 'chat' });
    await signIn({ ...createPerson(), groups: undefined }, 'github');
  }
});

test('S33 a claim makes a workspace admin, and the first sign-in without it ends that', async () => {
  const ann = createPerson();
  expect(await isAdmin(await signIn(ann))).toBe(false);
  const admin = await signIn({ ...ann, ...ADMIN });
  expect(await isAdmin(admin)).toBe(true);
  await signIn({ ...createPerson(), id: ann.id }, 'github');
  expect(await isAdmin(admin)).toBe(true);
  const { entries } = await admin.runCommand<CommandOutput<'list_audit'>>('list_audit', {});
  expect(entries[0]).toMatchObject({
    action: 'grant_workspace_admin',
    target: { uid: admin.uid },
    reason: 'OIDC_ADMIN_CLAIM',
  });
  expect(await isAdmin(await signIn({ ...ann, realm_access: { roles: ['chat'] } }))).toBe(false);
  expect(await isAdmin(admin)).toBe(false);
});

test('S33 a role that was granted by hand stays, before and after a claim', async () => {
  const [ann, ben] = [createPerson(), createPerson()];
  const first = await signIn(ann);
  await runAdmin(server, ['grant', String(ann['email'])]);
  await signIn({ ...ann, ...ADMIN });
  await signIn(ann);
  expect(await isAdmin(first)).toBe(true);
  const second = await signIn({ ...ben, ...ADMIN });
  await runAdmin(server, ['grant', String(ben['email'])]);
  await signIn(ben);
  expect(await isAdmin(second)).toBe(true);
});

test('S33 a claim that only the userinfo endpoint has counts', async () => {
  const ann = createPerson();
  const person = await signIn({ ...ann, ...ADMIN });
  expect(await isAdmin(person)).toBe(true);
  // The id token then has neither name nor groups.
  const { groups: _, ...bare } = ann;
  providerServer.onceUserinfo(response => {
    response.body = { ...ann, ...ADMIN };
  });
  const again = await signIn(bare);
  expect(await isAdmin(again)).toBe(true);
});
