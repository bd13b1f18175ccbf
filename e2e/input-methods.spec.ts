import { expect, test } from './fixtures.ts';

// Input methods for Chinese, Japanese and Korean compose text; Enter ends the composition.

test('Enter ends a composition, and only the next Enter sends', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Words', 'Put together');
  await ann.composer.focus();
  const devtools = await ann.page.context().newCDPSession(ann.page);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await expect(ann.composer).toHaveValue('にほん');
  // The system's event: the pressed key, with the key code of an input method.
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(ann.composer).toHaveValue('日本');
  await expect(ann.articles).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('日本')).toBeVisible();
});

test('an Enter of an input method does not send, by `isComposing` or by key code', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Words', 'Put together');
  await ann.composer.fill('half a word');
  // Safari ends the composition first: then only the key code reveals the input method.
  for (const composition of [{ isComposing: true }, { keyCode: 229 }]) {
    const isLeftAlone = await ann.composer.evaluate(
      (box, composition) =>
        box.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composition }),
        ),
      composition,
    );
    expect(isLeftAlone, JSON.stringify(composition)).toBe(true);
  }
  await expect(ann.composer).toHaveValue('half a word');
  await expect(ann.articles).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('half a word')).toBeVisible();
});

test('Escape ends a composition, not the editing', { tag: '@detail' }, async ({ person }) => {
  const { page } = await person('Ann');
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Edit nickname' }).click();
  const nickname = page.getByRole('textbox', { name: 'Nickname' });
  await nickname.fill('Anna');
  await nickname.evaluate(box =>
    box.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, isComposing: true }),
    ),
  );
  await expect(nickname).toBeEditable();
  await expect(nickname).toHaveValue('Anna');
  await page.keyboard.press('Escape');
  await expect(nickname).toHaveValue('Ann');
});
