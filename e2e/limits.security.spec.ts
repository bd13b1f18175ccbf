import { type CommandOutput, HEART } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { createEmail, expect, PASSWORD, test as plainTest } from './fixtures.ts';
import { startServer } from './server.ts';

const test = plainTest.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  server: async ({}, use) => {
    const server = await startServer({
      SNUG_RATE_LIMITS: 'on',
      SNUG_LIMIT_REACTIONS: '12/60,2',
      SNUG_LIMIT_SENDS: '60/60,3',
    });
    await use(server);
    await server.remove();
  },
});

test('Q4 guessing passwords shows the waiting time in the form', { tag: '@detail' }, async ({
  visitor,
  person,
}) => {
  await person('Ann');
  const signIn = new SignInPage(await visitor({ viewport: NARROW }));
  await signIn.open();
  for (let guess = 0; guess < 5; guess++) {
    await signIn.signIn(createEmail('Ann'), `not the password ${guess}`);
    await expect(signIn.password).toHaveAccessibleDescription(
      "That email and password don't match. Check them and try again.",
    );
    await signIn.password.fill('');
  }
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(signIn.password).toHaveAccessibleDescription(
    /^You're going a bit fast\. Try again in \d+ seconds\.$/,
  );
  await expect(signIn.page.getByText(/going a bit fast/)).toBeInViewport();
  await expect(signIn.password, 'the field with the error has the focus').toBeFocused();
});

test('Q1 a like above the rate limit is stored later, without an error', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Quick', 'Where all is fast');
  await ann.sendMessage('Do you like this?');
  const like = ann.getArticle('Do you like this?').getByRole('button', { name: 'Like' });
  for (const liked of ['true', 'false', 'true']) {
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', liked);
  }
  const { roomId } = ann;
  const readReactions = async () => {
    const page = await sendCommand(server.url, ann.page.context(), 'get_messages', { roomId });
    return (page as CommandOutput<'get_messages'>).messages[0]?.mine;
  };
  await expect.poll(readReactions, { timeout: 90_000 }).toEqual([HEART]);
  await expect(ann.page.getByRole('alert')).toHaveCount(0);
});

test('Q1 messages above the rate limit are sent later, in order, without an error', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Quick', 'Where all is fast');
  await ben.openRoom('Quick');
  const lines = Array.from({ length: 7 }, (_, index) => `Line ${index}`);
  for (const line of lines) await ann.sendMessage(line);
  await expect.poll(() => ben.getShownTexts(lines), { timeout: 30_000 }).toEqual(lines);
  await expect(ann.page.getByText('Not sent')).toHaveCount(0);
  await expect(ann.page.getByRole('alert')).toHaveCount(0);
});
