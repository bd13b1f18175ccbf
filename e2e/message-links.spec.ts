import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

const GONE = 'That message is no longer here';

test("a message's link opens its room there, far up in the history", async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Linked', 'Each message has an address');
  const { roomId } = ann;
  const send = (text: string) =>
    sendCommand(server.url, ann.page.context(), 'send_message', { roomId, text });
  await send('The one that is meant');
  const meant = ann.getArticle('The one that is meant');
  await meant.hover();
  await meant.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(ann.page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  // Until then, the menu that closes would take the focus from the composer.
  await expect(meant).toBeFocused();
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue(new RegExp(`^${server.url}/chat/${roomId}\\?at=`));
  const link = await ann.composer.inputValue();
  for (let line = 2; line <= 60; line++) await send(`Line ${line}.`);

  const ben = await person('Ben', { viewport: NARROW });
  await ben.page.emulateMedia({ reducedMotion: 'no-preference' });
  await ben.page.goto(link);
  const row = ben.getArticle('The one that is meant');
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(row, 'the linked message has the focus').toBeFocused();
  await expect(row).not.toHaveCSS('animation-name', 'none');
  await expect(row, 'for a moment').toHaveCSS('animation-name', 'none');
  await expect(ben.jump).toBeVisible();
  await ben.jump.click();
  await expect(ben.getArticle('Line 60.')).toBeInViewport();
  expect(ben.page.url(), 'loaded anew, it shows what is shown now').toBe(link.split('?')[0]);
  await ben.page.goBack();
  await ben.page.goForward();
  await expect(ben.getArticle('Line 60.')).toBeInViewport();
});

test('a link to a deleted or unknown message opens the room at its end with a notice', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Gone', 'One is missing');
  const { roomId } = ann;
  const command = (name: string, input: object) => sendCommand(server.url, ann.page.context(), name, input);
  const { message } = (await command('send_message', { roomId, text: 'Short-lived' })) as {
    message: { id: string };
  };
  for (let line = 1; line <= 40; line++) await command('send_message', { roomId, text: `Line ${line}.` });
  await command('delete_message', { roomId, messageId: message.id });
  for (const id of [message.id, roomId, 'nonsense']) {
    await ann.page.goto(`/chat/${roomId}?at=${id}`);
    await expect(ann.page.getByRole('status').filter({ hasText: GONE })).toBeVisible();
    await expect(ann.getArticle('Line 40.')).toBeInViewport();
    await expect(ann.jump).toHaveCount(0);
    expect(ann.page.url()).not.toContain('?at=');
  }
});

test('a message link works after signing in', { tag: '@detail' }, async ({ person, visitor, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Behind a door', 'For those who are signed in');
  const { roomId } = ann;
  const command = (name: string, input: object) => sendCommand(server.url, ann.page.context(), name, input);
  const { message } = (await command('send_message', { roomId, text: 'Behind the door' })) as {
    message: { id: string };
  };
  for (let line = 1; line <= 40; line++) await command('send_message', { roomId, text: `Line ${line}.` });
  const page = await visitor();
  await page.goto(`/chat/${roomId}?at=${message.id}`);
  // A signed-out person with a link to a room sees the sign-up form first.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await new SignInPage(page).heading.waitFor();
  await new SignInPage(page).signIn(createEmail('Ann'), PASSWORD);
  await expect(page.getByRole('article').filter({ hasText: 'Behind the door' })).toBeInViewport();
});
