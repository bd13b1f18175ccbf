import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('an admin pins a message, everyone finds it at once, and unpinning removes it', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Pin board', 'Worth keeping');
  await ann.sendMessage('The key is under the mat');
  await ann.sendMessage('Other words');
  await ben.openRoom('Pin board');
  const pinned = { name: 'Pinned messages' };
  const button = ben.page.getByRole('button', pinned);
  await expect(ben.getArticle('The key')).toBeVisible();
  await expect(button, 'hidden without pins').toHaveCount(0);

  const row = ann.getArticle('The key');
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(row.getByText('Pinned')).toBeAttached();
  await expect(ben.getArticle('The key').getByText('Pinned')).toBeAttached();
  await button.click();
  const dialog = ben.page.getByRole('dialog', pinned);
  const entry = dialog.getByRole('article').filter({ hasText: 'The key is under the mat' });
  await expect(entry).toContainText('Pinned by Ann');
  await expect(entry.getByRole('button', { name: 'Unpin' }), 'for admins').toHaveCount(0);
  await expectNoViolations(ben.page, 'pinned messages');
  await entry.getByRole('link', { name: 'Go to message' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ben.getArticle('The key')).toBeInViewport();

  await ann.page.getByRole('button', pinned).click();
  const own = ann.page.getByRole('dialog', pinned);
  await own.getByRole('button', { name: 'Unpin' }).click();
  await expect(own.getByText('Nothing is pinned here')).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('a pin without a connection shows at once, and is stored later', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Train pins', 'For later');
  await ann.sendMessage('Pinned on a train');
  await ben.openRoom('Train pins');
  const row = ann.getArticle('Pinned on a train');
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await expect(ann.page.getByRole('menuitem', { name: 'Pin', exact: true })).toBeVisible();
  await ann.page.context().setOffline(true);
  await ann.page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(row.getByText('Pinned', { exact: true })).toBeAttached();
  await ann.page.context().setOffline(false);
  await expect(ben.getArticle('Pinned on a train').getByText('Pinned', { exact: true })).toBeAttached();
});

test('on a phone, the options of the room lead to its pins and files', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Pocket', 'Small');
  await ann.sendMessage('Short words');
  await ann.page.reload();
  await expect(ann.getArticle('Short words')).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Files', exact: true })).toHaveCount(0);
  await ann.page.getByRole('button', { name: 'Room options' }).click();
  await ann.page.getByRole('menuitem', { name: 'Files' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Files in Pocket' });
  await expect(dialog.getByText('No pictures yet')).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(ann.page.getByRole('button', { name: 'Room options' })).toBeFocused();
});
