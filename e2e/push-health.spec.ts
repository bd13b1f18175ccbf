import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { TestPushService } from '@snug/testkit/push-service.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test as plainTest } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import { type Server, startServer } from './server.ts';

const test = plainTest.extend<object, { pushed: { service: TestPushService; server: Server } }>({
  pushed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const service = await TestPushService.start();
      const server = await startServer({ SNUG_OUTBOUND_ALLOW: '127.0.0.1' });
      await use({ service, server });
      await server.remove();
      await service.stop();
    },
    { scope: 'worker' },
  ],

  server: async ({ pushed: { server } }, use) => use(server),
});

test('Health shows what push services accepted and refused', { tag: '@detail' }, async ({
  visitor,
  pushed: { service, server },
}) => {
  const email = createEmail('Mia');
  const page = await visitor();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Mia', email, PASSWORD);
  await expect(page).toHaveURL('/');
  await runAdmin(server, 'grant', email);
  const run = async (command: string, data: object = {}) =>
    expect((await page.request.post(`/api/${command}`, { data })).status()).toBe(200);
  const browser = service.subscribe();
  await run('add_push_device', browser.input);
  await run('test_push');
  await run('test_push');
  browser.isGone = true;
  await run('test_push');
  await page.goto('/admin/health');
  const line = page.getByText(/^Notifications through other services: 2 sent, 1 refused, 0 failed\. Each/);
  await expect(line).toHaveText(/takes [\d.]+ seconds?\.$/);
  await expectAccessible(page, 'the health with pushes');
});
