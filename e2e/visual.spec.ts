import type { Page } from '@playwright/test';
import { svg, textFile } from '@snug/testkit/browser/input-files.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { createDemoConversation } from './demo-conversation.ts';
import { expect, signUp, test } from './fixtures.ts';
import { createScreenshotComparer, VIEWS } from './screenshot-comparer.ts';
import { SCREENSHOT_OPTIONS } from './screenshot-options.ts';

test.use(SCREENSHOT_OPTIONS);

/** Replaces the link by a constant one of the same width, because its port and id are random. */
async function nameSteadyLink(page: Page): Promise<void> {
  await page.getByText(page.url()).evaluate(link => (link.textContent = 'http://localhost:3000/chat/attic'));
}

for (const view of VIEWS) {
  test(`the first screens match their pictures, ${view.where}`, { tag: ['@own-server', '@matrix'] }, async ({
    visitor,
  }) => {
    const page = await visitor(view.device);
    const look = await createScreenshotComparer(page, view);
    await new SignInPage(page).open();
    await look('sign-in');
    await signUp(page, 'Ada Wright', 'ada@snug.example');
    await page.goto('/');
    await page.getByRole('button', { name: 'Create the first room' }).waitFor();
    await look('first-screen');
    await page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toContainText('Description is required');
    await look('new-room', dialog);
  });

  test(`rooms and their dialogs match their pictures, ${view.where}`, {
    tag: ['@own-server', '@matrix'],
  }, async ({ visitor, server }) => {
    const [page, other] = [await visitor(view.device), await visitor()];
    await signUp(page, 'Ada Wright', 'ada@snug.example');
    await signUp(other, 'Ben Okoro', 'ben@snug.example');
    const { garden, attic } = await createDemoConversation(server, {
      ada: page.context(),
      ben: other.context(),
    });
    const look = await createScreenshotComparer(page, view);
    const ada = new ChatPage(page);
    await page.goto(`/chat/${garden}`);
    await expect(page.getByRole('img', { name: 'Online', exact: true })).toHaveCount(2);
    await expect(page.getByRole('img', { name: /^Last online/ })).toHaveCount(2);
    const people = page.getByRole('button', { name: 'People' });
    await expect(people).toHaveAccessibleDescription('1 here now');
    await look('room');

    const own = ada.getArticle('I can, on both days.');
    const sheet = page.getByRole('dialog', { name: /^Ada Wright, / });
    if (view.where === 'wide') await own.hover();
    else await own.tap();
    await look('actions', view.where === 'wide' ? ada.messages : sheet);
    await (view.where === 'wide' ? own : sheet).getByRole('button', { name: 'Delete message' }).click();
    const question = page.getByRole('alertdialog');
    await look('question', question);
    await question.getByRole('button', { name: 'Cancel' }).click();

    await ada.articles.first().getByRole('button', { name: 'Ben' }).click();
    const profile = page.getByRole('dialog', { name: 'Ben profile' });
    await expect(profile).toContainText('Last online');
    await look('profile', profile);
    await page.keyboard.press('Escape');

    const files = new UploadDialog(page);
    await files.open();
    await files.choose(svg('bed.svg'), textFile('beds.txt', 2_048), textFile('all.txt', 5_120_001));
    await expect(files.items).toHaveCount(2);
    await look('upload', files.dialog);
    await page.keyboard.press('Escape');

    await page.goto('/');
    await ada.getRoomLink('Garden').waitFor();
    await look('rooms');
    const dashboard = new DashboardPage(page);
    await dashboard.open();
    await expect(dashboard.sessions).toContainText(['This device']);
    await look('dashboard', dashboard.dialog);
    await page.keyboard.press('Escape');

    await ada.openRoom('Attic');
    await expect(page).toHaveURL(`/chat/${attic}`);
    await expect(people).toHaveAccessibleDescription('1 here now');
    await nameSteadyLink(page);
    await look('empty-room');
    await server.kill();
    await ada.composer.fill('Is anybody there?');
    await ada.send.click();
    await expect(page.getByText('1 message waiting to be sent')).toBeVisible();
    await look('reconnecting');
  });
}
