import type { Locator } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';

test('a link to a message of this Snug opens in place, and a foreign one in a new tab', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Source', 'With **one** message, see https://elsewhere.example/a');
  await ann.sendMessage('Find me');
  await expect(ann.getArticle('Find me').locator('time').first()).toBeAttached();
  const id = await ann.getArticle('Find me').getAttribute('id');
  const source = page.url();
  await ann.createRoom('Target', `Talk about ${source}`);
  await ann.sendMessage(
    `See ${source}?at=${id} or [the place](${source}?at=${id}) or https://elsewhere.example`,
  );
  const row = ann.getArticle('or https://elsewhere.example');
  await expect(row.locator('time').first()).toBeAttached();
  await expect(row.getByRole('link', { name: 'https://elsewhere.example' })).toHaveAttribute(
    'target',
    '_blank',
  );
  const target = page.url();

  await row.getByRole('link', { name: 'the place' }).click();
  await expect(ann.getArticle('Find me')).toBeInViewport();
  expect(page.url()).toContain(`${new URL(source).pathname}?at=`);
  expect(page.context().pages()).toHaveLength(1);
  await page.goBack();
  await expect(row).toBeVisible();
  expect(page.url()).toBe(target);

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: 'the place' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.close();
  expect(page.url(), 'with Ctrl the page stays').toBe(target);

  await page.getByRole('button', { name: 'Room information' }).click();
  const about = page.getByRole('dialog');
  await about.getByRole('link', { name: source }).click();
  await expect(ann.getArticle('Find me')).toBeVisible();
  await expect(about).toBeHidden();
});

const LONG_PLAN = `See **[the plan](https://plan.example/${'a/'.repeat(100)})** and \`code\``;

test('the list, a reply and an announcement have the words of a message without its marks', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Words', 'Of **all** kinds');
  await expect(ann.page.getByText('Of all kinds')).toBeVisible();
  await ben.openRoom('Words');
  await expect(ben.messages).toBeVisible();
  await ann.sendMessage('```ts\nlet a = 1;\n```');
  await expect(ben.page.locator('output').filter({ hasText: /^Ann: let a = 1;$/ })).toHaveCount(1);
  const source = ben.articles.first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  const strip = ben.page.locator('p', { hasText: 'Replying to Ann' });
  await expect(strip).toHaveText('Replying to Annlet a = 1;');
  await ben.sendMessage('Fine');
  await expect(ben.page.getByRole('button', { name: 'Answers Ann let a = 1;' })).toBeVisible();
  await ann.sendMessage(LONG_PLAN);
  await expect(ben.getRoomLink('Words')).toContainText('See the plan');
  await expect(ben.getRoomLink('Words')).not.toContainText(/[*[\]`]/);
  await ben.page.reload();
  await expect(ben.getRoomLink('Words'), 'the server has cut the text').toContainText('See the plan');
  await expect(ben.getRoomLink('Words')).not.toContainText(/[*[\]`]/);
});

test('each line of a message has the direction of its words, also in quotes and lists', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Directions', 'תיאור החדר');
  const hebrew = 'הפגישה נדחתה ליום שלישי, בשעה 10:30.';
  const lines = `Meeting notes\n${hebrew}\nSee you!`;
  await ann.sendMessage(`${lines}\n> Quoted\n> ${hebrew}\n- Item\n  ${hebrew}`);
  const words = ann.getArticle('Meeting notes').locator('[data-words]');
  await expect(words.getByRole('listitem')).toBeVisible();
  for (const selector of ['p >> nth=0', 'blockquote p', 'li']) {
    const sides = await words.locator(selector).evaluate(block => {
      const text = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const box = block.getBoundingClientRect();
      const padding = Number.parseFloat(getComputedStyle(block).paddingInlineStart);
      const sides: string[] = [];
      for (let node = text.nextNode(); node; node = text.nextNode()) {
        if ((node.textContent ?? '').trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        sides.push(left - box.left - padding < box.right - right ? 'left' : 'right');
      }
      return sides;
    });
    expect(sides.slice(0, 2), selector).toEqual(['left', 'right']);
  }
  await expect(words.getByRole('blockquote')).toHaveCSS('direction', 'ltr');
  await ann.sendMessage(`> ${hebrew}\n> and English`);
  const quote = ann.getArticle('and English').getByRole('blockquote');
  await expect(quote, 'the bar of a quote is where its first line begins').toHaveCSS('direction', 'rtl');
});

test('code within a quote is a block of the quote, and "Copy code" copies the code alone', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Quotes', 'With code');
  await ann.sendMessage('> Deploy with\n> ```sh\n> make deploy\n>   --all\n> ```\nworked');
  const row = ann.getArticle('worked');
  await expect(row.locator('time').first()).toBeAttached();
  await expect(row.getByRole('blockquote').locator('pre')).toHaveText('make deploy\n  --all\n', {
    useInnerText: false,
  });
  await row.getByRole('button', { name: 'Copy code' }).click();
  await expect(ann.page.getByText('Code copied')).toBeVisible();
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue('make deploy\n  --all');
});

async function readCopy(words: Locator): Promise<{ text: string; html: string }> {
  const page = words.page();
  await words.evaluate(words => {
    getSelection()?.selectAllChildren(words);
    document.addEventListener(
      'copy',
      ({ clipboardData }) => {
        const [text, html] = [clipboardData?.getData('text/plain'), clipboardData?.getData('text/html')];
        Object.assign(window, { copied: { text, html } });
      },
      { once: true },
    );
  });
  await page.keyboard.press('ControlOrMeta+c');
  return page.evaluate(() => (window as unknown as { copied: { text: string; html: string } }).copied);
}

test('a copy has the addresses of named links, and HTML without classes', { tag: '@detail' }, async ({
  person,
}) => {
  const ann: ChatPage = await person('Ann');
  await ann.createRoom('Copied', 'For other programs');
  await ann.sendMessage(
    '**See** [the run](https://ci.example/1)  and `x<y`\n> said\n> ```sh\n> make\n> ```\n\n2. two\n   - deep\n\nend',
  );
  const row = ann.getArticle('the run');
  await expect(row.locator('time').first()).toBeAttached();
  await ann.composer.blur();
  expect(await readCopy(row.locator('[data-words]'))).toEqual({
    text: 'See the run (https://ci.example/1)  and x<y\n> said\n> make\n\n2. two\n  - deep\n\nend',
    html: [
      '<div data-lines="all">',
      '<div><strong>See</strong> <a href="https://ci.example/1">the run</a>&nbsp; and <code>x&lt;y</code></div>',
      '<blockquote><div>said</div><pre><code>make</code></pre></blockquote>',
      '<div><br></div>',
      '<ol start="2"><li>two<ul><li>deep</li></ul></li></ol>',
      '<div><br>end</div>',
      '</div>',
    ].join(''),
  });
});
