import { expect, test } from './fixtures.ts';

/** `--heart` of the light theme. */
const RED = 'oklch(0.56 0.22 20)';

test('a like shows for everyone, counts each person once, and can be removed', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Likes', 'Hearts here');
  await ben.openRoom('Likes');
  await ann.sendMessage('Do you like this?');
  const [mine, theirs] = [ann, ben].map(who =>
    who.getArticle('Do you like this?').getByRole('button', { name: 'Like' }),
  );
  if (!mine || !theirs) throw new Error('no hearts');

  await theirs.click();
  await expect(theirs).toHaveAttribute('aria-pressed', 'true');
  await expect(mine, 'Ann sees the count, not a like of her own').toHaveAccessibleDescription(/^1 Ann, /);
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await mine.click();
  await expect(theirs).toHaveAccessibleDescription(/^2 Ann, /);
  await expect(mine).toHaveCSS('color', RED);
  await expect(theirs).toHaveCSS('color', RED);

  await ben.page.reload();
  await expect(theirs, 'after a reload').toHaveAttribute('aria-pressed', 'true');
  await theirs.click();
  await mine.click();
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await expect(theirs).toHaveAccessibleDescription(/^Ann, /);
});

test('people delete only their own messages, after a confirmation', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Second thoughts', 'Words can be taken back');
  await ben.openRoom('Second thoughts');
  await ben.sendMessage('Stays');
  await expect(ann.getArticle('Stays')).toBeVisible();
  await ann.sendMessage('Goes');
  await expect(ben.getRoomLink('Second thoughts')).toContainText('Goes');
  await expect(ann.getArticle('Stays').getByRole('button', { name: 'Delete message' })).toHaveCount(0);

  const button = ann.getArticle('Goes').getByRole('button', { name: 'Delete message' });
  const question = ann.page.getByRole('alertdialog', { name: 'Delete this message?' });
  await button.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(button, 'the focus returns to the button that opened the question').toBeFocused();

  await button.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.getByRole('alert').filter({ hasText: 'Message has been deleted' })).toBeVisible();
  for (const who of [ann, ben]) {
    await expect(who.getArticle('Goes')).toHaveCount(0);
    await expect(who.getRoomLink('Second thoughts'), 'the previous message is the last one').toContainText(
      'Stays',
    );
  }
  await ann.page.reload();
  await expect(ann.getArticle('Stays')).toBeVisible();
  await expect(ann.getArticle('Goes')).toHaveCount(0);
});

test('deleting the only message shows the empty room', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Empty again', 'For a moment there was something');
  await ann.sendMessage('Only one');
  await ann.getArticle('Only one').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.getByText('No messages yet', { exact: true })).toBeVisible();
  await expect(ann.getRoomLink('Empty again')).toContainText('No messages yet...');
});

test("likes are below the start of the text, and hovering does not change a row's height", {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Places', 'Of hearts and buttons');
  for (const text of ['First', 'Second', 'Third']) await ann.sendMessage(text);
  const row = ann.getArticle('Second');
  await expect(ann.getArticle('Third').locator('time').first()).toBeAttached();
  const like = row.getByRole('button', { name: 'Like' });
  const boxOf = async (what: typeof row) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('it is not there');
    return box;
  };
  await ann.page.mouse.move(0, 0);
  const before = await boxOf(row);
  await row.hover();
  expect((await boxOf(row)).height, 'hovered').toBe(before.height);
  const text = await boxOf(row.locator('[data-words]'));
  const column = await boxOf(ann.messages);
  const action = await boxOf(like);
  expect(action.x, 'at the end of the text column').toBeGreaterThanOrEqual(text.x + text.width - 152);
  expect(action.x + action.width).toBeLessThan(column.x + column.width - 20);

  await like.hover();
  const tip = () => like.evaluate(button => getComputedStyle(button, '::after').content);
  expect(await tip(), 'the tooltip').toBe('"Like"');
  await like.focus();
  await ann.page.keyboard.press('Enter');
  await expect(like).toHaveAccessibleDescription(/^1 Ann Alder, /);
  await expect(like, 'the focus moves with the button').toBeFocused();
  const [chip, words] = [await boxOf(like), await boxOf(row.locator('[data-words]'))];
  expect(chip.x, 'at the start of the text').toBe(words.x);
  expect(chip.y, 'below the text').toBeGreaterThanOrEqual(words.y + words.height);
  await ann.page.keyboard.press('Enter');
  await expect(like).toHaveAccessibleDescription(/^Ann Alder, /);
  await expect(like).toBeFocused();
  expect((await boxOf(row)).height).toBe(before.height);
});

test('each button of a message names its message, and its accessible name is constant', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Described', 'By who and when');
  await ann.sendMessage('To be described');
  const row = ann.getArticle('To be described');
  await expect(row.locator('time').first()).toBeAttached();
  const name = (await row.getAttribute('aria-label')) ?? '';
  expect(name).toMatch(/^Ann Alder, \d\d:\d\d$/);
  for (const button of ['Ann', 'Like', 'Add reaction', 'More', 'Delete message'])
    await expect(row.getByRole('button', { name: button, exact: true })).toHaveAccessibleDescription(name);
  await expect(row, 'one accessible name').toMatchAriaSnapshot(`
    - article:
      - paragraph:
        - button "Ann"
        - time
  `);
});
