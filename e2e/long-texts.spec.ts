import type { Locator } from '@playwright/test';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import { PageMeter } from '@snug/testkit/browser/page-meter.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { createGif } from './emoji-pictures.ts';
import { expect, test } from './fixtures.ts';
import { waitForFrames } from './scroll.ts';

const LENGTH = 9_900;
/** With the author, the time, reactions and the buttons of a row. */
const MAX_ROW_ELEMENTS = 100;
const MAX_FOLDED_ELEMENTS = 300 + MAX_ROW_ELEMENTS;
const MAX_ELEMENTS = 2_000 + MAX_ROW_ELEMENTS;
/** As many elements as others. */
const HIGHLIGHTED = '[data-words] pre span';
const MESSAGES = 4;
/** How much more processor time a text may take than one of the same length without formatting. Without a limit, lists took 8. */
const MAX_RATIO = 5;
/** Other work of the browser also uses its processor time. */
const MAX_MEASUREMENTS = 3;

const PLAIN = 'plain words here. ';
const MAIN_TEXTS = { list: '- a\n', 'highlighted code': '```js\na=1;b=2\n```\n' };
const OTHER_TEXTS = {
  links: 'http://a.b ',
  'numbered list': '1. a\n',
  'task list': '- [ ] a\n',
  'deeper items': '- a\n  - b\n    - c\n',
  'inline code': '`a` ',
  'code blocks': '```\na\n```\n',
  strike: '~~a~~ ',
  emphasis: '*a* ',
  'stacked marks': '~~***a***~~ ',
  'nested quotes': '> > > a\nb\n',
  'named links': '[a](http://b.c) ',
  'mixed scripts': 'a\nש\nع\n',
  'mixed scripts in a line': 'a ש ع ',
  'combining signs': `a${'\u0301'.repeat(9)}`,
  'combining signs of one letter': '\u0301',
  'blank lines': 'a\n\n',
  mentions: '@Ben ',
  'joined emoji': '👩‍👩‍👧‍👦',
  'moving emoji of the workspace': ':flicker: ',
};

const fill = (unit: string) => `Begin\n${unit.repeat(Math.floor(LENGTH / unit.length))}\nLastword`;
const countElements = (row: Locator) =>
  row.evaluate((row, tokens) => row.querySelectorAll(`*:not(${tokens})`).length, HIGHLIGHTED);
const countTokens = (row: Locator) => row.locator(HIGHLIGHTED).count();

/** The page of a reader, and another person who sends the same text several times to a room. */
class LongTexts {
  readonly reader: ChatPage;
  readonly #author: ChatPage;
  readonly #authorId: string;
  readonly #url: string;
  readonly #meter: PageMeter;

  private constructor(reader: ChatPage, author: ChatPage, authorId: string, url: string, meter: PageMeter) {
    this.reader = reader;
    this.#author = author;
    this.#authorId = authorId;
    this.#url = url;
    this.#meter = meter;
  }

  static async open(person: (name: string) => Promise<ChatPage>, url: string): Promise<LongTexts> {
    const [reader, author] = [await person('Ann'), await person('Ben')];
    const session = await author.page.request.get('/api/auth/get-session');
    const { user } = (await session.json()) as { user: { id: string } };
    return new LongTexts(reader, author, user.id, url, await PageMeter.attach(reader.page));
  }

  /** The processor time of the reader's page, in ms, while the messages arrive and it scrolls over them. */
  async measure(name: string, unit: string): Promise<number> {
    const { reader } = this;
    await reader.createRoom(name, 'Of long texts');
    await this.#send('Before the long texts');
    await expect(reader.getArticle('Before the long texts')).toBeVisible();
    const { taskMs } = await this.#meter.measure(async () => {
      for (let sent = 0; sent < MESSAGES; sent++) await this.#send(fill(unit));
      await this.#send('After them');
      await expect(reader.getArticle('After them')).toBeAttached();
      await this.#scrollOver();
    });
    return taskMs;
  }

  async addEmoji(name: string): Promise<void> {
    const context = this.#author.page.context();
    const { id: fileId } = await uploadFile(this.#url, context, createGif(`${name}.gif`));
    await sendCommand(this.#url, context, 'add_emoji', { name, fileId });
  }

  #send(text: string): Promise<unknown> {
    const mentions = Array.from(text.matchAll(/@Ben/g), ({ index }) => ({
      uid: this.#authorId,
      start: index,
      length: 4,
    }));
    const input = { roomId: this.reader.roomId, text, mentions };
    return sendCommand(this.#url, this.#author.page.context(), 'send_message', input);
  }

  /** With the pointer over the rows, which shows the buttons of each. */
  async #scrollOver(): Promise<void> {
    const { messages, page } = this.reader;
    await messages.hover();
    for (const step of [...Array.from({ length: 8 }, () => -450), ...Array.from({ length: 8 }, () => 450)]) {
      await page.mouse.wheel(0, step);
      await waitForFrames(messages);
    }
  }

  getRows(): Locator {
    return this.reader.articles.filter({ hasText: 'Begin' });
  }
}

async function expectBounded(texts: LongTexts, name: string): Promise<void> {
  const rows = texts.getRows();
  await expect(rows).toHaveCount(MESSAGES);
  for (const row of await rows.all()) {
    expect(await countElements(row), `elements of ${name}`).toBeLessThan(MAX_FOLDED_ELEMENTS);
    expect(await countTokens(row), `tokens of ${name}`).toBeLessThanOrEqual(300);
  }
  const row = rows.first();
  await expect(row.locator('[data-words]'), 'the complete text is in the page').toContainText('Lastword');
  const more = row.getByRole('button', { name: 'Show more' });
  if ((await more.count()) === 0) return;
  await more.click();
  await expect(row.locator('[data-words]')).toContainText('Lastword');
  expect(await countElements(row), `elements of ${name}`).toBeLessThan(MAX_ELEMENTS);
  expect(await countTokens(row), `tokens of ${name}`).toBeLessThanOrEqual(2_000);
  await row.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(() => countElements(row)).toBeLessThan(MAX_FOLDED_ELEMENTS);
}

async function expectQuick(texts: LongTexts, plain: number, name: string, unit: string): Promise<void> {
  let ratio = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MAX_MEASUREMENTS && ratio >= MAX_RATIO; count++)
    ratio = (await texts.measure(`${name} ${count}`, unit)) / plain;
  test.info().annotations.push({ type: 'processor time', description: `${name}: ${ratio.toFixed(1)}` });
  expect(ratio, `processor time of ${name}, times that of plain text`).toBeLessThan(MAX_RATIO);
}

const EXPECTED = 'a bounded number of elements and a bounded processor time, with all of its words';

test(`a folded list or code has ${EXPECTED}`, async ({ person, server }) => {
  const texts = await LongTexts.open(person, server.url);
  const plain = await texts.measure('plain', PLAIN);
  for (const [name, unit] of Object.entries(MAIN_TEXTS)) {
    await expectQuick(texts, plain, name, unit);
    await expectBounded(texts, name);
  }
});

test(`any other long text has ${EXPECTED}`, { tag: '@detail' }, async ({ person, server }) => {
  const texts = await LongTexts.open(person, server.url);
  await texts.addEmoji('flicker');
  const plain = await texts.measure('plain', PLAIN);
  for (const [name, unit] of Object.entries(OTHER_TEXTS)) {
    await expectQuick(texts, plain, name, unit);
    await expectBounded(texts, name);
  }
});

test('on paper, a long text has a bounded number of elements, with all of its words', {
  tag: '@detail',
}, async ({ person, server }) => {
  const texts = await LongTexts.open(person, server.url);
  await texts.measure('paper', MAIN_TEXTS.list);
  await texts.reader.page.emulateMedia({ media: 'print' });
  const row = texts.getRows().first();
  await expect(row.locator('[data-words]')).toHaveCSS('overflow', 'visible');
  const [height, shown] = await row.evaluate(row => {
    const words = row.querySelector('[data-words]') as HTMLElement;
    return [words.getBoundingClientRect().height, words.parentElement?.clientHeight ?? 0];
  });
  expect(shown, 'nothing is cut').toBeGreaterThanOrEqual(height);
  expect((await row.innerText()).match(/\ba\b/g)).toHaveLength(Math.floor(LENGTH / MAIN_TEXTS.list.length));
  expect(await countElements(row)).toBeLessThan(MAX_FOLDED_ELEMENTS);
});
