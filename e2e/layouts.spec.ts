import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';
import { KeyboardDevice } from './keyboard-device.ts';
import { getDistanceFromEnd } from './scroll.ts';
import type { Server } from './server.ts';

async function sendLines(server: Server, chat: ChatPage, count: number): Promise<void> {
  for (let line = 1; line <= count; line++) {
    const input = { roomId: chat.roomId, text: `Line ${line}.${'\nand another'.repeat(6)}` };
    await sendCommand(server.url, chat.page.context(), 'send_message', input);
  }
}

const readTop = ({ messages }: ChatPage) => messages.evaluate(log => log.scrollTop);

/** The keys of the places K, Z, R, E, L and V. */
const LAYOUTS: readonly (readonly [layout: string, keys: Record<'K' | 'Z' | 'R' | 'E' | 'L', string>])[] = [
  ['Russian', { K: 'л', Z: 'я', R: 'к', E: 'у', L: 'д' }],
  ['Greek', { K: 'κ', Z: 'ζ', R: 'ρ', E: 'ε', L: 'λ' }],
  ['Hebrew', { K: 'ל', Z: 'ז', R: 'ר', E: 'ק', L: 'ך' }],
  ['Arabic', { K: 'ن', Z: 'ئ', R: 'ق', E: 'ث', L: 'م' }],
  ['Thai', { K: 'า', Z: 'ผ', R: 'พ', E: 'ำ', L: 'ส' }],
  ['Korean', { K: 'ㅏ', Z: 'ㅋ', R: 'ㄱ', E: 'ㄷ', L: 'ㅣ' }],
];

for (const [layout, keys] of LAYOUTS) {
  const details = layout === 'Russian' ? {} : { tag: '@detail' };
  test(`shortcuts work on a keyboard with the layout ${layout}`, details, async ({ person }) => {
    const ann = await person('Ann');
    const { page, composer } = ann;
    await ann.createRoom('Scripts', 'Of the world');
    await ann.sendMessage('Written by Ann');
    const row = ann.getArticle('Written by Ann');
    await expect(row.getByRole('button', { name: 'Reply' })).toBeAttached();
    const keyboard = await KeyboardDevice.attach(page);
    const press = (place: keyof typeof keys, options = {}) => {
      keyboard.press(keys[place], { code: `Key${place}`, ...options });
      return keyboard.settle();
    };

    await press('K', { hasControl: true });
    const search = page.getByRole('dialog', { name: 'Join conversation' });
    await expect(search.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(composer).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(row).toBeFocused();
    await press('L');
    await expect(row.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
    await press('E');
    const field = page.getByRole('textbox', { name: 'Text of the message' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await press('R');
    await expect(composer).toBeFocused();
    await expect(page.getByText('Replying to Ann')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Replying to Ann')).toHaveCount(0);
    // At once: "Undo" is possible for five seconds.
    await ann.sendMessage('Too early');
    await press('Z', { hasControl: true });
    await expect(ann.getArticle('Too early')).toHaveCount(0);
    await expect(composer).toHaveValue('Too early');
  });
}

test('the keys of a Dvorak layout count by what they write', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Scripts', 'Of the world');
  await ann.sendMessage('Written by Ann');
  const row = ann.getArticle('Written by Ann');
  await expect(row.getByRole('button', { name: 'Reply' })).toBeAttached();
  await ann.page.keyboard.press('Shift+Tab');
  await ann.page.keyboard.press('Shift+Tab');
  await expect(row).toBeFocused();
  const keyboard = await KeyboardDevice.attach(ann.page);
  // The full stop is at the place of E, and P at that of R.
  keyboard.press('.', { code: 'KeyE' });
  keyboard.press('p', { code: 'KeyR' });
  await keyboard.settle();
  await expect(row, 'no shortcut').toBeFocused();
  keyboard.press('r', { code: 'KeyO' });
  await keyboard.settle();
  await expect(ann.page.getByText('Replying to Ann')).toBeVisible();
});

test('in an empty composer, page keys scroll the messages', async ({ person, server }) => {
  const ann = await person('Ann');
  const { page, composer } = ann;
  await ann.createRoom('Pages', 'To turn');
  await sendLines(server, ann, 40);
  await page.reload();
  await expect(ann.getArticle('Line 40.')).toBeInViewport();
  await expect(composer).toBeFocused();
  await expect.poll(() => readTop(ann)).toBeGreaterThan(500);
  await expect.poll(() => getDistanceFromEnd(ann.messages)).toBeLessThan(0.01);
  const end = await readTop(ann);

  await page.keyboard.press('PageUp');
  await expect.poll(() => readTop(ann)).toBeLessThan(end - 100);
  await page.keyboard.press('PageDown');
  await expect.poll(() => readTop(ann)).toBe(end);
  await page.keyboard.press('Home');
  await expect(ann.getArticle('Line 26.'), 'the oldest one that was shown').toBeInViewport();
  await page.keyboard.press('End');
  await expect.poll(() => getDistanceFromEnd(ann.messages)).toBeLessThan(0.01);
  for (let times = 0; times < 30; times++) await page.keyboard.press('PageUp');
  await expect(ann.getArticle('Line 1.'), 'older messages load').toBeAttached();
  await page.keyboard.press('End');
  await expect(ann.getArticle('Line 40.')).toBeInViewport();
  await expect(composer).toBeFocused();

  const before = await readTop(ann);
  await composer.fill('two\nlines');
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await page.keyboard.type('My ');
  expect(await composer.inputValue(), 'with a text, the keys move the caret').not.toBe('two\nlinesMy ');
  expect(Math.abs((await readTop(ann)) - before)).toBeLessThan(60);
});
