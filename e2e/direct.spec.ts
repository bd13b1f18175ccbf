import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** Names are unique among the tests that share a server, because people are found by name. */
const createName = (name: string) => `${name} ${test.info().testId.slice(-8)}`;

async function openNewMessage({ page }: ChatPage) {
  if (!(await page.getByRole('button', { name: 'New message' }).isVisible()))
    await page.getByRole('link', { name: 'Back to rooms' }).click();
  await page.getByRole('button', { name: 'New message' }).click();
  return page.getByRole('dialog', { name: 'New message' });
}

for (const [where, viewport] of SCREENS) {
  test(`a profile and "New message" open the same room, ${where}`, { tag: '@detail' }, async ({ person }) => {
    const name = createName('Ben');
    const [ann, ben] = [await person('Ann', { viewport }), await person(name)];
    await ann.createRoom('Meeting point', 'Say hello');
    await ben.openRoom('Meeting point');
    await ben.sendMessage('Hello');
    await ann.getArticle('Hello').getByRole('button', { name: 'Ben', exact: true }).click();
    const profile = ann.page.getByRole('dialog', { name: 'Ben profile' });
    await expectNoViolations(ann.page, 'a profile');
    await profile.getByRole('button', { name: 'Message', exact: true }).click();
    await expect(ann.page.getByRole('heading', { name })).toBeVisible();
    const { roomId } = ann;
    await ann.sendMessage('Only for you');
    await ben.page.getByRole('button', { name: /^Requests/ }).click();
    await ben.page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(ben.getArticle('Only for you')).toBeVisible();

    const dialog = await openNewMessage(ann);
    const people = dialog.getByRole('combobox', { name: 'People' });
    await people.fill(name);
    await expect(dialog.getByRole('option', { name })).toBeVisible();
    await expectNoViolations(ann.page, 'New message');
    await people.press('Enter');
    await expect(dialog.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    await dialog.getByRole('button', { name: 'Open conversation' }).click();
    await expect(dialog).toBeHidden();
    await expect(ann.page).toHaveURL(new RegExp(`/chat/${roomId}$`));
    await expect(ann.getArticle('Only for you')).toBeVisible();

    await ann.page.getByRole('button', { name: 'People', exact: true }).click();
    const items = ann.page.getByRole('dialog', { name: `People in ${name}` }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await expectNoViolations(ann.page, 'the people of a direct room');
  });
}

test('a conversation of three is opened by keyboard, and again by anyone in it', { tag: '@detail' }, async ({
  person,
}) => {
  const [ben, cleo] = [createName('Ben'), createName('Cleo')];
  const [ann, benPage] = [await person('Ann'), await person(ben)];
  await person(cleo);
  const dialog = await openNewMessage(ann);
  const people = dialog.getByRole('combobox', { name: 'People' });
  await expect(people).toBeFocused();
  const chips = dialog.getByRole('list', { name: 'Chosen people' }).getByRole('button');
  for (const name of [ben, cleo]) {
    await ann.page.keyboard.type(name);
    await ann.page.keyboard.press('Enter');
    await expect(chips.last()).toHaveAccessibleName(`Remove ${name}`);
    await expect(people).toHaveValue('');
  }
  await ann.page.keyboard.press('Backspace');
  await expect(chips).toHaveCount(1);
  await ann.page.keyboard.type(cleo.slice(0, -1));
  await expect(dialog.getByRole('option', { name: cleo })).toHaveAttribute('aria-selected', 'true');
  await ann.page.keyboard.press('ArrowDown');
  await ann.page.keyboard.press('ArrowUp');
  await ann.page.keyboard.press('Enter');
  await expect(chips).toHaveCount(2);
  await expectNoViolations(ann.page, 'chosen people');
  await ann.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(ann.page.getByRole('heading', { name: 'Ben and Cleo' })).toBeVisible();
  await ann.sendMessage('The three of us');

  await benPage.page.getByRole('button', { name: /^Requests/ }).click();
  await benPage.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(benPage.page.getByRole('heading', { name: 'Ann and Cleo' })).toBeVisible();
  await expect(benPage.getArticle('The three of us')).toBeVisible();
});

test('notes to self are the first option, and in the own profile', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  const dialog = await openNewMessage(ann);
  await dialog.getByRole('button', { name: 'Open conversation' }).click();
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible();
  await expect(dialog.getByRole('option').first()).toHaveAccessibleName('Notes to self');
  await dialog.getByRole('combobox', { name: 'People' }).press('ArrowDown');
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('heading', { name: 'Notes to self' })).toBeVisible();
  const { roomId } = ann;
  await ann.sendMessage('Buy milk');
  await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
  await ann.createRoom('Elsewhere', 'Not the notes');
  await ann.sendMessage('Hi');
  await ann.getArticle('Hi').getByRole('button', { name: 'Ann', exact: true }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Notes to self' }).click();
  await expect(ann.page).toHaveURL(new RegExp(`/chat/${roomId}$`));
  await expect(ann.getArticle('Buy milk')).toBeVisible();
});

test('"Join conversation" finds rooms and people', { tag: '@detail' }, async ({ person }) => {
  const word = `z${test.info().testId.slice(-8)}`;
  const ann = await person('Ann');
  await person(`Ben ${word}`);
  await ann.createRoom(`Room ${word}`, 'Found by name');
  await ann.createRoom('Start', 'Begin here');
  await ann.page.getByRole('button', { name: 'Join conversation' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Join conversation' });
  await dialog.getByRole('textbox', { name: 'Find a room' }).fill(word);
  await expect(dialog.getByRole('group', { name: 'Rooms' }).getByRole('option')).toHaveText([`Room ${word}`]);
  const person2 = dialog.getByRole('group', { name: 'People' }).getByRole('option');
  await expect(person2).toHaveAccessibleName(`Ben ${word}`);
  await expectNoViolations(ann.page, 'rooms and people');
  await ann.page.keyboard.press('ArrowDown');
  await expect(person2).toHaveAttribute('aria-selected', 'true');
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('heading', { name: `Ben ${word}` })).toBeVisible();
});
