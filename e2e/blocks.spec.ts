import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const FOLDED = 'Message from someone you blocked';

async function pressInProfile(page: Page, button: string): Promise<void> {
  const profile = page.getByRole('dialog', { name: 'Ben profile' });
  await profile.getByRole('button', { name: button, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(profile).toBeHidden();
}

test('messages of a blocked person are folded on all devices, and the person sees no difference', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Market', 'Say hello');
  await ben.openRoom('Market');
  await ben.sendMessage('Buy this');
  await ann.getArticle('Buy this').getByRole('button', { name: 'Ben', exact: true }).click();
  await pressInProfile(ann.page, 'Block');
  const folded = ann.getArticle(FOLDED);
  await expect(folded).toHaveCount(1);
  await ben.sendMessage('Buy that');
  await expect(folded).toHaveCount(2);
  await expect(ben.getArticle('Buy that')).toBeVisible();
  await expect(ann.getRoomLink('Market')).toContainText(FOLDED);
  await expect(ann.getRoomLink('Market')).not.toContainText('Buy that');
  await expectNoViolations(ann.page, 'folded messages');

  await ann.page.reload();
  await expect(folded).toHaveCount(2);
  await folded.first().getByRole('button', { name: 'Show', exact: true }).click();
  await expect(ann.getArticle('Buy this')).toBeFocused();
  await ann.getArticle('Buy this').getByRole('button', { name: 'Ben', exact: true }).click();
  await pressInProfile(ann.page, 'Unblock');
  await expect(ann.getArticle('Buy that')).toBeVisible();
  await expect(folded).toHaveCount(0);
});

test('the line above an answer to a person who is blocked meanwhile folds as well', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Market', 'Say hello');
  await ben.openRoom('Market');
  await ben.sendMessage('Buy this');
  await ann.getArticle('Buy this').hover();
  await ann.getArticle('Buy this').getByRole('button', { name: 'Reply', exact: true }).click();
  const strip = ann.page.getByRole('paragraph').filter({ hasText: 'Replying to Ben' });
  await expect(strip).toContainText('Buy this');
  await ann.getArticle('Buy this').getByRole('button', { name: 'Ben', exact: true }).click();
  await pressInProfile(ann.page, 'Block');
  await expect(strip).toContainText(FOLDED);
  await expect(strip).not.toContainText('Buy this');
});
