import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

test.use({ serviceWorkers: 'allow' });

const getField = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const getResults = (page: Page) => page.getByRole('main').getByRole('article');
const getChips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');

test('without the server, the page opens and searches what the browser keeps', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const { roomId } = ann;
  for (const text of [
    'Die Müllabfuhr kommt',
    '我们在北京大学见面',
    'see fooBar_baz',
    'ring +49 (0)170 123-4567',
  ])
    await sendCommand(server.url, page.context(), 'send_message', { roomId, text });
  await expect(ann.getArticle('ring +49')).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => readStoredText(page, 'snug:rooms:2', 'rooms')).toContain('ring +49');
  await server.kill();
  await page.goto('/search?q=mull');
  await expect(getResults(page)).toHaveCount(1);
  await expect(getResults(page).locator('mark')).toHaveText('Müll');
  const note = "You're offline: searching the newest messages kept on this device";
  await expect(page.getByText(note).first()).toBeVisible();
  await expect(page.getByText(/^.*That's 1 room, with messages back to \d\d \w{3} \d{4}\.$/)).toBeVisible();
  await expectNoViolations(page, 'a search without the server');
  for (const [words, mark] of [
    ['北京', '北京'],
    ['bar_b', 'Bar_b'],
    ['0170 1234567', '170 123-4567'],
  ] as const) {
    await getField(page).fill(words);
    await expect(getResults(page).locator('mark')).toHaveText(mark);
  }
  await expect(page.getByRole('option', { name: 'Saved by me (needs a connection)' })).toBeDisabled();
  await getField(page).fill('is:saved ');
  await expect(getChips(page)).toHaveText(['Saved by me']);
  await expect(page.getByText(/“Saved by me” needs a connection/)).toBeVisible();
  await getField(page).press('Backspace');
  await getField(page).fill('mull');
  await getResults(page).getByRole('link', { name: 'Go to message' }).click();
  await expect(ann.getArticle('Die Müllabfuhr kommt')).toBeVisible();
  await page.goBack();
  await expect(getResults(page)).toHaveCount(1);
});
