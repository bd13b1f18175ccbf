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
