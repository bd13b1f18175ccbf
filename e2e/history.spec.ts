import { expect, test } from './fixtures.ts';
import { post } from './program.ts';

test('history comes in pages of 15, and reading it never moves what is read', async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Long', 'Forty messages');
  const roomId = ann.page.url().split('/').at(-1) ?? '';
  for (let line = 1; line <= 40; line++) {
    await post(server.url, ann.page.context(), 'send_message', { roomId, text: `Line ${line}.` });
  }
  await ann.page.reload();
  await expect(ann.articles).toHaveCount(15);
  await expect(ann.article('Line 40.')).toBeInViewport();

  const more = ann.page.getByRole('button', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  const words = ann.messages.getByText('Line 26.', { exact: true });
  const before = await words.boundingBox();
  await more.click();
  await expect(ann.articles).toHaveCount(30);
  const after = await words.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the words moved').toBeLessThan(1);

  await more.click();
  await expect(ann.articles).toHaveCount(40);
  await expect(more, 'at the beginning there is nothing more').toBeDisabled();
  await expect(ann.messages.getByText('This is where Long begins.')).toBeVisible();
  const shown = await ann.articles.getByText(/^Line/).allInnerTexts();
  expect(shown).toEqual(Array.from({ length: 40 }, (_, index) => `Line ${index + 1}.`));
});

test('messages stand under the day on which they were written', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Days', 'One heading a day');
  await ann.say('today');
  const today = await ann.page.evaluate(() => {
    const now = new Date();
    const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[now.getMonth()];
    return `${String(now.getDate()).padStart(2, '0')} ${month} ${now.getFullYear()}`;
  });
  await expect(ann.messages.getByText(today, { exact: true })).toHaveCount(1);
});
