import type { Locator, Page } from '@playwright/test';
import type { CommandArguments, CommandOutput, Message } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, SMALLEST } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { KeyboardDevice } from './keyboard-device.ts';
import type { Server } from './server.ts';

type Input = CommandArguments<'search_messages'>;
type Output = CommandOutput<'search_messages'>;

const getField = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const getResults = (page: Page) => page.getByRole('main').getByRole('article');
const getChips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');

async function send(
  server: Server,
  { page, roomId }: ChatPage,
  text: string,
  input: object = {},
): Promise<Message> {
  const data = { roomId, text, ...input };
  const result = await sendCommand(server.url, page.context(), 'send_message', data);
  return (result as { message: Message }).message;
}

/** Answers searches in place of the server. `failure`: with an error. */
async function answerSearches(
  page: Page,
  answer: (input: Input, count: number) => Promise<Output> | Output | 'failure',
): Promise<Input[]> {
  const inputs: Input[] = [];
  await page.routeWebSocket('**/api/live*', socket => {
    const server = socket.connectToServer();
    socket.onMessage(async text => {
      const frame = JSON.parse(String(text)) as { id: number; command?: string; input: Input };
      if (frame.command !== 'search_messages') return server.send(text);
      inputs.push(frame.input);
      const ok = await answer(frame.input, inputs.length);
      const error = { code: 'internal', message: 'Something went wrong on the server' };
      socket.send(JSON.stringify({ id: frame.id, ...(ok === 'failure' ? { error } : { ok }) }));
    });
  });
  return inputs;
}

function toOutput(messages: readonly Message[], rest: Partial<Output> = {}): Output {
  const ids = new Set(messages.map(({ roomId }) => roomId));
  const rooms = [...ids].map(id => ({ id, name: 'Harbour', joined: true }));
  return { messages: [...messages], rooms, ...rest };
}

/** The texts that the browser marks in the room. */
function readMarks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('search-hit') ?? [])].map(range => (range as Range).toString()),
  );
}

test('people find what was said, go to it, and return to the same result', { tag: '@journey' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await ben.openRoom('Harbour');
  await send(server, ben, 'The Zürich regatta starts at noon');
  const root = await send(server, ben, 'Who sails?');
  await send(server, ben, 'I sail the regatta in zurich', { replyTo: root.id });
  await ben.createRoom('Open pier', 'Not joined by Ann');
  await send(server, ben, 'The zurich ferry is late');
  await expect(ann.getArticle('I sail')).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  const field = getField(page);
  await field.pressSequentially('zurich reg');
  // The index follows the messages.
  await expect(async () => {
    await field.press('Enter');
    await expect(getResults(page)).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(getResults(page).locator('mark')).toHaveText(['reg', 'zurich', 'Zürich', 'reg']);
  await expect(getResults(page).first()).toHaveAccessibleName(/^Ben Birch, \d\d \w{3} \d{4}/);
  await expect(getResults(page).first().getByRole('heading', { name: 'Harbour' })).toBeVisible();
  await expectNoViolations(page, 'results of the server');
  await getResults(page).last().getByRole('link', { name: 'Go to message' }).click();
  await expect(ann.getArticle('The Zürich regatta')).toBeFocused();
  await expect.poll(() => readMarks(page)).toContain('Zürich');
  await page.goBack();
  await expect(field).toHaveValue('zurich reg');
  await expect(getResults(page).last().getByRole('link', { name: 'Go to message' })).toBeFocused();
  await field.fill('zurich ferry');
  await expect(async () => {
    await field.press('Enter');
    await expect(getResults(page)).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await getResults(page).getByRole('button', { name: 'Join room' }).click();
  await expect(page.getByRole('button', { name: 'Join room' })).toHaveCount(0);
  await field.fill('zurich -ferry "the regatta" ');
  await expect(getResults(page)).toHaveCount(1);
  await expect(getResults(page)).toContainText('I sail');
});

test('every script is found as people type it', { tag: '@detail' }, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Scripts', 'Of the world');
  const { roomId } = ann;
  const cases: readonly (readonly [text: string, search: string, mark: string])[] = [
    ['Grüße aus Köln an Herrn Müller', 'mull', 'Müll'],
    ['Der Strassenname fehlt', 'straßen', 'Strassen'],
    ['我们明天在上海图书馆见面', '图书馆', '图书馆'],
    ['来週ハワイでラーメンを食べよう', 'らーめん', 'ラーメン'],
    ['السلام عليكم، الاجتماع غداً', 'اجتماع', 'اجتماع'],
    ['พรุ่งนี้มีประชุมใหญ่', 'ประชุม', 'ประชุม'],
    ['कल की बैठक रद्द है', 'बैठक', 'बैठक'],
    ['Счёт за воду пришёл', 'счет', 'Счёт'],
    ['call readFileSync_now() twice', 'file', 'File'],
    ['ring +44 (0)20 7946-0958 today', '020 7946 0958', '20 7946-0958'],
    ['초대장을 보냈어요', '초대', '초대'],
    ['a party 🎉 tonight', '🎉', '🎉'],
  ];
  for (const [text] of cases) await send(server, ann, text);
  await page.goto(`/search?in=${roomId}`);
  const field = getField(page);
  for (const [text, search, mark] of cases) {
    await field.fill(search);
    await expect(async () => {
      await field.press('Enter');
      await expect(getResults(page)).toHaveCount(1, { timeout: 2_000 });
    }, text).toPass({ timeout: 30_000 });
    await expect(getResults(page)).toContainText(text);
    await expect(getResults(page).locator('mark'), text).toHaveText(mark);
  }
});

test('typed filters become chips, with completion of people and rooms, and go into the address', {
  tag: '@detail',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Wenzel Birch')];
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const { roomId } = ann;
  await ben.openRoom('Harbour');
  await send(server, ben, 'The harbour is full');
  await expect(ann.getArticle('The harbour is full')).toBeVisible();
  const inputs = await answerSearches(page, () => toOutput([]));
  await page.goto('/search');
  const field = getField(page);
  await expect(field).toBeFocused();
  await field.pressSequentially('from:Wenz');
  const people = page.getByRole('listbox', { name: 'People' });
  await expect(people.getByRole('option', { name: 'Wenzel Birch' }).first()).toBeVisible();
  await expectNoViolations(page, 'the list of people below the search');
  await field.press('Enter');
  await expect(getChips(page)).toHaveText(['From Wenzel Birch']);
  await expect(field).toHaveValue('');
  await field.pressSequentially('in:harb');
  await page.getByRole('listbox', { name: 'Rooms' }).getByRole('option', { name: 'Harbour' }).first().click();
  await expect(field).toBeFocused();
  await field.pressSequentially('has:file before:2026-09-05 full');
  const all = ['From Wenzel Birch', 'In Harbour', 'File', 'Before 05 Sep 2026'];
  await expect(getChips(page)).toHaveText(all);
  await expect(field).toHaveValue('full');
  await expect(page).toHaveURL(/\/search\?q=full&from=[\w-]+&in=[\w-]+&has=file&before=2026-09-05$/);
  await expect.poll(() => inputs.at(-1)).toMatchObject({ text: 'full', has: ['file'], isTyping: true });
  await field.press('Home');
  await field.press('Backspace');
  await field.press('Backspace');
  await expect(getChips(page)).toHaveText(['From Wenzel Birch', 'In Harbour']);
  await page.getByRole('button', { name: 'Remove From Wenzel Birch' }).click();
  await expect(getChips(page)).toHaveText(['In Harbour']);
  await expect.poll(() => inputs.at(-1)).toEqual({ text: 'full', roomId });
  await page.getByRole('combobox', { name: 'Has' }).selectOption('Mention of me');
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Last 7 days');
  await expect(getChips(page)).toHaveText(['In Harbour', 'Mention of me', 'Last 7 days']);
  await page.getByRole('combobox', { name: 'Date' }).selectOption('After...');
  await page.getByLabel('After...').fill('2026-02-03');
  await expect(getChips(page)).toHaveText(['In Harbour', 'Mention of me', 'After 03 Feb 2026']);
  await page.reload();
  await expect(getChips(page)).toHaveText(['In Harbour', 'Mention of me', 'After 03 Feb 2026']);
  await expect(field).toHaveValue('full');
  await page.getByRole('combobox', { name: 'From', exact: true }).fill('ann ald');
  await page.getByRole('option', { name: 'Ann Alder' }).first().click();
  await expect(getChips(page).last()).toHaveText('From Ann Alder');
  await field.fill('check in: 5 pm');
  await expect.poll(() => inputs.at(-1)).toMatchObject({ text: 'check in: 5 pm' });
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.fill('has:picture');
  await expect.poll(() => inputs.at(-1), 'before it is a chip').toMatchObject({ has: ['picture'] });
  await expect(field).toHaveValue('has:picture');
  await field.fill('from:Nobodyatall');
  await expect(page.getByText('Nobody called “Nobodyatall” found')).toBeVisible();
});

test('Tab passes the filters, and a date field leaves the focus where the person goes on', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann Alder');
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await answerSearches(page, () => toOutput([]));
  await page.goto('/search');
  const field = getField(page);
  await expect(field).toBeFocused();
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  const people = page.getByRole('listbox', { name: 'People' });
  for (const name of ['From', 'In', 'Has', 'Date']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name, exact: true })).toBeFocused();
  }
  await expect(getChips(page)).toHaveCount(0);
  await from.focus();
  await expect(people.getByRole('option', { selected: true })).toHaveText(/Ann Alder/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(people).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(getChips(page), 'after the focus had gone').toHaveCount(0);
  await from.fill('ann');
  await page.keyboard.press('Tab');
  await expect(getChips(page)).toHaveText(['From Ann Alder']);
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Before...');
  await expect(page.getByLabel('Before...')).toBeFocused();
  await page.getByRole('combobox', { name: 'Date' }).selectOption('After...');
  await expect(page.getByLabel('After...')).toBeFocused();
  await field.click();
  await page.keyboard.type('teapot');
  await expect(field).toHaveValue('teapot');
  await expect(field).toBeFocused();
});

test('results follow deletions, also while their reader is elsewhere', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await ben.openRoom('Harbour');
  const sent: Message[] = [];
  for (const text of ['tea one', 'tea two', 'tea three']) sent.push(await send(server, ben, text));
  await ben.createRoom('Pier', 'Not joined by Ann');
  const other = await send(server, ben, 'tea on the pier');
  const remove = ({ id, roomId }: Message) =>
    sendCommand(server.url, ben.page.context(), 'delete_message', { roomId, messageId: id });
  await page.clock.install();
  await page.goto('/search');
  const field = getField(page);
  await field.fill('tea');
  await expect(async () => {
    await field.press('Enter');
    await expect(getResults(page)).toHaveCount(4, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const go = (text: string) =>
    getResults(page).filter({ hasText: text }).getByRole('link', { name: 'Go to message' });
  await remove(other);
  await go('on the pier').click();
  await expect(page.getByText('That message is no longer here')).toBeVisible();
  await page.goBack();
  await expect(getResults(page), 'the page looks again').toHaveCount(3);
  await expect(go('tea three'), 'the place of the focus').toBeFocused();
  await go('tea three').click();
  await expect(ann.getArticle('tea three')).toBeFocused();
  const [first, second, last] = sent;
  if (!first || !second || !last) throw new Error('Nothing was sent');
  await remove(last);
  await expect(ann.getArticle('tea three')).toHaveCount(0);
  await page.goBack();
  await expect(getResults(page)).toHaveCount(2);
  await remove(first);
  // As the browser does when the person returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(getResults(page)).toHaveCount(1);
  await remove(second);
  await expect(async () => {
    // The connection may end in a minute without time for it.
    await page.clock.fastForward('01:01');
    await expect(getResults(page), 'the page looks again each minute').toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});

test('a slow answer never replaces a newer one, and each settled search is announced once', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const [old, newer] = [await send(server, ann, 'tea'), await send(server, ann, 'teapot')];
  const slow = Promise.withResolvers<Output>();
  const inputs = await answerSearches(page, (_, count) =>
    count === 1 ? slow.promise : toOutput(count === 2 ? [newer] : [newer, old]),
  );
  await page.goto('/search');
  await getField(page).pressSequentially('tea');
  await expect.poll(() => inputs.length).toBe(1);
  await expect(page.getByText('Searching...')).toBeVisible();
  await getField(page).pressSequentially('pot');
  await expect(getResults(page)).toHaveCount(1);
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'shown' });
  await expect(status).toHaveText('1 message shown');
  slow.resolve(toOutput([old, newer]));
  // A later search has been answered, so the slow one has arrived, too.
  await getField(page).press('Enter');
  await expect(getResults(page)).toHaveCount(2);
  await expect(status).toHaveText('2 messages shown, newest first');
  expect(inputs.map(({ text, isTyping }) => [text, isTyping])).toEqual([
    ['tea', true],
    ['teapot', true],
    ['teapot', undefined],
  ]);
});

test('while an input method composes, nothing is searched', { tag: '@detail' }, async ({ person }) => {
  const { page } = await person('Ann');
  const inputs = await answerSearches(page, () => toOutput([]));
  await page.goto('/search');
  const field = getField(page);
  await expect(field).toBeFocused();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'ほっか', selectionStart: 3, selectionEnd: 3 });
  await devtools.send('Input.imeSetComposition', { text: 'ほっかい', selectionStart: 4, selectionEnd: 4 });
  await expect(field).toHaveValue('ほっかい');
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 600)));
  expect(inputs).toEqual([]);
  await devtools.send('Input.insertText', { text: '北海道' });
  await expect(field).toHaveValue('北海道');
  await expect.poll(() => inputs.map(({ text }) => text)).toEqual(['北海道']);
  // Safari ends a composition before the Enter that ends it.
  const isPrevented = await field.evaluate(box => {
    const enter = new KeyboardEvent('keydown', {
      key: 'Enter',
      keyCode: 229,
      bubbles: true,
      cancelable: true,
    });
    return !box.dispatchEvent(enter);
  });
  expect(isPrevented, 'the form is not sent').toBe(true);
});

test('states: none, behind, unfinished, and a failure', { tag: '@detail' }, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const found = await send(server, ann, 'a rare word');
  const until = new Date(2026, 1, 3).getTime();
  let [isBroken, isBehind] = [true, true];
  await answerSearches(page, ({ text, cursor }) => {
    if (text === 'broken' && isBroken) return 'failure';
    if (text === 'behind') return isBehind ? toOutput([], { isBehind: true }) : toOutput([found]);
    if (text === 'rare' && !cursor) return toOutput([], { next: { place: 5 }, until });
    if (text === 'rare' && cursor && cursor.place > 2)
      return toOutput([], { next: { place: cursor.place - 1 }, until });
    return toOutput(text === 'rare' ? [found] : []);
  });
  await page.goto('/search?q=none');
  await expect(getField(page)).toHaveValue('none');
  await expect(page.getByText('No messages found').first()).toBeVisible();
  await expectNoViolations(page, 'a search without results');
  await getField(page).fill('behind');
  await expect(
    page.getByText('Search is still being prepared: older messages are missing').first(),
  ).toBeVisible();
  isBehind = false;
  await expect(getResults(page), 'the page looks again by itself').toHaveCount(1);
  await getField(page).fill('on:05/09/2026 has:dragons');
  await expect(page.getByText('Write dates as 2026-09-05, 2026-09 or 2026.')).toBeVisible();
  await expect(page.getByText('can be followed by picture, file')).toBeVisible();
  await getField(page).fill('rare');
  await expect(page.getByText('Searched back to 03 Feb 2026').first()).toBeVisible();
  await expect(page.getByText('No messages found', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Search further back' }).click();
  await expect(getResults(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Search further back' })).toHaveCount(0);
  await getField(page).fill('broken');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expectNoViolations(page, 'a search that failed');
  isBroken = false;
  await again.click();
  await expect(page.getByText('No messages found').first()).toBeVisible();
});

test('results lead to their messages, where the words are marked, and Back returns to the same result', {
  tag: '@detail',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await ben.openRoom('Harbour');
  // In the open room, Ann could read what arrives.
  await page.goto('/');
  const sent: Message[] = [];
  for (let index = 1; index <= 14; index++)
    sent.push(await send(server, ben, `Line ${index} about **teapots** and more\n\nThe tea is ready`));
  const root = sent[3];
  const reply = await send(server, ben, 'tea in an answer', { replyTo: root?.id });
  await answerSearches(page, () => toOutput([reply, ...sent.toReversed()]));
  await page.reload();
  const link = ann.getRoomLink('Harbour');
  await expect(link).toHaveAccessibleName(/unread/);
  await page.keyboard.press('Control+Shift+F');
  const field = getField(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('tea');
  await expect(getResults(page)).toHaveCount(15);
  await expect(getResults(page).nth(1).locator('mark')).toHaveText(['tea', 'tea']);
  await expectNoViolations(page, 'results');
  await field.press('ArrowDown');
  const links = getResults(page).getByRole('link', { name: 'Go to message' });
  await expect(links.first()).toBeFocused();
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowDown');
  await expect(links.nth(10)).toBeFocused();
  const list = page.locator('ul:has([data-result])').locator('..');
  const top = await list.evaluate(element => element.scrollTop);
  expect(top).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  const row = ann.getArticle('Line 5 ');
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
  await expect.poll(async () => new Set(await readMarks(page))).toEqual(new Set(['tea']));
  await expect(page.getByRole('region', { name: 'Search results' })).toBeVisible();
  await expectNoViolations(page, 'a room with a result');

  const next = page.getByRole('button', { name: 'Next result' });
  await next.click();
  await expect(ann.getArticle('Line 4 ').first()).toBeInViewport();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`at=${sent[2]?.id}$`));
  await page.getByRole('button', { name: 'Previous result' }).click();
  await expect(page).toHaveURL(new RegExp(`at=${root?.id}$`));
  await expect(link, 'nothing was read').toHaveAccessibleName(/unread/);

  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(field).toHaveValue('tea');
  await expect(links.nth(11)).toBeFocused();
  await expect(links.nth(11)).toBeInViewport();
  await list.evaluate(element => element.scrollTo({ top: 300, behavior: 'instant' }));
  await links.nth(3).press('Enter');
  await expect(page).toHaveURL(/at=/);
  await page.goBack();
  await expect(links.nth(3)).toBeFocused();
  await expect.poll(() => list.evaluate(element => element.scrollTop)).toBe(300);

  await links.first().press('Enter');
  await expect(page, 'an answer opens in its conversation').toHaveURL(/conversation=.*&at=/);
  await expect(ann.getArticle('tea in an answer')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Back to all messages' })).toBeVisible();
  await expect.poll(() => readMarks(page)).toContain('tea');
  await page.reload();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page, 'also after a reload').toHaveURL(new RegExp(`at=${sent[13]?.id}$`));
  const previous = page.getByRole('button', { name: 'Previous result' });
  await previous.focus();
  await page.keyboard.press('Enter');
  await expect(ann.getArticle('tea in an answer')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Back to all messages' })).toBeVisible();
  await expect(previous, 'a conversation that opens leaves the focus there').toBeFocused();
  const bar = page.getByRole('region', { name: 'Search results' });
  await page.getByRole('button', { name: 'Room options' }).click();
  const menu = page.getByRole('menu', { name: 'Room options' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(bar, 'the menu took the key').toBeVisible();
  await ann.composer.fill('@be');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(bar, 'the list took the key').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Search results' })).toHaveCount(0);
  expect(await readMarks(page)).toEqual([]);
});

test('an answer far up in a long conversation opens in the room, one click from its conversation', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann Alder');
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const root = await send(server, ann, 'Who sails?');
  const early = await send(server, ann, 'the early regatta', { replyTo: root.id });
  for (let count = 0; count < 120; count++) await send(server, ann, `answer ${count}`, { replyTo: root.id });
  await expect(ann.getArticle('answer 119')).toBeVisible();
  await answerSearches(page, () => toOutput([early]));
  await page.goto('/search?q=regatta');
  await getResults(page).getByRole('link', { name: 'Go to message' }).click();
  const row = ann.getArticle('the early regatta');
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`\\?at=${early.id}$`));
  await expect.poll(() => readMarks(page)).toEqual(['regatta']);
  await page.getByRole('button', { name: 'Show conversation' }).click();
  await expect(page).toHaveURL(new RegExp(`conversation=${root.id}$`));
  await expect(ann.getArticle('answer 119')).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Search results' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show conversation' })).toHaveCount(0);
  await page.goBack();
  await expect(row).toBeInViewport();
  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(getField(page)).toHaveValue('regatta');
  const link = getResults(page).getByRole('link', { name: 'Go to message' });
  await expect(link).toBeFocused();
  await link.press('Enter');
  await page.getByRole('button', { name: 'Show conversation' }).click();
  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(getField(page), 'from the conversation, too').toHaveValue('regatta');
  await expect(link).toBeFocused();
});

test('a result that is read by its reader moves the cursor only then', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  const { page } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await page.goto('/');
  await ben.openRoom('Harbour');
  const message = await send(server, ben, 'The only harbour message');
  const link = ann.getRoomLink('Harbour');
  await expect(link).toHaveAccessibleName(/1 unread/);
  await answerSearches(page, () => toOutput([message]));
  await page.goto('/search?q=harbour');
  await getResults(page).getByRole('link', { name: 'Go to message' }).click();
  await expect(ann.getArticle('The only harbour message')).toBeFocused();
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 1_000)));
  await expect(link).toHaveAccessibleName(/1 unread/);
  await ann.messages.click();
  await expect(link).not.toHaveAccessibleName(/unread/);
});

test('a slash or Ctrl+Shift+F opens the search, unless single keys are off or a field has the focus', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page, composer } = ann;
  await ann.createRoom('Harbour', 'Ships');
  await composer.press('/');
  await expect(composer).toHaveValue('/');
  await composer.fill('');
  await composer.blur();
  await page.keyboard.type('/tea');
  const field = getField(page);
  await expect(field).toHaveValue('tea');
  await page.goBack();
  await expect(composer).toBeVisible();
  const keyboard = await KeyboardDevice.attach(page);
  // German and Russian keyboards write a slash with other keys. On an Arabic one, the key of the slash is a letter.
  for (const [key, code, opens] of [
    ['/', 'Digit7', true],
    ['/', 'Backslash', true],
    ['ظ', 'Slash', false],
  ] as const) {
    await page.goto(ann.page.url().replace(/\/search.*/, '/'));
    await expect(ann.rooms).toBeVisible();
    await page.locator('body').press('Shift');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    keyboard.press(key, { code, hasShift: code !== 'Slash' });
    await keyboard.settle();
    if (opens) await expect(field).toBeFocused();
    else await expect(page).not.toHaveURL(/search/);
  }
  await page.goto('/');
  await expect(ann.rooms).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const toggle = dialog.getByRole('switch', { name: 'Single keys' });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expectNoViolations(page, 'the list of shortcuts');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(ann.rooms).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/search/);
  await page.keyboard.press('Control+Shift+F');
  await expect(field).toBeFocused();
});

test('without the search, the page has no way to it, and its keys do what they did before', {
  tag: ['@detail', '@own-server'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page, composer } = ann;
  await ann.createRoom('Harbour', 'Ships');
  const room = page.url();
  await server.restart({ SNUG_SEARCH: 'off' });
  await page.reload();
  await expect(composer).toBeVisible();
  const names = ['Search', 'Search in this room'];
  for (const name of names)
    await expect(page.getByRole('link', { name }).or(page.getByRole('button', { name }))).toHaveCount(0);
  const pressed: string[] = [];
  await page.exposeFunction('reportKey', (text: string) => void pressed.push(text));
  await page.evaluate(() => {
    const { reportKey } = window as unknown as { reportKey: (text: string) => void };
    addEventListener('keydown', ({ key, defaultPrevented }) => reportKey(`${key}=${defaultPrevented}`));
  });
  await expect(composer).toBeFocused();
  // The page takes letters from elsewhere when it has been idle for the first time.
  await expect(async () => {
    await composer.blur();
    pressed.length = 0;
    await page.keyboard.press('/');
    await expect(composer, 'a letter that is typed anywhere is for the message').toHaveValue('/', {
      timeout: 1_000,
    });
  }).toPass();
  await page.keyboard.press('Control+Shift+F');
  await expect.poll(() => pressed.join(' ')).toMatch(/^\/=false .*F=false$/);
  await expect(page).toHaveURL(room);
  await composer.fill('');
  await composer.blur();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('The key ? opens these shortcuts.')).toBeVisible();
  await expect(shortcuts.getByText('Search messages')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await page.keyboard.press('Control+K');
  const join = page.getByRole('dialog', { name: 'Join conversation' });
  await join.getByRole('textbox', { name: 'Find a room' }).fill('zebra crossing');
  await expect(join.getByText('No rooms or people match.')).toBeVisible();
  await expect(join.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(join).toHaveCount(0);
  await page.getByRole('button', { name: 'Room options' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Search in this room' })).toHaveCount(0);
  await page.goto('/search?q=harbour');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});

test('"Join conversation" ends with a search in messages', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await answerSearches(page, () => toOutput([]));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Join conversation' })).toBeVisible();
  await page.keyboard.press('Control+K');
  const dialog = page.getByRole('dialog', { name: 'Join conversation' });
  await dialog.getByRole('textbox', { name: 'Find a room' }).fill('zebra crossing');
  const option = dialog.getByRole('option').last();
  await expect(option).toHaveText('Search messages for “zebra crossing”');
  await expect(dialog.getByText('No rooms or people match.')).toBeVisible();
  await expectNoViolations(page, 'the search in messages at the end of a list');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=zebra+crossing');
  await expect(getField(page)).toHaveValue('zebra crossing');
});

for (const [screen, viewport] of [
  ['narrow', NARROW],
  ['smallest', SMALLEST],
] as const)
  test(`on a phone, the search of a room is in its options, ${screen}`, { tag: '@detail' }, async ({
    person,
    server,
  }) => {
    const ann = await person('Ann', { viewport, hasTouch: true, isMobile: true });
    const { page } = ann;
    const name = 'Harbour of the ships that never fit on a phone';
    await ann.createRoom(name, 'Ships');
    const { roomId } = ann;
    const message = await send(server, ann, 'The harbour is full');
    await answerSearches(page, ({ roomId: id }) => toOutput(id === roomId ? [message] : []));
    await page.reload();
    await page.getByRole('button', { name: 'Room options' }).click();
    await page.getByRole('menuitem', { name: 'Search in this room' }).click();
    await expect(getChips(page)).toHaveText([`In ${name}`]);
    await getField(page).fill('full');
    await expect(getResults(page)).toHaveCount(1);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    await expectNoViolations(page, `results, ${screen}`);
    await getResults(page).getByRole('link', { name: 'Go to message' }).click();
    await expect(ann.getArticle('The harbour is full')).toBeInViewport();
    await page.getByRole('button', { name: 'Back to results' }).click();
    await expect(getField(page)).toHaveValue('full');
  });

/** Whether the icon of the field covers neither its text nor its button. */
function isIconBeside(field: Locator): Promise<boolean> {
  return field.evaluate(input => {
    const box = input.getBoundingClientRect();
    const icon = input.parentElement?.querySelector('svg')?.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const [left, right] = [
      box.left + Number.parseFloat(paddingLeft),
      box.right - Number.parseFloat(paddingRight),
    ];
    return icon !== undefined && (icon.right <= left || icon.left >= right);
  });
}

for (const locale of ['en-XA', 'ar-XB'])
  test(`the search fits in the language ${locale}`, { tag: '@matrix' }, async ({
    person,
    visitor,
    server,
  }) => {
    const ann = await person('Ann');
    await ann.createRoom('Harbour', 'Ships');
    const message = await send(server, ann, 'The harbour is full');
    const page = await visitor({ locale, viewport: SMALLEST });
    await page.context().addCookies(await ann.page.context().cookies());
    await answerSearches(page, () => toOutput([message]));
    await page.goto('/search?q=harbour&has=file&last=7');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.locator('mark')).toHaveText('harbour');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectNoViolations(page, `results in ${locale}`);
    for (const text of ['harbour', 'ميناء']) {
      await page.getByRole('searchbox').fill(text);
      expect(await isIconBeside(page.getByRole('searchbox')), text).toBe(true);
    }
    const name = (field: Locator) => field.getAttribute('aria-label');
    expect(await name(page.getByRole('searchbox')), 'a translated name').not.toBe('Search messages');
  });
