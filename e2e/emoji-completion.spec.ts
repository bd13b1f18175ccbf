import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
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

/** They load when the page is idle. */
async function loadShortcodes({ page, composer }: ChatPage): Promise<void> {
  await expect(async () => {
    await composer.fill('');
    await composer.pressSequentially(':tad');
    await expect(page.getByRole('listbox', { name: 'Emoji' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await composer.fill('');
}

test('a name between colons becomes its emoji while one writes, and undo restores the name', async ({
  person,
}) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Names of emoji', 'Between colons');
  const { composer, page } = ann;
  await loadShortcodes(ann);
  await composer.pressSequentially('Shipped :tada:');
  await expect(composer).toHaveValue('Shipped 🎉');
  await composer.press('ControlOrMeta+z');
  await expect(composer).toHaveValue('Shipped :tada:');
  await composer.pressSequentially(' as text');
  await expect(composer, 'the restored name is not selected').toHaveValue('Shipped :tada: as text');
  await composer.fill('');
  await composer.pressSequentially('完了：rocket：at 10:30:45, `:tada:` :xyzzy: :wave::skin-tone-4:');
  await composer.press('Enter');
  const text = '完了🚀at 10:30:45, :tada: :xyzzy: 👋🏽';
  await expect(ann.getArticle(text)).toBeVisible();
  await composer.press('ArrowUp');
  const edit = ann.messages.getByRole('textbox');
  await edit.press('End');
  await edit.pressSequentially(' and :+1:');
  await expect(edit).toHaveValue(/ and 👍$/);
  await edit.press('Enter');
  await expect(ann.getArticle(`${text} and 👍`)).toBeVisible();
  await page.keyboard.insertText('Dictated :heart:');
  await expect(composer).toHaveValue('Dictated ❤️');
});

test('Enter waits for the emoji of a name, but not long, and not without a connection', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann Alder');
  await ann.createRoom('Slow emoji', 'Over a thin line');
  const { composer, page } = ann;
  const loaded = Promise.withResolvers<void>();
  let isRequested = false;
  await page.route(/\/assets\/parse-emoji-data-[^/]*\.js$/, async route => {
    isRequested = true;
    await loaded.promise;
    await route.continue();
  });
  // Completion loads when the page is idle.
  await expect(async () => {
    await composer.fill('');
    await composer.pressSequentially('Nearly :ta');
    await expect.poll(() => isRequested, { timeout: 2_000 }).toBe(true);
  }).toPass();
  await composer.pressSequentially('da:');
  await composer.press('Enter');
  await expect(composer, 'the message waits').toHaveValue('Nearly :tada:');
  await composer.press('Backspace');
  await expect(ann.getArticle('Nearly :tada:'), 'the next key sends it as typed').toBeVisible();
  await composer.fill('');
  await composer.pressSequentially('Late :tada:');
  await composer.press('Enter');
  await expect(ann.getArticle('Late :tada:'), 'it waits a second').toBeVisible();
  await composer.pressSequentially('Just in time :tada:');
  await composer.press('Enter');
  loaded.resolve();
  await expect(ann.getArticle('Just in time 🎉')).toBeVisible();
  await expect(composer).toHaveValue('');
});
