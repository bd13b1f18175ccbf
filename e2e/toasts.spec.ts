import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

const CREATED = 'Brief has been created';

for (const [where, viewport] of SCREENS) {
  test(`a toast stays for four seconds, ${where}`, { tag: '@detail' }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    // In the page: how late the test looks does not matter.
    const duration = ann.page.evaluate(measureToast, CREATED);
    await ann.createRoomInDialog('Brief', 'Toasts come and go');
    await expect(ann.page.getByRole('status').filter({ hasText: CREATED })).toBeInViewport();
    // The time begins a little before the toast is in the page.
    expect(await duration).toBeGreaterThan(3_500);
  });

  test(`a toast stays while it is hovered, ${where}`, { tag: '@detail' }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { clock } = ann.page;
    await clock.install();
    await ann.createRoomInDialog('Brief', 'Toasts come and go');
    const toast = ann.page.getByRole('status').filter({ hasText: CREATED });
    await toast.hover();
    await clock.runFor(10_000);
    await expect(toast, 'the toast stays under the pointer').toBeVisible();
    await ann.page.mouse.move(0, 0);
    await clock.runFor(5_000);
    await expect(toast).toBeHidden();
  });
}

test('a failure shows its reason with an emoji, and the input stays', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.page.getByRole('button', { name: 'Create new chat room' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'New chat room' });
  await dialog.getByRole('textbox', { name: 'Room name' }).fill('Unlucky');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The server is gone');
  await server.kill();
  const create = dialog.getByRole('button', { name: 'Create' });
  await create.click();
  const toast = ann.page.getByRole('alert').filter({ hasText: /Try again\. \p{Emoji_Presentation}$/u });
  await expect(toast).toBeVisible();
  await create.click();
  await expect(create).toBeEnabled();
  await expect(toast, 'the same failure again').toHaveCount(1);
  await expect(dialog.getByRole('textbox', { name: 'Room name' })).toHaveValue('Unlucky');
  await server.start();
  await expect(async () => {
    await create.click();
    await expect(ann.page.getByText('Unlucky has been created')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('without the server, editing a room shows an error and can be retried', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Alone', 'As it was');
  const edit = ann.page.getByRole('button', { name: 'Admin: edit room' });
  await expect(edit).toBeVisible();
  await server.kill();
  const failure = ann.page.getByRole('alert').filter({ hasText: /Snug can't do that right now/ });
  await edit.click();
  const editor = ann.page.getByRole('dialog', { name: 'Edit Room' });
  await editor.getByRole('button', { name: 'Edit description', exact: true }).click();
  await editor.getByRole('textbox', { name: 'Description' }).fill('Something else');
  await editor.getByRole('button', { name: 'Save description' }).click();
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('Something else');

  await server.start();
  await expect(async () => {
    await editor.getByRole('button', { name: 'Save description' }).click();
    await expect(ann.page.getByText('Successfully updated')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a failed sign-out shows an error at the top centre', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.page.route('**/api/auth/sign-out', route => route.abort());
  await ann.page.getByRole('button', { name: 'Dashboard' }).click();
  await ann.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const toast = ann.page.getByRole('alert').filter({ hasText: "Can't reach Snug right now" });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box?.y, 'at the top').toBeLessThan(100);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720), 'centred').toBeLessThan(20);
  await ann.page.unroute('**/api/auth/sign-out');
  await ann.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(ann.page.getByText('Signed Out')).toBeVisible();
});

test('on a narrow screen a toast is below the saved input', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Covered', 'Not any more');
  await ann.page.getByRole('button', { name: 'Admin: edit room' }).click();
  const drawer = ann.page.getByRole('dialog', { name: 'Edit Room' });
  await drawer.getByRole('button', { name: 'Edit name' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Uncovered');
  await drawer.getByRole('button', { name: 'Save name' }).click();
  const toast = ann.page.getByRole('status').filter({ hasText: 'Successfully updated' });
  await expect(toast).toBeVisible();
  const field = await drawer.getByRole('textbox', { name: 'Description' }).boundingBox();
  const box = await toast.boundingBox();
  expect(box?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
});

/** How long a toast is in the page, in ms. */
function measureToast(text: string): Promise<number> {
  return new Promise(resolve => {
    let since: number | undefined;
    const look = () => {
      const toasts = [...document.querySelectorAll('[role=status]')];
      const isShown = toasts.some(({ textContent }) => textContent.includes(text));
      if (isShown) since ??= performance.now();
      else if (since !== undefined) resolve(performance.now() - since);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}
