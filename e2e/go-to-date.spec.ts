import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const DAY_MS = 24 * 60 * 60_000;

test('a date leads to the first message of its day', { tag: '@detail' }, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Days', 'One after another');
  for (let line = 1; line <= 60; line++)
    await sendCommand(server.url, page.context(), 'send_message', {
      roomId: ann.roomId,
      text: `Line ${line}.`,
    });
  await page.reload();
  await expect(ann.getArticle('Line 60.')).toBeInViewport();
  const dialog = page.getByRole('dialog', { name: 'Go to date' });
  const field = dialog.getByLabel('Date');

  await page
    .getByRole('heading', { level: 2, name: /^Today/ })
    .getByRole('button')
    .click();
  await expect(field).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  const today = await field.inputValue();
  await field.fill('2999-01-01');
  await dialog.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(dialog.getByText('No messages on that day or later')).toBeVisible();
  await expectNoViolations(page, 'go to date');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await ann.composer.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(ann.getArticle('Line 60.')).toBeFocused();
  await page.keyboard.press('g');
  await field.fill(today);
  await field.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(ann.getArticle('Line 1.')).toBeInViewport();
  await expect(ann.getArticle('Line 1.'), 'the message has the focus').toBeFocused();
});

test('dialogs with a date begin at the time when they open, also after midnight', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  // The page keeps the clock that it finds when it loads.
  await page.clock.install();
  await page.reload();
  await ann.createRoom('Nights', 'Long ones');
  await ann.sendMessage('Still up?');
  await expect(ann.getArticle('Still up?').locator('time').first()).toBeAttached();
  const openDate = () => ann.messages.getByRole('heading').getByRole('button').click();
  const field = page.getByRole('dialog', { name: 'Go to date' }).getByLabel('Date');
  await openDate();
  await expect(field).toHaveAttribute('max', /^\d{4}-\d\d-\d\d$/);
  const today = await field.getAttribute('max');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + DAY_MS);
  await openDate();
  await expect(field).toHaveAttribute('max', /^\d{4}-\d\d-\d\d$/);
  expect(await field.getAttribute('max'), 'the next day').not.toBe(today);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);

  await ann.getArticle('Still up?').hover();
  await ann.getArticle('Still up?').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  const remind = page.getByRole('button', { name: 'Remind me' });
  const time = page.getByRole('dialog', { name: 'Remind me' }).getByLabel('Date and time');
  await remind.click();
  await expect(time).toHaveValue(/T/);
  const before = await time.inputValue();
  await page.keyboard.press('Escape');
  await expect(time).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 2 * DAY_MS);
  await remind.click();
  await expect(time).toHaveValue(/T/);
  expect(await time.inputValue(), 'the proposed time').not.toBe(before);
});

test('the date pill is 44 px high for a finger, looks as before, and opens "Go to date"', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  await ann.createRoom('Pills', 'For fingers');
  await ann.composer.fill('A message');
  await ann.send.tap();
  const pill = ann.messages.getByRole('heading');
  const button = pill.getByRole('button');
  await expect(button).toBeVisible();
  const [look, target] = [await pill.boundingBox(), await button.boundingBox()];
  expect(target?.height).toBeGreaterThanOrEqual(44);
  expect(look?.height).toBeLessThan(30);
  // At the upper edge of the target, above the pill.
  await ann.page.touchscreen.tap((target?.x ?? 0) + 20, (target?.y ?? 0) + 2);
  await expect(ann.page.getByRole('dialog', { name: 'Go to date' })).toBeVisible();
});
