import { expect, test } from './fixtures.ts';

// Words of Chinese, Japanese or Korean are put together before they are written, and Enter is what ends that.

test('Enter ends a word of an input method, and sends only after it', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Words', 'Put together');
  await ann.composer.focus();
  const devtools = await ann.page.context().newCDPSession(ann.page);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await expect(ann.composer).toHaveValue('にほん');
  // As systems send it: the key that was pressed, with the code of an input method.
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(ann.composer).toHaveValue('日本');
  await expect(ann.articles).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('日本')).toBeVisible();
});

test('an Enter that belongs to an input method does not send, whichever way the browser says so', async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Words', 'Put together');
  await ann.composer.fill('half a word');
  // Safari ends the word first, and says by the key code alone whose key it was.
  for (const said of [{ isComposing: true }, { keyCode: 229 }]) {
    const isLeftAlone = await ann.composer.evaluate(
      (box, said) =>
        box.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...said }),
        ),
      said,
    );
    expect(isLeftAlone, JSON.stringify(said)).toBe(true);
  }
  await expect(ann.composer).toHaveValue('half a word');
  await expect(ann.articles).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('half a word')).toBeVisible();
});

test('Escape that ends a word of an input method does not end the editing around it', async ({ person }) => {
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
