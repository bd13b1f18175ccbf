import type { Page } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SMALLEST, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('an "@" completes to a person, who sees the row highlighted with the current name', {
  tag: '@journey',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Harbour', 'Ships');
  await ben.openRoom('Harbour');
  await ben.sendMessage('Hello from Ben');
  await expect(ann.getArticle('Hello from Ben')).toBeVisible();
  const people = ann.page.getByRole('listbox', { name: 'People' });
  // The list loads when the page is idle.
  await expect(async () => {
    await ann.composer.fill('');
    await ann.composer.pressSequentially('Ask @bi');
    await expect(people.getByRole('option', { name: /^Ben Birch/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(people.locator('b').first()).toHaveText('Bi');
  await expectNoViolations(ann.page, 'the list of people');
  await ann.composer.press('Tab');
  await expect(people).toHaveCount(0);
  await expect(ann.composer).toHaveValue('Ask @Ben Birch ');
  await ann.composer.pressSequentially('about it');
  await ann.composer.press('Home');
  await ann.composer.pressSequentially('Please: ');
  await ann.page.reload();
  await expect(ann.composer, 'the draft keeps its mention').toHaveValue('Please: Ask @Ben Birch about it');
  await ann.composer.press('Enter');
  const row = ann.getArticle('Please: Ask');
  await expect(row.getByRole('button', { name: '@Ben Birch' })).toBeVisible();

  const received = ben.getArticle('Please: Ask');
  await expect(received.getByRole('button', { name: '@Ben Birch' })).toBeVisible();
  await expect(received).toHaveCSS('border-inline-start-width', '2px');
  await expectNoViolations(ben.page, 'a row that mentions its reader');
  const other = await ben.page.context().newPage();
  for (const page of [ben.page, other]) await page.goto('/');
  const { uid } = await getMe(ben.page);
  const data = { roomId: ann.roomId, text: '@Ben Birch, you', mentions: [{ uid, start: 0, length: 10 }] };
  await ann.page.request.post('/api/send_message', { data });
  const link = other.getByRole('link', { name: /^Harbour, 1 unread, 1 mention/ });
  await expect(link, 'each device counts the mention').toBeVisible();
  await expect(link.getByText('@1', { exact: true })).toBeVisible();
  await expect(ben.getRoomLink('Harbour')).toHaveAccessibleName(/1 mention/);
  await expectNoViolations(other, 'a room with a mention');
  await ben.openRoom('Harbour');
  await expect(link, 'a room that is read on one device is read on the other').toHaveCount(0);

  await ben.page.request.post('/api/set_nickname', { data: { name: 'Benno' } });
  await row.getByRole('button', { name: '@Benno' }).click();
  await expect(ann.page.getByRole('dialog', { name: 'Benno profile' })).toBeVisible();
});

test('"Mentions" lists messages with their neighbours, and leads to them', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Lighthouse', 'Lamps');
  const { uid } = await getMe(ben.page);
  const roomId = ann.roomId;
  const send = (text: string, mentions: object[] = []) =>
    ann.page.request.post('/api/send_message', { data: { roomId, text, mentions } });
  await send('The lamp is out');
  await send('@Ben can you look?', [{ uid, start: 0, length: 4 }]);
  await send('It is dark');
  const link = ben.page.getByRole('link', { name: 'Mentions' });
  await link.click();
  await expect(ben.page.getByRole('heading', { name: 'Mentions', level: 1 })).toBeVisible();
  await expect(link).toHaveAttribute('aria-current', 'page');
  const entry = ben.page.getByRole('article', { name: 'Lighthouse' });
  await expect(entry).toContainText('The lamp is out');
  await expect(entry).toContainText('@Ben Birch can you look?');
  await expect(entry).toContainText('It is dark');
  await expectNoViolations(ben.page, 'the list of mentions');
  await send('@Ben quick!', [{ uid, start: 0, length: 4 }]);
  await expect(entry).toHaveCount(2);
  await entry.first().getByRole('button', { name: 'Join room' }).click();
  await expect(entry.getByRole('button', { name: 'Join room' })).toHaveCount(0);
  await entry.last().getByRole('link', { name: 'Go to message' }).click();
  await expect(ben.getArticle('@Ben Birch can you look?')).toBeVisible();
});

test('an answer in "Mentions" shows what it answers, and looks read once it is read in its conversation', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  const { page } = ann;
  const room = 'Lighthouse with all of its lamps and lenses';
  await ann.createRoom(room, 'Lamps');
  const { roomId } = ann;
  await page.goto('/mentions');
  const send = async ({ page }: ChatPage, text: string, replyTo?: string) => {
    const data = { roomId, text, ...(replyTo !== undefined && { replyTo }) };
    const response = await page.request.post('/api/send_message', { data });
    return ((await response.json()) as { message: { id: string } }).message.id;
  };
  const source = await send(ann, 'Who has a **spare** lamp?\nIt is dark');
  await send(ben, 'Unrelated chatter');
  await send(ben, 'I have two', source);
  await send(ben, 'More chatter');
  const entry = page.getByRole('article', { name: room });
  await expect(entry).toContainText('I have two');
  await expect(entry).not.toContainText('hatter');
  await expect(entry.getByText('New', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'an unread answer');
  await page.setViewportSize(SMALLEST);
  const excess = await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(excess, 'a long name is cut, and nothing after it').toBe(0);
  await page.setViewportSize(WIDE);
  const quote = entry.getByRole('link', { name: /Ann Alder.*Who has a spare lamp\?$/ });
  await expect(quote).toHaveAttribute('href', new RegExp(source));

  await page.goto(`/chat/${roomId}?conversation=${source}`);
  await expect(ann.getArticle('I have two')).toBeVisible();
  await expect(ann.getRoomLink(room)).toHaveAccessibleName(/2 unread/);
  await page.goto('/mentions');
  await expect(entry).toContainText('I have two');
  await expect(entry.getByText('New', { exact: true })).toHaveCount(0);
  await expectNoViolations(page, 'an answer that was read');
  await quote.click();
  await expect(ann.getArticle('Who has a spare lamp?').first()).toBeInViewport();
});

test('Escape leaves the text, and an edit inside a name ends its mention', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Pier', 'Boats');
  await ben.openRoom('Pier');
  await ben.sendMessage('I am here');
  await expect(ann.getArticle('I am here')).toBeVisible();
  const people = ann.page.getByRole('listbox', { name: 'People' });
  await expect(async () => {
    await ann.composer.fill('');
    await ann.composer.pressSequentially('@ben');
    await expect(people).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ben.page.close();
  await ann.page.setViewportSize(SMALLEST);
  const name = people.getByRole('option', { name: /^Ben Birch Last online/ }).locator('[dir="auto"]');
  const excess = await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(excess, 'the name stands whole on the smallest screen').toBe(0);
  await ann.page.setViewportSize(WIDE);
  await ann.composer.press('Escape');
  await expect(people).toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.getArticle('@ben')).toBeVisible();
  await expect(ann.getArticle('@ben').getByRole('button', { name: '@' })).toHaveCount(0);
  await ann.composer.pressSequentially('@ben');
  await people.getByRole('option').first().click();
  await expect(ann.composer).toBeFocused();
  for (let times = 0; times < 3; times++) await ann.composer.press('Backspace');
  await ann.composer.pressSequentially('!');
  await ann.composer.press('Escape');
  await ann.composer.press('Enter');
  await expect(ann.getArticle('@Ben Bir!')).toBeVisible();
  await expect(ann.getArticle('@Ben Bir!').getByRole('button', { name: '@' })).toHaveCount(0);
});

test('an edit turns a typed name into a mention', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Wharf', 'Ropes');
  await ben.openRoom('Wharf');
  await ben.sendMessage('I am here');
  await expect(ann.getArticle('I am here')).toBeVisible();
  const { roomId } = ann;
  await ann.page.request.post('/api/send_message', { data: { roomId, text: 'Ask @Ben Birch' } });
  const row = ann.getArticle('Ask @Ben Birch');
  await expect(row).toBeVisible();
  const people = ann.page.getByRole('listbox', { name: 'People' });
  const field = ann.messages.getByRole('textbox', { name: 'Text of the message' });
  await ann.composer.press('ArrowUp');
  await expect(async () => {
    await field.fill('');
    await field.pressSequentially('Ask @ben');
    await expect(people).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await field.press('Tab');
  await expect(field).toHaveValue('Ask @Ben Birch ');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(row.getByRole('button', { name: '@Ben Birch' })).toBeVisible();
});

test('formatting keeps a mention, and undo restores it', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Jetty', 'Nets');
  await ben.openRoom('Jetty');
  await ben.sendMessage('I am here');
  await expect(ann.getArticle('I am here')).toBeVisible();
  const people = ann.page.getByRole('listbox', { name: 'People' });
  await expect(async () => {
    await ann.composer.fill('');
    await ann.composer.pressSequentially('Ask @ben');
    await expect(people).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ann.composer.press('Tab');
  await ann.composer.selectText();
  await ann.composer.press('ControlOrMeta+b');
  await expect(ann.composer).toHaveValue('**Ask @Ben Birch** ');
  await ann.composer.press('ControlOrMeta+z');
  await expect(ann.composer).toHaveValue('Ask @Ben Birch ');
  await ann.composer.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(6, 8));
  await ann.page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Italic' }).click();
  await expect(ann.composer).toHaveValue('Ask _@Ben Birch_ ');
  await ann.composer.selectText();
  await ann.composer.press('Delete');
  await ann.composer.press('ControlOrMeta+z');
  await expect(ann.composer).toHaveValue('Ask _@Ben Birch_ ');
  await ann.composer.press('Enter');
  const row = ann.getArticle('Ask');
  await expect(row.locator('em').getByRole('button', { name: '@Ben Birch' })).toBeVisible();

  await ann.composer.press('ArrowUp');
  const field = ann.messages.getByRole('textbox', { name: 'Text of the message' });
  await field.selectText();
  await field.press('Delete');
  await field.press('ControlOrMeta+z');
  await expect(field).toHaveValue('Ask _@Ben Birch_');
  await field.press('End');
  await field.pressSequentially(' now');
  await field.press('Enter');
  await expect(ann.getArticle('now').getByRole('button', { name: '@Ben Birch' })).toBeVisible();
});

test('"@room" asks before it mentions everyone', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Quay', 'Cranes');
  await ben.openRoom('Quay');
  await ben.sendMessage('I joined');
  await expect(ann.getArticle('I joined')).toBeVisible();
  const everyone = ann.page.getByRole('option', { name: /Everyone in this room/ });
  await expect(async () => {
    await ann.composer.fill('');
    await ann.composer.pressSequentially('Hear me, @room');
    await expect(everyone).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ann.composer.press('Enter');
  const question = ann.page.getByRole('alertdialog', { name: 'Notify 1 person?' });
  await expectNoViolations(ann.page, 'the question before everyone is mentioned');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(ann.composer).toHaveValue('Hear me, @room');
  await expect(ann.composer).toBeFocused();
  await ann.composer.fill('');
  await ann.composer.pressSequentially('Hear me, @everyone');
  await expect(everyone).toBeVisible();
  await ann.composer.press('Enter');
  await question.getByRole('button', { name: 'Notify' }).click();
  await expect(question).toHaveCount(0);
  await expect(ann.composer).toHaveValue('Hear me, @room ');
  await expect(ann.composer).toBeFocused();
  await ann.composer.press('Enter');
  await expect(ben.getArticle('Hear me, @room')).toHaveCSS('border-inline-start-width', '2px');
});

async function getMe(page: Page): Promise<{ uid: string }> {
  const answer = await page.request.get('/api/auth/get-session');
  const { user } = (await answer.json()) as { user: { id: string } };
  return { uid: user.id };
}
