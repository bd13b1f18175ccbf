import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

test('a room needs a name and a description', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.page.getByRole('button', { name: 'Create new chat room' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'New chat room' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Chat name is required')).toBeVisible();
  await expect(dialog.getByText('Description is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Room name' }).fill('Lounge');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A place to sit');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(ann.page.getByText('Lounge has been created')).toBeVisible();
  await expect(ann.page).toHaveURL(/\/chat\//);
  await expect(ann.page.getByText('No messages yet', { exact: true })).toBeVisible();
});

test('the list shows the last message, live, the newest room first', { tag: '@own-server' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Older', 'The first');
  await expect(ben.page.getByText('Please select chat')).toBeVisible();
  await ann.createRoom('Newer', 'The second');
  await expect(ben.rooms.getByRole('link')).toHaveText([/Newer/, /Older/]);
  await expect(ben.getRoomLink('Older')).toContainText('No messages yet...');

  await ann.openRoom('Older');
  await expect(ann.getRoomLink('Older')).toHaveAttribute('aria-current', 'page');
  await ann.sendMessage('Anyone here?');
  await expect(ben.rooms.getByRole('link')).toHaveText([/Older/, /Newer/]);
  await expect(ben.getRoomLink('Older')).toContainText('Ann');
  await expect(ben.getRoomLink('Older')).toContainText('Anyone here?');
  await expect(ben.getRoomLink('Older')).toContainText('just now');
});

test('a missing room shows a notice', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Real', 'This one is');
  await ann.page.goto('/chat/nowhere');
  await expect(ann.page.getByText('Chat nowhere not found')).toBeVisible();
  await expect(ann.page).toHaveTitle('Chat nowhere not found · Snug');
});

test('join conversation finds a room by name, by id and by link', { tag: '@own-server' }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Garden', 'Green');
  const id = ann.page.url().split('/').at(-1) ?? '';
  await ann.createRoom('Kitchen', 'Warm');
  for (const words of ['gard', id, `${server.url}/chat/${id}`]) {
    await ann.openRoom('Kitchen');
    await ann.page.getByRole('button', { name: 'Join conversation' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'Join conversation' });
    await dialog.getByRole('textbox', { name: 'Find a room' }).fill(words);
    await ann.page.keyboard.press('Enter');
    await expect(ann.page.getByRole('heading', { name: 'Garden' })).toBeVisible();
  }
});

test('a narrow screen shows one pane', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Pocket', 'Fits in a hand');
  await expect(ann.composer).toBeVisible();
  await expect(ann.rooms).toBeHidden();
  await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
  await expect(ann.rooms).toBeVisible();
  await expect(ann.composer).toBeHidden();
  await ann.page.setViewportSize({ width: 993, height: 800 });
  await expect(ann.page.getByText('Please select chat')).toBeVisible();
  await ann.page.setViewportSize({ width: 992, height: 800 });
  await expect(ann.page.getByText('Please select chat')).toBeHidden();
});

test('room information shows the description', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Library', 'Whisper, **please**');
  await ann.page.getByRole('button', { name: 'Room Information' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'About Library' });
  await expect(dialog.getByText('Whisper, please')).toBeVisible();
  await expect(dialog.locator('strong')).toHaveText('please');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(ann.page.getByRole('button', { name: 'Room Information' }), 'the focus returns').toBeFocused();
});
