import { expect, test } from './fixtures.ts';

test('marks format a message, named links show their host, and code is highlighted', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Formats', 'Of all kinds');
  await ann.sendMessage(
    '**bold** _italic_ ~~gone~~ [the docs](https://docs.example/a) [bank.example](https://evil.example)',
  );
  const row = ann.getArticle('italic');
  await expect(row.locator('time').first()).toBeAttached();
  await expect(row.locator('strong')).toHaveText('bold');
  await expect(row.locator('em')).toHaveText('italic');
  await expect(row.locator('s')).toHaveText('gone');

  const docs = row.getByRole('link', { name: 'the docs' });
  await expect(docs).toHaveAttribute('href', 'https://docs.example/a');
  await expect(docs).toHaveAccessibleDescription('docs.example');
  await expect(docs).toHaveAttribute('title', 'docs.example');
  await ann.composer.focus();
  await docs.focus();
  await ann.page.keyboard.press('Shift');
  const shownHost = (link: typeof docs) => link.evaluate(link => getComputedStyle(link, '::after').content);
  expect(await shownHost(docs)).toBe('"docs.example"');
  const misleading = row.getByRole('link', { name: 'bank.example' });
  expect(await shownHost(misleading), 'always, because the text looks like an address').toBe(
    '" [evil.example]"',
  );

  await ann.sendMessage('> quoted\n\n1. one\n2. two\n  - deeper\n\n```js\nconst a = "b";\n```');
  const blocks = ann.getArticle('quoted');
  await expect(blocks.getByRole('blockquote')).toHaveText('quoted\n');
  await expect(blocks.getByRole('listitem')).toHaveCount(3);
  await expect(blocks.locator('pre span').filter({ hasText: 'const' })).toHaveCount(1);
  await expect(blocks.locator('pre')).toHaveText('const a = "b";\n', { useInnerText: false });
});

test('the copy of a formatted message has its lists and quotes as typed', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Copies', 'Of formatted text');
  await ann.sendMessage('Do:\n- **one**\n- two\n\n> said\nend');
  const row = ann.getArticle('said');
  await expect(row.locator('time').first()).toBeAttached();
  await ann.composer.blur();
  // Copying and pasting with marks load when the page is idle.
  await expect(async () => {
    await row.locator('[data-words]').evaluate(words => getSelection()?.selectAllChildren(words));
    await ann.page.keyboard.press('ControlOrMeta+c');
    await ann.composer.fill('');
    await ann.composer.press('ControlOrMeta+v');
    await expect(ann.composer).toHaveValue('Do:\n- **one**\n- two\n\n> said\nend', { timeout: 1_000 });
  }).toPass();
});

test('a render between a typed letter and its event keeps the letter', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Busy', 'Where much happens while a person types');
  await ann.composer.pressSequentially('T');
  await expect
    .poll(() => ann.page.evaluate(() => Object.values(localStorage)), 'the draft is kept')
    .toContain('T');
  // A change of the draft in another tab renders the field.
  await ann.composer.evaluate(box => {
    const { value } = box as HTMLTextAreaElement;
    const key = Object.keys(localStorage).find(key => localStorage[key] === value);
    if (!key) throw new Error('The browser keeps no draft.');
    const change = new StorageEvent('storage', { key, oldValue: value, newValue: value });
    box.addEventListener('input', () => window.dispatchEvent(change), { once: true, capture: true });
  });
  await ann.composer.pressSequentially('yped');
  await expect(ann.composer).toHaveValue('Typed');
});
