import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

async function openEditor({ page }: ChatPage) {
  await page.getByRole('button', { name: 'Admin: edit room' }).click();
  return page.getByRole('dialog', { name: 'Edit Room' });
}

test('an admin edits the room, and everyone sees it at once', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Before', 'Old words');
  await ben.openRoom('Before');
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeHidden();

  const editor = await openEditor(ann);
  const name = editor.getByRole('textbox', { name: 'Name' });
  await editor.getByRole('button', { name: 'Edit name', exact: true }).click();
  await name.fill('   ');
  await editor.getByRole('button', { name: 'Save name' }).click();
  await expect(ann.page.getByText('Message can not be empty')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('  After  ');
  await editor.getByRole('button', { name: 'Save name' }).click();
  await expect(ann.page.getByText('Successfully updated')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Edit name', exact: true })).toBeFocused();
  await expect(ben.page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(ben.getRoomLink('After')).toBeVisible();

  await editor.getByRole('button', { name: 'Edit description', exact: true }).click();
  await editor.getByRole('textbox', { name: 'Description' }).fill('New words');
  await editor.getByRole('textbox', { name: 'Description' }).press('Enter');
  await ben.page.getByRole('button', { name: 'Room Information' }).click();
  await expect(ben.page.getByRole('dialog', { name: 'About After' }).getByText('New words')).toBeVisible();
});

test('editing can be cancelled by button and by key, and the dialog stays open', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Unchanged', 'As it was');
  const editor = await openEditor(ann);
  const name = editor.getByRole('textbox', { name: 'Name' });
  const editButton = editor.getByRole('button', { name: 'Edit name', exact: true });
  await editButton.click();
  await name.fill('Something else');
  await editor.getByRole('button', { name: 'Cancel editing name' }).click();
  await expect(name).toHaveValue('Unchanged');
  await expect(editButton).toBeFocused();
  for (const control of [name, editor.getByRole('button', { name: 'Save name' })]) {
    await editButton.click();
    await name.fill('Something else');
    await control.press('Escape');
    await expect(name).toHaveValue('Unchanged');
    await expect(editButton).toBeFocused();
  }
  await expect(editor).toBeVisible();
  await editor.getByRole('button', { name: 'Close' }).click();
  await expect(editor).toBeHidden();
});

test('editing a description keeps its lines, the focus, and what is typed while it is saved', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/api\/live/, socket => {
    socket.connectToServer().onMessage(frame => {
      if (isHeld) held.push(() => socket.send(frame));
      else socket.send(frame);
    });
  });
  const response = await page.request.post('/api/create_room', {
    data: { name: 'Lines', description: 'First line\nSecond line' },
  });
  const { room } = (await response.json()) as { room: { id: string } };
  await page.goto(`/chat/${room.id}`);
  const editor = await openEditor(ann);
  const words = editor.getByRole('textbox', { name: 'Description' });
  const save = editor.getByRole('button', { name: 'Save description' });
  await editor.getByRole('button', { name: 'Edit description', exact: true }).click();
  await words.press('Control+End');
  await words.press('Shift+Enter');
  await words.pressSequentially('Third line');
  isHeld = true;
  await words.press('Enter');
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await words.pressSequentially('!');
  isHeld = false;
  for (const send of held) send();
  await expect(page.getByText('Successfully updated')).toBeVisible();
  await expect(save).toHaveAttribute('aria-busy', 'false');
  await expect(words).toHaveValue('First line\nSecond line\nThird line!');
  await words.press('Escape');
  await expect(words).toHaveValue('First line\nSecond line\nThird line');

  const box = editor.getByRole('checkbox', { name: 'Members may invite people' });
  held.length = 0;
  isHeld = true;
  await box.press('Space');
  await expect(box).toHaveAttribute('aria-disabled', 'true');
  await expect(box).toBeFocused();
  isHeld = false;
  for (const send of held) send();
  await expect(box).not.toHaveAttribute('aria-disabled');
  await expect(box).not.toBeChecked();
});

test('an admin promotes a person in the profile, and revokes it', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben Birch')];
  await ann.createRoom('Rights', 'Who may do what');
  await ben.openRoom('Rights');
  await ben.sendMessage('May I?');
  await ann.sendMessage('You may');

  await ann.getArticle('You may').getByRole('button', { name: 'Ann', exact: true }).click();
  const own = ann.page.getByRole('dialog', { name: 'Ann profile' });
  await expect(own.getByText('Ann Alder')).toBeVisible();
  await expect(own.getByText(/^Member since : \d\d \w{3} \d{4}$/)).toBeVisible();
  await expect(own.getByRole('button', { name: /admin permission/ }), 'not in the own profile').toHaveCount(
    0,
  );
  await own.getByRole('button', { name: 'Close' }).click();

  await ann.getArticle('May I?').getByRole('button', { name: 'Ben', exact: true }).click();
  const theirs = ann.page.getByRole('dialog', { name: 'Ben profile' });
  await theirs.getByRole('button', { name: 'Give admin permission in this room' }).click();
  await expect(ann.page.getByText('Admin permission granted')).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Remove admin permission in this room' }).click();
  await expect(ann.page.getByText('Admin permission removed')).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeHidden();

  await ben.getArticle('You may').getByRole('button', { name: 'Ann', exact: true }).click();
  const seenByBen = ben.page.getByRole('dialog', { name: 'Ann profile' });
  await expect(seenByBen.getByText('Ann Alder')).toBeVisible();
  await expect(seenByBen.getByRole('button', { name: /admin permission/ })).toHaveCount(0);
});
