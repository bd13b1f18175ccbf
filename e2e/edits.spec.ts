import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
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

test('"Undo" takes a message back and returns its text, and nothing moves', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Undo', 'Too fast');
  await send(ann, 'Stays');
  await bob.openRoom('Undo');
  await ann.sendMessage('Oops');
  const row = ann.getArticle('Oops');
  const undo = row.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(bob.getArticle('Oops')).toBeVisible();
  const { height } = (await row.boundingBox()) ?? { height: 0 };
  await ann.composer.fill('and more');
  await undo.click();
  await expect(ann.composer).toHaveValue('Oops\nand more');
  await expect(ann.composer).toBeFocused();
  for (const chat of [ann, bob]) await expect(chat.getArticle('Oops')).toHaveCount(0);
  await expect(ann.page.getByRole('status').filter({ hasText: 'deleted' })).toHaveCount(0);

  await ann.sendMessage('Again');
  await expect(ann.getArticle('Again')).toBeVisible();
  await ann.composer.press('ControlOrMeta+z');
  await expect(ann.composer).toHaveValue('Again');
  await expect(bob.getArticle('Again')).toHaveCount(0);

  await ann.sendMessage('Later');
  const later = ann.getArticle('Later');
  await expect(later.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(later.getByRole('button', { name: 'Undo' }), 'five seconds after it is stored').toHaveCount(0);
  expect((await later.boundingBox())?.height, 'it took no height').toBe(height);
});
