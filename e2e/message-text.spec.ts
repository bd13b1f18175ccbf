import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

const LONG_LINE = `const answer = ${'f('.repeat(200)}1${')'.repeat(200)};`;

for (const [where, viewport] of SCREENS) {
  test(`code in backticks is formatted as code, and its long lines scroll by keys, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('Code', 'Of all kinds');
    await ann.sendMessage(
      `Call \`https://a.example\`, then:\n\`\`\`\n${LONG_LINE}\n<b>\n\`\`\`\nand https://b.example`,
    );
    const row = ann.getArticle('Call');
    await expect(row.locator('time').first()).toBeAttached();
    await expect(row.locator('p code')).toHaveText('https://a.example');
    await expect(row.locator('p code')).toHaveCSS('font-family', /monospace/);
    await expect(row.getByRole('link')).toHaveText('https://b.example');
    const block = row.getByRole('group', { name: 'Code' });
    await expect(block).toHaveText(`${LONG_LINE}\n<b>\n`);
    await expect(block).toHaveCSS('font-family', /monospace/);
    const height = await block.evaluate(block => block.clientHeight);
    expect(height, 'two lines, none of them empty').toBeLessThan(3 * 20 + 16);
    expect(await ann.messages.evaluate(log => log.scrollWidth - log.clientWidth)).toBe(0);

    await ann.composer.focus();
    await ann.page.keyboard.press('Shift+Tab');
    await ann.page.keyboard.press('Shift+Tab');
    await expect(row, 'one comes to the message first').toBeFocused();
    await ann.page.keyboard.press('Tab');
    await ann.page.keyboard.press('Tab');
    await expect(block).toBeFocused();
    await ann.page.keyboard.press('ArrowRight');
    await expect.poll(() => block.evaluate(block => block.scrollLeft)).toBeGreaterThan(0);

    await ann.sendMessage('Below the code');
    await expect(ann.getArticle('Below the code').locator('time').first()).toBeAttached();
    await ann.page.keyboard.press('Shift+Tab');
    await ann.page.keyboard.press('Shift+Tab');
    await ann.page.keyboard.press('End');
    await expect(ann.getArticle('Below the code')).toBeFocused();
    await ann.page.keyboard.press('Shift+Tab');
    await expect(ann.messages.locator(':focus'), 'code of another message is passed').toHaveCount(0);
    await expect(block, 'and can be come to again').toHaveAttribute('tabindex', '0');

    await ann.sendMessage('```short```');
    const short = ann.getArticle('short').locator('pre');
    await expect(short).toBeVisible();
    await expect(short, 'what does not scroll is no stop').not.toHaveAttribute('tabindex');
  });
}

test('the language of code is next to "Copy code", which copies only the code', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Fences', 'With a language');
  await ann.sendMessage(`\`\`\`TS\n${LONG_LINE}\nlet b;\n\`\`\``);
  const row = ann.getArticle('const answer');
  await expect(row.locator('time').first()).toBeAttached();
  const block = row.getByRole('group', { name: 'Code, ts' });
  await expect(block).toHaveText(`${LONG_LINE}\nlet b;\n`);
  await expect(block, 'a shade where lines are cut off').toHaveAttribute('data-cut', 'end');
  await expect(block).toHaveCSS('mask-image', /gradient/);
  await block.evaluate(block => block.scrollTo(60, 0));
  await expect(block).toHaveAttribute('data-cut', 'both');
  await block.evaluate(block => block.scrollTo(block.scrollWidth, 0));
  await expect(block).toHaveAttribute('data-cut', 'start');
  await row.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Code copied' })).toBeVisible();
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue(`${LONG_LINE}\nlet b;`);
});

test('an unclosed code block is plain text, and a message of a few emoji is large', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Open', 'And large');
  const sizeOf = (text: string) =>
    ann
      .getArticle(text)
      .locator('p[data-words]')
      .evaluate(words => Number.parseFloat(getComputedStyle(words).fontSize));
  for (const text of ['one ` only', '```never closed', '🎉 👍🏽', 'Thanks 🎉']) await ann.sendMessage(text);
  await expect(ann.getArticle('one ` only').locator('code, pre')).toHaveCount(0);
  await expect(ann.getArticle('```never closed').locator('code, pre')).toHaveCount(0);
  expect(await sizeOf('🎉 👍🏽')).toBeGreaterThan(2 * (await sizeOf('Thanks 🎉')));
});
