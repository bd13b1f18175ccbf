import type { Locator, Page } from '@playwright/test';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** The tools load when the page is idle, and then the shortcuts work. */
async function typeAndSelect(composer: Locator, text: string): Promise<void> {
  await composer.fill(text);
  await composer.selectText();
}

async function loadTools(page: Page, composer: Locator): Promise<Locator> {
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(async () => {
    await typeAndSelect(composer, 'text');
    await expect(toolbar).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return toolbar;
}

/** As programs put it into the clipboard. */
async function paste(composer: Locator, data: Record<string, string>): Promise<void> {
  await composer.evaluate((box: HTMLTextAreaElement, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    box.focus();
    // The browser inserts the plain text of a real paste only.
    if (box.dispatchEvent(event)) document.execCommand('insertText', false, data['text/plain'] ?? '');
  }, data);
}

test('selected text gets marks by mouse and keys, undo restores it, and pasted formatting becomes marks', async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Formatting', 'While writing');
  const { page, composer } = ann;
  const toolbar = await loadTools(page, composer);
  await expectNoViolations(page, 'the formatting toolbar');

  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(composer).toHaveValue('**text**');
  await expect(composer).toBeFocused();
  await composer.press('ControlOrMeta+i');
  await expect(composer).toHaveValue('_**text**_');
  await composer.press('ControlOrMeta+b');
  await expect(composer).toHaveValue('_text_');
  for (const value of ['_**text**_', '**text**', 'text']) {
    await composer.press('ControlOrMeta+z');
    await expect(composer).toHaveValue(value);
  }

  await typeAndSelect(composer, 'one\nשתיים');
  await composer.press('ControlOrMeta+Shift+8');
  await expect(composer).toHaveValue('- one\n- שתיים');
  await composer.press('ControlOrMeta+Shift+8');
  await composer.press('ControlOrMeta+e');
  await expect(composer).toHaveValue('```\none\nשתיים\n```');
  await composer.press('ControlOrMeta+z');
  await expect(composer, 'one step').toHaveValue('one\nשתיים');

  await typeAndSelect(composer, 'docs');
  await composer.press('ControlOrMeta+k');
  await page.keyboard.insertText('https://a.example');
  await expect(composer).toHaveValue('[docs](https://a.example)');
  await composer.press('End');
  await expect(toolbar).toHaveCount(0);

  await composer.fill('');
  const html =
    '<p>Dear <b>all</b>,</p><script>alert(1)</script><img src=x onerror=alert(1)><ul><li><input type=checkbox checked> one <img alt=":tada:"></li></ul>';
  await paste(composer, {
    'text/html': `<style>p{}</style>${html}<p style="color:red">end</p>`,
    'text/plain': 'Dear',
  });
  await expect(composer).toHaveValue('Dear **all**,\n\n- [x] one 🎉\n\nend');
  await composer.press('Enter');
  await expect(ann.getArticle('Dear').locator('strong')).toHaveText('all');
});

test('the toolbar is one stop for the keyboard, and Escape returns to the text', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Toolbar keys', 'Arrows');
  const { page, composer } = ann;
  const toolbar = await loadTools(page, composer);
  await composer.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(toolbar.getByRole('button', { name: 'Link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(composer).toBeFocused();
  await composer.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'Link' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(composer).toHaveValue('**text**');
  await expect(composer).toBeFocused();
});

test('"Format" opens the toolbar on a touch screen', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  await ann.createRoom('Touch', 'Fingers');
  const { page, composer } = ann;
  await composer.fill('text');
  const format = page.getByRole('button', { name: 'Format', exact: true });
  await format.tap();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(toolbar).toBeVisible();
  await expectNoViolations(page, 'the formatting toolbar on a touch screen');
  await composer.selectText();
  await toolbar.getByRole('button', { name: 'Strikethrough' }).tap();
  await expect(composer).toHaveValue('~~text~~');
  await composer.fill('');
  await expect(format).toHaveCount(0);
  await expect(toolbar).toHaveCount(0);
});

test('a long paste can become a file, and the text stays until then', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Long pastes', 'Logs');
  const { page, composer } = ann;
  await loadTools(page, composer);
  const offer = page.getByRole('button', { name: 'Send as a file' });
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
  await composer.fill('');
  await paste(composer, { 'text/plain': lines(20) });
  await expect(composer).toHaveValue(lines(20));
  await expect(offer).toHaveCount(0);
  await composer.fill('See this: ');
  await composer.press('End');
  await paste(composer, { 'text/plain': lines(21) });
  await expect(composer).toHaveValue(`See this: ${lines(21)}`);
  await expect(page.getByText('21 lines pasted')).toBeVisible();
  await expectNoViolations(page, 'the offer to send a file');
  await offer.click();
  await expect(composer).toHaveValue('See this: ');
  await expect(offer).toHaveCount(0);
  await expect(ann.getArticle('Pasted text.txt').locator('time').first()).toBeAttached();
});

test('a pasted address makes a link of the selected text; in code and with Shift, text stays plain', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Pastes', 'Of addresses');
  const { page, composer } = ann;
  await loadTools(page, composer);
  await paste(composer, { 'text/plain': 'https://a.example/b' });
  await expect(composer).toHaveValue('[text](https://a.example/b)');
  await composer.fill('```\n');
  await composer.press('End');
  await paste(composer, { 'text/plain': 'bold', 'text/html': '<b>bold</b>' });
  await expect(composer).toHaveValue('```\nbold');
});

test('Ctrl+V pastes formatting as marks, and Ctrl+Shift+V plain text', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Clipboard', 'A real one');
  const { page, composer } = ann;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await loadTools(page, composer);
  await page.evaluate(async () => {
    const data = { 'text/html': '<p>Dear <b>all</b></p>', 'text/plain': 'Dear all' };
    const blobs = Object.entries(data).map(([type, text]) => [type, new Blob([text], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  });
  await composer.fill('');
  await composer.press('ControlOrMeta+v');
  await expect(composer).toHaveValue('Dear **all**');
  await composer.fill('');
  await composer.press('ControlOrMeta+Shift+v');
  await expect(composer).toHaveValue('Dear all');
});

test('a paste keeps emoji, addresses and every word', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Pastes of other programs', 'Complete');
  const { page, composer } = ann;
  await loadTools(page, composer);
  const pasteHtml = async (html: string, plain: string) => {
    await composer.fill('');
    await paste(composer, { 'text/html': html, 'text/plain': plain });
  };
  const emoji = '<img alt=":white_check_mark:"> <img alt=":party-parrot:"> <img alt="👨‍👩‍👧‍👦"> :tada:';
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/assets\/parse-emoji-data-[^/]*\.js$/, async route => {
    await loaded.promise;
    await route.continue();
  });
  await pasteHtml(`<b>Release</b> ${emoji}`, 'Release :white_check_mark: :party-parrot: 👨‍👩‍👧‍👦 :tada:');
  await expect(composer).toHaveValue('**Release** :white_check_mark: :party-parrot: 👨‍👩‍👧‍👦 :tada:');
  loaded.resolve();
  await expect(composer, 'when the names have loaded').toHaveValue(
    '**Release** ✅ :party-parrot: 👨‍👩‍👧‍👦 :tada:',
  );
  await pasteHtml('all <img alt=":tada:">', 'all :tada:');
  await expect(composer).toHaveValue('all 🎉');

  await pasteHtml('<b>Only</b> this<svg><text>lost</text></svg>', 'Only this, not lost');
  await expect(composer, 'the plain text has more words').toHaveValue('Only this, not lost');

  await pasteHtml('see <a href="https://a.example/x">array[0</a> <b>now</b>', 'see array[0 now');
  await composer.press('Enter');
  await expect(ann.getArticle('see array[0').getByRole('link')).toHaveAttribute(
    'href',
    'https://a.example/x',
  );
});

test('line breaks of slides and colours of a terminal are clean after a paste', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Slides', 'From elsewhere');
  const { page, composer } = ann;
  await loadTools(page, composer);
  await composer.fill('Before: ');
  await paste(composer, { 'text/plain': 'Slide title\u000bSlide \u001b[31mred\u001b[0m\u2028end ' });
  await expect(composer).toHaveValue('Before: Slide title\nSlide red\nend ');
  await composer.press('Control+z');
  await expect(composer).toHaveValue('Before: ');
  await paste(composer, { 'text/plain': '  plain\r\nlines' });
  await expect(composer).toHaveValue('Before:   plain\nlines');
});

test('a text that is too long can become a file, as a paste or as a whole, and a file can be the answer', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Too long', 'For a message');
  const { page, composer } = ann;
  await ann.sendMessage('Send me the log');
  await loadTools(page, composer);
  const offer = page.getByRole('button', { name: 'Send as a file' });
  const json = JSON.stringify({ log: 'x'.repeat(15_408) });
  await composer.fill('See this: ');
  await composer.press('End');
  await paste(composer, { 'text/plain': json });
  await expect(page.getByText('15,418 characters', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'the offer for one long line');
  await offer.click();
  await expect(composer, 'the other words stay').toHaveValue('See this: ');
  await expect(ann.getArticle('Pasted text.txt').locator('time').first()).toBeAttached();

  const source = ann.articles.first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  const words = 'word '.repeat(2_100);
  await composer.fill(words);
  await expect(page.getByText('10,500 characters', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('10,500 characters', { exact: true }), 'the draft has an offer').toBeVisible();
  await offer.click();
  await expect(composer).toHaveValue('');
  await expect(offer).toHaveCount(0);
  const file = ann.getArticle('Message.txt');
  await expect(file.locator('time').first()).toBeAttached();
  await expect(file.getByRole('button', { name: 'Answers Ann Send me the log' })).toBeVisible();
  await expect(page.getByText('Replying to Ann')).toHaveCount(0);
  await composer.fill('word '.repeat(1_900));
  await expect(offer).toHaveCount(0);
});

test('an edit has the formatting of the composer, and pasted links stay links', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Editing', 'With all tools');
  const { page, composer } = ann;
  await ann.sendMessage('read the docs');
  await expect(ann.getArticle('read the docs')).toBeVisible();
  await composer.press('ArrowUp');
  const field = page.getByRole('textbox', { name: 'Text of the message' });
  const toolbar = await loadTools(page, field);
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(field).toHaveValue('**text**');
  await field.press('ControlOrMeta+b');
  await field.press('ControlOrMeta+k');
  await expect(field, 'no dialog over the edit').toBeFocused();
  await page.keyboard.insertText('https://a.example');
  await expect(field).toHaveValue('[text](https://a.example)');

  await field.selectText();
  await paste(field, {
    'text/html': 'see <a href="https://b.example/x">docs</a> and <b>bold</b>',
    'text/plain': 'see',
  });
  await expect(field).toHaveValue('see [docs](https://b.example/x) and **bold**');
  await field.press('ControlOrMeta+z');
  await expect(field).toHaveValue('[text](https://a.example)');
  await field.press('ControlOrMeta+Shift+z');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(composer).toBeFocused();
  const link = ann.getArticle('docs').getByRole('link', { name: 'docs' });
  await expect(link).toHaveAttribute('href', 'https://b.example/x');
  await expect(ann.getArticle('docs').locator('strong')).toHaveText('bold');
});

test('a long paste into an edit offers no file', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Editing', 'A log');
  await ann.sendMessage('short');
  await expect(ann.getArticle('short')).toBeVisible();
  await ann.composer.press('ArrowUp');
  const field = ann.page.getByRole('textbox', { name: 'Text of the message' });
  await loadTools(ann.page, field);
  await field.selectText();
  await paste(field, { 'text/plain': 'line\n'.repeat(30) });
  await expect(field).toHaveValue('line\n'.repeat(30));
  await expect(ann.page.getByRole('button', { name: 'Send as a file' })).toHaveCount(0);
});

test('on a touch screen, an edit has the button "Format"', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  const { page } = ann;
  await ann.createRoom('Editing', 'By finger');
  await ann.composer.fill('press long');
  await ann.send.tap();
  const row = ann.getArticle('press long');
  await row.locator('[data-words]').tap();
  await page.getByRole('button', { name: 'Edit message' }).tap();
  const field = page.getByRole('textbox', { name: 'Text of the message' });
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Format', exact: true }).tap();
  await field.selectText();
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Italic' }).tap();
  await expect(field).toHaveValue('_press long_');
});
