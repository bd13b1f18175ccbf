import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function send(ann: ChatPage, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await ann.sendMessage(text);
    await expect(ann.getArticle(text).locator('time').first()).toBeAttached();
  }
}

test('a reply has a quote that follows its source and leads to it', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Replies', 'Question and answer');
  await send(ann, 'Where do we meet?', 'Anybody?');
  await bob.openRoom('Replies');
  const source = bob.getArticle('Where do we meet?').first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(bob.page.getByText('Replying to Ann')).toBeVisible();
  await expect(bob.composer).toBeFocused();
  await bob.page.reload();
  await expect(bob.page.getByText('Replying to Ann'), 'a reload keeps it').toBeVisible();
  await expectNoViolations(bob.page, 'replying');
  await bob.sendMessage('At the lake');
  await expect(bob.page.getByText('Replying to Ann')).toHaveCount(0);
  const quote = (text: string) => bob.page.getByRole('button', { name: `Answers Ann ${text}` });
  await expect(quote('Where do we meet?')).toBeVisible();
  await expectNoViolations(bob.page, 'a reply');

  await ann.page.keyboard.press('Escape');
  const own = ann.articles.first();
  await own.hover();
  await own.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('menuitem', { name: 'Edit message' }).click();
  await ann.messages.getByRole('textbox').fill('Where shall we meet?');
  await ann.page.getByRole('button', { name: 'Save' }).click();
  await expect(quote('Where shall we meet?')).toBeVisible();

  await quote('Where shall we meet?').click();
  await expect(bob.articles.first()).toBeFocused();
  const back = bob.page.getByRole('button', { name: 'Back to reply' });
  await back.click();
  await expect(bob.getArticle('At the lake')).toBeFocused();
  await expect(back).toHaveCount(0);

  await own.hover();
  await own.getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(bob.getArticle('At the lake').getByText('Message deleted')).toBeVisible();
});
