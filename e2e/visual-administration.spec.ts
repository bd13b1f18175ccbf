import type { Page } from '@playwright/test';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { createDemoAdministration } from './demo-administration.ts';
import { expect, signUp, test } from './fixtures.ts';
import { createScreenshotComparer, VIEWS } from './screenshot-comparer.ts';
import { SCREENSHOT_OPTIONS } from './screenshot-options.ts';

test.use(SCREENSHOT_OPTIONS);

/** Replaces the random link of the dialog by a constant one. */
async function nameSteadyInvitation(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(field).toHaveValue(/\/invite\//);
  await field.evaluate((box: HTMLInputElement) => (box.value = 'http://localhost:3000/invite/demo'));
}

for (const view of VIEWS) {
  test(`invitations, requests and administration match their pictures, ${view.where}`, {
    tag: ['@own-server', '@matrix'],
  }, async ({ visitor, server }) => {
    const [page, ben, cleo] = [await visitor(view.device), await visitor(), await visitor()];
    await signUp(page, 'Ada Wright', 'ada@snug.example');
    await signUp(ben, 'Ben Okoro', 'ben@snug.example');
    await signUp(cleo, 'Cleo Demo', 'cleo@snug.example');
    const { garden } = await createDemoAdministration(server, {
      ada: page.context(),
      ben: ben.context(),
      cleo: cleo.context(),
    });
    const look = await createScreenshotComparer(page, view);
    const ada = new ChatPage(page);
    await page.goto(`/chat/${garden}`);
    await page.getByRole('button', { name: 'Room options' }).click();
    const menu = page.getByRole('menu', { name: 'Room options' });
    await expect(menu.getByRole('menuitem', { name: 'Delete room' })).toBeVisible();
    await look('room-options', menu);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const invitations = page.getByRole('dialog', { name: 'Invite people' });
    await nameSteadyInvitation(page);
    await look('invite', invitations);
    await page.keyboard.press('Escape');
    await expect(invitations).toBeHidden();
    await page.keyboard.press('Escape');

    await page.goto('/');
    await page.getByRole('button', { name: /^Requests/ }).click();
    const requests = page.getByRole('dialog', { name: 'Requests' });
    await expect(requests.getByRole('listitem')).toHaveCount(1);
    await look('requests', requests);
    await page.keyboard.press('Escape');

    await ada.openRoom('Attic');
    const row = ada.getArticle('Buy seeds here');
    if (view.where === 'wide') {
      await row.hover();
      await row.getByRole('button', { name: 'More' }).click();
    } else await row.tap();
    await page.getByRole(view.where === 'wide' ? 'menuitem' : 'button', { name: 'Report' }).click();
    const report = page.getByRole('dialog', { name: 'Report this message?' });
    await look('report', report);
    await page.keyboard.press('Escape');

    await page.goto('/admin');
    await expect(page.getByRole('table').getByRole('link', { name: 'Attic' })).toBeVisible();
    await look('admin-rooms');
    for (const name of ['Reports', 'Audit log']) {
      await page.getByRole('navigation', { name: 'Administration pages' }).getByText(name).click();
      await expect(page.getByRole('table', { name }).locator('time').first()).toBeVisible();
      await page.mouse.move(0, 0);
      await look(`admin-${name.split(' ')[0]?.toLowerCase()}`);
    }
  });
}
