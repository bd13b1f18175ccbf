import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, NARROW, test } from './fixtures.ts';
import type { ChatPage } from './pages/chat-page.ts';
import { SignInPage } from './pages/sign-in-page.ts';

async function expectNoViolations(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
    );
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Opens an overlay by its button, looks at it, and closes it by Escape. */
async function checkOverlay({ page }: ChatPage, button: string, where: string): Promise<void> {
  const overlay = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(overlay).toBeVisible();
  await expectNoViolations(page, `${button}, ${where}`);
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
}

test('axe finds nothing on the sign-in page', async ({ visitor }) => {
  const page = await visitor();
  await new SignInPage(page).open();
  await expectNoViolations(page, 'sign in');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectNoViolations(page, 'sign up, with errors');
});

for (const [where, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', NARROW],
] as const) {
  test(`axe finds nothing in the chat, ${where}`, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await expectNoViolations(ann.page, `no rooms, ${where}`);
    await ann.createRoom('Lounge', 'A place to sit');
    await expectNoViolations(ann.page, `empty room, ${where}`);
    await ann.say('Hello there');
    await expect(ann.article('Hello there').locator('time').first()).toBeAttached();
    await expectNoViolations(ann.page, `room, ${where}`);
    for (const button of ['People', 'Room Information', 'Admin: edit room', 'Ann', 'Delete message']) {
      await checkOverlay(ann, button, where);
    }
    if (where === 'narrow') await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    await expectNoViolations(ann.page, `rooms, ${where}`);
    for (const button of ['Dashboard', 'Create new chat room', 'Join conversation']) {
      await checkOverlay(ann, button, where);
    }
  });
}
