import type { Locator } from '@playwright/test';
import { HEART } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };

function getChip({ page }: ChatPage, text: string, name: RegExp | string): Locator {
  return page.getByRole('article').filter({ hasText: text }).getByRole('button', { name });
}

function getPicker({ page }: ChatPage): Locator {
  return page.getByRole('dialog', { name: 'Emoji' });
}

test('people react with any emoji from the picker, see who did, and remove it again', {
  tag: '@journey',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Reactions', 'Any emoji');
  await ben.openRoom('Reactions');
  await ann.sendMessage('The cake is ready');
  const article = ben.getArticle('The cake is ready');
  await article.hover();
  await article.getByRole('button', { name: 'Add reaction' }).click();
  const picker = getPicker(ben);
  await expect(picker.getByRole('searchbox', { name: 'Find an emoji' })).toBeFocused();
  await expect(picker.getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible();
  await expectNoViolations(ben.page, 'reactions');
  await ben.page.keyboard.type('birthday');
  await picker.getByRole('gridcell', { name: 'birthday cake' }).click();
  await expect(picker).toHaveCount(0);

  const [theirs, mine] = [ben, ann].map(who => getChip(who, 'The cake', 'birthday cake, 1 person'));
  if (!theirs || !mine) throw new Error('no chips');
  await expect(theirs).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await mine.hover();
  await expect(ann.page.getByRole('tooltip')).toContainText('Ben Birch');
  await mine.click();
  await expect(getChip(ben, 'The cake', 'birthday cake, 2 people')).toBeVisible();
  await expectNoViolations(ben.page, 'reactions');
  await getChip(ann, 'The cake', 'birthday cake, 2 people').click();
  await theirs.click();
  await expect(theirs).toHaveCount(0);
  await expect(mine).toHaveCount(0);
});

test('the picker closes when its message is deleted, and the focus stays in the list', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Regrets', 'Second thoughts');
  await ann.sendMessage('Stays');
  await ann.sendMessage('Goes');
  await ben.openRoom('Regrets');
  const article = ben.getArticle('Goes');
  await article.hover();
  await article.getByRole('button', { name: 'Add reaction' }).click();
  await expect(getPicker(ben).getByRole('searchbox', { name: 'Find an emoji' })).toBeFocused();
  await ann.getArticle('Goes').hover();
  await ann.getArticle('Goes').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(article).toHaveCount(0);
  await expect(getPicker(ben)).toHaveCount(0);
  await expect(ben.messages.locator(':focus').or(ben.page.locator('[role="log"]:focus'))).toHaveCount(1);
});

test('reactions work by keyboard alone', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Keys', 'No mouse');
  await ann.sendMessage('Press a key');
  const article = ann.getArticle('Press a key');
  await expect(article.locator('time').first()).toBeAttached();
  await ann.composer.press('Shift+Tab');
  await ann.page.keyboard.press('Shift+Tab');
  await ann.page.keyboard.press('Shift+Tab');
  await article.focus();
  await ann.page.keyboard.press('ArrowUp');
  await ann.page.keyboard.press('a');
  const picker = getPicker(ann);
  const field = picker.getByRole('searchbox');
  await expect(field).toBeFocused();
  await expect(picker.getByRole('gridcell').first()).toBeVisible();
  await ann.page.keyboard.press('ArrowDown');
  await ann.page.keyboard.press('ArrowRight');
  await ann.page.keyboard.press('ArrowDown');
  await ann.page.keyboard.press('ArrowLeft');
  await expect(picker.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await ann.page.keyboard.type('party pop');
  await expect(picker.getByRole('gridcell', { selected: true })).toHaveAccessibleName('party popper');
  await ann.page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  const chip = getChip(ann, 'Press a key', 'party popper, 1 person');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await chip.focus();
  await ann.page.keyboard.press('Enter');
  await expect(chip).toHaveCount(0);
  await expect(article, 'the focus stays in the row').toBeFocused();
});

test('a long press on a reaction shows who reacted, and the sheet of a row starts with recent emoji', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann Alder', PHONE);
  await ann.createRoom('Touch', 'Fingers');
  await ann.composer.fill('Tap me');
  await ann.send.tap();
  const article = ann.articles.first();
  await expect(article.locator('time').first()).toBeAttached();
  await article.tap();
  const sheet = ann.page.getByRole('dialog', { name: /^Ann Alder, / });
  await sheet.getByRole('button', { name: 'party popper' }).tap();
  const chip = getChip(ann, 'Tap me', 'party popper, 1 person');
  await expect(chip).toBeVisible();
  await article.tap();
  await sheet.getByRole('button', { name: 'Add reaction' }).tap();
  const picker = getPicker(ann);
  await expect(picker.getByRole('gridcell', { name: 'party popper' }).first(), 'recent first').toBeVisible();
  await expectNoViolations(ann.page, 'the picker as a sheet');
  await picker.getByRole('button', { name: 'Skin tone' }).tap();
  await picker.getByRole('radio', { name: 'Dark', exact: true }).check({ force: true });
  await picker.getByRole('searchbox').fill('thumbs up');
  await picker.getByRole('gridcell', { name: 'thumbs up' }).tap();
  await expect(getChip(ann, 'Tap me', 'thumbs up, 1 person')).toHaveText('👍🏿1');
});

test('a count never moves another chip, and more than two lines of chips fold', {
  tag: '@detail',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Many', 'Of all kinds');
  await ann.sendMessage('React to me');
  const article = ann.getArticle('React to me');
  await expect(article.locator('time').first()).toBeAttached();
  const messageId = (await article.getAttribute('id')) ?? '';
  const react = (who: ChatPage, emoji: string) =>
    sendCommand(server.url, who.page.context(), 'set_reaction', {
      roomId: ann.roomId,
      messageId,
      emoji,
      on: true,
    });
  const emoji = Array.from({ length: 12 }, (_, index) => String.fromCodePoint(0x1f600 + index));
  for (const one of [...emoji, HEART]) await react(ann, one);
  const chips = article.locator('[data-chip]');
  await expect(chips).toHaveCount(13);
  await expect(chips.first(), 'the heart comes first').toHaveAccessibleName('Like');
  const boxes = () => chips.evaluateAll(chips => chips.map(chip => chip.getBoundingClientRect().toJSON()));
  const before = await boxes();
  await react(ben, emoji[3] ?? '');
  await expect(chips.nth(4)).toHaveText(/2$/);
  expect(await boxes()).toEqual(before);

  await ann.page.setViewportSize({ width: 320, height: 700 });
  const more = article.getByRole('button', { name: /^Show \d+ more reactions$/ });
  await expect(more).toBeVisible();
  const lines = async () => new Set((await boxes()).map(({ y }) => y)).size;
  expect(await lines()).toBe(2);
  await more.click();
  await expect(chips).toHaveCount(13);
  expect(await lines()).toBeGreaterThan(2);
});

for (const locale of ['en-XA', 'ar-XB'])
  test(`the picker and the chips fit in ${locale}`, { tag: '@matrix' }, async ({ person, visitor }) => {
    const ann = await person('Ann Alder');
    await ann.createRoom('Longer', 'Words');
    await ann.sendMessage('Hello');
    await expect(ann.articles.locator('time').first()).toBeAttached();
    const page = await visitor({ locale });
    await page.context().addCookies(await ann.page.context().cookies());
    await page.goto(ann.page.url());
    await page.locator('[aria-keyshortcuts="A"]').press('Enter');
    const picker = page.getByRole('dialog');
    await expect(picker.getByRole('gridcell').first()).toBeVisible();
    expect(await picker.evaluate(picker => picker.scrollWidth > picker.clientWidth)).toBe(false);
    await expectNoViolations(page, `the picker in ${locale}`);
    await picker.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
    await expect(page.locator('[data-chip]')).toHaveAttribute('aria-pressed', 'true');
    await page.locator('[aria-keyshortcuts="L"]').press('Enter');
    await expect(page.locator('[data-chip][aria-pressed="true"]')).toHaveCount(2);
    await expectNoViolations(page, `the chips in ${locale}`);
  });
