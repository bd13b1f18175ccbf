import { readFileSync } from 'node:fs';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('people download their data by keyboard', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Garden', 'Green');
  await ann.sendMessage('The roses bloom');
  await expect(ann.getArticle('The roses bloom')).toBeVisible();
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.getButton('Download my data').press('Enter');
  const dialog = ann.page.getByRole('dialog', { name: 'Download my data' });
  await expect(dialog.getByText('About 1 message and 0 files (0 B)')).toBeVisible();
  await expectAccessible(ann.page, 'download data');
  const [download] = await Promise.all([
    ann.page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^snug-data-\d{4}-\d\d-\d\d\.zip$/);
  const archive = readFileSync(await download.path()).toString('latin1');
  expect(archive).toContain('The roses bloom');
  expect(archive).toContain('README.txt');
});
