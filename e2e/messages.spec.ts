import { expect, test } from './fixtures.ts';
import { NARROW } from './viewports.ts';

/** `--heart` of the light theme. */
const RED = 'oklch(0.56 0.22 20)';

test('a like shows for everyone, counts each person once, and can be taken back', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Likes', 'Hearts here');
  await ben.openRoom('Likes');
  await ann.say('Do you like this?');
  const [mine, theirs] = [ann, ben].map(who =>
    who.article('Do you like this?').getByRole('button', { name: 'Like' }),
  );
  if (!mine || !theirs) throw new Error('no hearts');

  await theirs.click();
  await expect(theirs).toHaveAttribute('aria-pressed', 'true');
  await expect(mine, 'Ann sees the count, not a like of her own').toHaveAccessibleDescription('1');
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await mine.click();
  await expect(theirs).toHaveAccessibleDescription('2');
  await expect(mine).toHaveCSS('color', RED);
  await expect(theirs).toHaveCSS('color', RED);

  await ben.page.reload();
  await expect(theirs, 'and after a reload').toHaveAttribute('aria-pressed', 'true');
  await theirs.click();
  await mine.click();
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await expect(theirs).not.toHaveAccessibleDescription(/\d/);
});

test('one deletes only what one wrote oneself, after a question', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Second thoughts', 'Words can be taken back');
  await ben.openRoom('Second thoughts');
  await ben.say('Stays');
  await expect(ann.article('Stays')).toBeVisible();
  await ann.say('Goes');
  await expect(ben.room('Second thoughts')).toContainText('Goes');
  await expect(ann.article('Stays').getByRole('button', { name: 'Delete message' })).toHaveCount(0);

  const button = ann.article('Goes').getByRole('button', { name: 'Delete message' });
  const question = ann.page.getByRole('alertdialog', { name: 'Delete this message?' });
  await button.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(button, 'focus returns to where the question came from').toBeFocused();

  await button.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.getByRole('alert').filter({ hasText: 'Message has been deleted' })).toBeVisible();
  for (const who of [ann, ben]) {
    await expect(who.article('Goes')).toHaveCount(0);
    await expect(who.room('Second thoughts'), 'the message before is the last one now').toContainText(
      'Stays',
    );
  }
  await ann.page.reload();
  await expect(ann.article('Stays')).toBeVisible();
  await expect(ann.article('Goes')).toHaveCount(0);
});

test('where the only message is deleted, nothing has been said yet', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Empty again', 'For a moment there was something');
  await ann.say('Only one');
  await ann.article('Only one').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.getByText('No messages yet', { exact: true })).toBeVisible();
  await expect(ann.room('Empty again')).toContainText('No messages yet...');
});

test('on a phone a long press shows what can be done with a message', async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  await ann.createRoom('Pocket', 'Fits in a hand');
  await ann.composer.fill('Hold me');
  await ann.send.tap();
  const row = ann.article('Hold me');
  const like = row.getByRole('button', { name: 'Like' });
  await expect(row.locator('time').first()).toBeAttached();
  await expect(like).toBeHidden();
  await row.dispatchEvent('contextmenu');
  await like.tap();
  await expect(like).toHaveAccessibleDescription('1');
  await ann.composer.tap();
  await expect(row.getByRole('button', { name: 'Delete message' })).toBeHidden();
  await expect(like, 'a like with a count stays').toBeVisible();
});
