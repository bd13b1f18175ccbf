import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('others see who is typing until the message arrives, and nothing moves', async ({ person }) => {
  const [ann, ben, cleo] = [await person('Ann Alder'), await person('Ben'), await person('Cleo')];
  await ann.createRoom('Typing', 'Who writes');
  await ann.sendMessage('Hello');
  await ben.openRoom('Typing');
  await cleo.openRoom('Typing');
  const line = ann.page.getByText(/typing$/).first();
  const place = await ann.composer.boundingBox();
  // Reports begin when the page is idle and knows that others have the room open.
  await expect(async () => {
    await ben.composer.fill('From Ben');
    await expect(line).toHaveText('Ben is typing', { timeout: 1_000 });
  }).toPass();
  expect(await ann.composer.boundingBox()).toEqual(place);
  await expectNoViolations(ann.page, 'the line of who is typing');
  await expect(async () => {
    await cleo.composer.fill('From Cleo');
    await ben.composer.fill('From Ben');
    // In the order in which they arrived.
    await expect(line).toHaveText(/^(Ben and Cleo|Cleo and Ben) are typing$/, { timeout: 4_000 });
  }).toPass();
  await expect(ben.page.getByText('Cleo is typing').first(), 'without oneself').toBeVisible();
  await ben.composer.press('Enter');
  await cleo.composer.press('Enter');
  await expect(ann.getArticle('From Cleo')).toBeVisible();
  await expect(line).toHaveCount(0);
});
