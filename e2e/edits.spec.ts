import type { Locator } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function send(ann: ChatPage, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await ann.sendMessage(text);
    await expect(ann.getArticle(text).locator('time').first()).toBeAttached();
  }
}

test('an edit shows at once, is marked, and reaches everyone', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Edits', 'Second thoughts');
  await send(ann, 'A frist try');
  await bob.openRoom('Edits');
  await ann.composer.press('ArrowUp');
  const field = ann.messages.getByRole('textbox', { name: 'Text of the message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('A frist try');
  await expect(ann.messages.getByText('Enter to save, Escape to cancel')).toBeVisible();
  await expectNoViolations(ann.page, 'an edit');
  await field.fill('A first try');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(ann.composer, 'the focus returns').toBeFocused();
  for (const chat of [ann, bob]) {
    await expect(chat.getArticle('A first try').getByTitle(/^Edited /)).toHaveText('edited');
    await expect(chat.getArticle('A frist try')).toHaveCount(0);
  }
});

/** Sends another text if the five seconds of "Undo" were over before somebody could press it. */
async function tryInTime(word: string, sendAndUndo: (text: string) => Promise<void>): Promise<string> {
  let text = '';
  let attempt = 0;
  await expect(async () => {
    text = `${word} ${++attempt}`;
    await sendAndUndo(text);
  }).toPass();
  return text;
}

test('"Undo" takes a message back and returns its text, and nothing moves', { tag: '@journey' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Undo', 'Too fast');
  await send(ann, 'Stays');
  await bob.openRoom('Undo');
  let height = 0;
  const oops = await tryInTime('Oops', async text => {
    await ann.sendMessage(text);
    const row = ann.getArticle(text);
    await expect(bob.getArticle(text)).toBeVisible({ timeout: 5_000 });
    height = (await row.boundingBox())?.height ?? 0;
    await ann.composer.fill('and more');
    await row.getByRole('button', { name: 'Undo' }).click({ timeout: 5_000 });
  });
  await expect(ann.composer).toHaveValue(`${oops}\nand more`);
  await expect(ann.composer).toBeFocused();
  for (const chat of [ann, bob]) await expect(chat.getArticle(oops)).toHaveCount(0);
  await expect(ann.page.getByRole('status').filter({ hasText: 'deleted' })).toHaveCount(0);

  const again = await tryInTime('Again', async text => {
    await ann.sendMessage(text);
    await expect(ann.getArticle(text)).toBeVisible();
    await ann.composer.press('ControlOrMeta+z');
    await expect(ann.composer).toHaveValue(text, { timeout: 5_000 });
  });
  await expect(bob.getArticle(again)).toHaveCount(0);

  await ann.sendMessage('Later');
  const later = ann.getArticle('Later');
  await expect(later.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(later.getByRole('button', { name: 'Undo' }), 'five seconds after it is stored').toHaveCount(0);
  expect((await later.boundingBox())?.height, 'it took no height').toBe(height);
});

const PLACES = {
  'on a narrow screen': { viewport: NARROW },
  'on a touch screen': { viewport: WIDE, hasTouch: true, isMobile: true },
};

async function startEdit({ page }: ChatPage, row: Locator, isTouch: boolean): Promise<void> {
  if (isTouch) {
    await row.locator('[data-words]').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit message' }).tap();
    return;
  }
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit message' }).click();
}

for (const [where, device] of Object.entries(PLACES)) {
  test(`${where} an edit is in the composer, and the draft returns`, { tag: '@detail' }, async ({
    person,
  }) => {
    const isTouch = 'hasTouch' in device;
    const ann = await person('Ann', device);
    const { page, composer } = ann;
    await ann.createRoom('Small edits', 'Little space');
    await composer.fill('A frist try');
    await ann.send.click();
    const row = ann.articles.first();
    await expect(row.locator('time').first()).toBeAttached();
    await composer.fill('A draft');
    const strip = page.getByText('Editing message');
    const field = page.getByRole('textbox', { name: 'Text of the message' });

    await startEdit(ann, row, isTouch);
    await expect(strip).toBeVisible();
    await expect(field).toHaveValue('A frist try');
    await expect(field).toBeFocused();
    await expect(ann.messages.getByRole('textbox'), 'not in the row').toHaveCount(0);
    await expect(composer).toHaveCount(0);
    await expectNoViolations(page, `an edit in the composer, ${where}`);
    await field.fill('A first');
    await field.press('Escape');
    await expect(strip).toHaveCount(0);
    await expect(composer).toHaveValue('A draft');

    await startEdit(ann, row, isTouch);
    await expect(field, 'the changed text is kept').toHaveValue('A first');
    await field.press('End');
    await field.pressSequentially(' try');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(strip).toHaveCount(0);
    await expect(composer).toHaveValue('A draft');
    await expect(row).toContainText('A first try');
    await expect(row.getByText('edited', { exact: true })).toBeAttached();
  });
}

for (const [where, viewport] of [
  ['in the row', WIDE],
  ['in the composer', NARROW],
] as const) {
  test(`the edit of a deleted message ends, and its text goes to the composer, ${where}`, {
    tag: '@detail',
  }, async ({ person, server }) => {
    const ann = await person('Ann', { viewport });
    const { page, composer } = ann;
    await ann.createRoom('Short lives', 'Deleted elsewhere');
    const { roomId } = ann;
    const field = page.getByRole('textbox', { name: 'Text of the message' });
    await send(ann, 'Written here');
    await composer.press('ArrowUp');
    await field.fill('Better words');
    const messageId = (await ann.articles.last().getAttribute('id')) ?? '';
    await sendCommand(server.url, page.context(), 'delete_message', { roomId, messageId });
    await expect(field).toHaveCount(0);
    await expect(composer).toHaveValue('Better words');
    await expect(composer).toBeFocused();
    await expect(page.getByText('Your text is in the composer.')).toBeVisible();

    await send(ann, 'Without words');
    await composer.press('ArrowUp');
    await field.fill('');
    await field.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(field).toHaveCount(0);
    await expect(composer).toHaveValue('');
    await expect(ann.articles).toHaveCount(0);
  });
}

for (const [where, viewport] of [
  ['in the row', WIDE],
  ['in the composer', NARROW],
] as const) {
  test(`an edit that another device has overtaken keeps its text and shows a notice, ${where}`, {
    tag: '@detail',
  }, async ({ person, server }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await ann.createRoom('Two devices', 'One text');
    const { roomId } = ann;
    await send(ann, 'First version');
    await ann.composer.press('ArrowUp');
    const field = page.getByRole('textbox', { name: 'Text of the message' });
    await field.fill('From this device');
    const { messages } = (await sendCommand(server.url, page.context(), 'get_messages', { roomId })) as {
      messages: { id: string }[];
    };
    const id = messages[0]?.id;
    const edit = { roomId, id, text: 'From the phone', revision: 0, editId: roomId };
    await sendCommand(server.url, page.context(), 'edit_message', edit);
    await field.press('Enter');
    await expect(page.getByText('This message was changed on another device.')).toBeVisible();
    await expect(field).toHaveValue('From this device');
    await expect(field).toBeFocused();
    await expectNoViolations(page, `an overtaken edit, ${where}`);
    await field.press('Escape');
    await expect(ann.getArticle('From the phone')).toBeVisible();
    await ann.composer.press('ArrowUp');
    await expect(field).toHaveValue('From this device');
    await field.press('Enter');
    await expect(ann.getArticle('From this device')).toBeVisible();
    await expect(field).toHaveCount(0);
  });
}
