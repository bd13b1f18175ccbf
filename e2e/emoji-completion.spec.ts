import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a shortcode completes to its emoji, and Escape leaves the text', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Shortcodes', 'With colons');
  const list = ann.page.getByRole('listbox', { name: 'Emoji' });
  // The list loads when the page is idle.
  await expect(async () => {
    await ann.composer.fill('');
    await ann.composer.pressSequentially('Well done :tad');
    await expect(list).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(list.getByRole('option', { selected: true })).toHaveText(/:tada:$/);
  await expectNoViolations(ann.page, 'the list of shortcodes');
  await ann.composer.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(ann.composer, 'Enter accepted and did not send').toHaveValue('Well done 🎉 ');
  await ann.composer.pressSequentially(':heart');
  await expect(list).toBeVisible();
  await ann.composer.press('ArrowDown');
  await ann.composer.press('Tab');
  await expect(ann.composer).toBeFocused();
  await expect(ann.composer).not.toHaveValue(/:/);
  await ann.composer.pressSequentially(':smile');
  await expect(list).toBeVisible();
  await ann.composer.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(ann.composer).toBeFocused();
  await expect(ann.composer).toHaveValue(/ :smile$/);
  await ann.composer.fill('');
  await ann.composer.pressSequentially('At 10:30 :)');
  await expect(list).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('At 10:30 :)')).toBeVisible();
});
