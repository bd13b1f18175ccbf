import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { waitForAnimations } from './animations.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a message saved for later is in "Saved" with its neighbours, until it is removed', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Recipes', 'Good food');
  for (const text of ['Before it', 'Two eggs and flour', 'After it']) await ann.sendMessage(text);
  const row = ann.getArticle('Two eggs');
  const openMenu = async () => {
    await row.hover();
    await row.getByRole('button', { name: 'More' }).click();
  };
  await openMenu();
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved for later' })).toBeVisible();
  await openMenu();
  await expect(page.getByRole('menuitem', { name: 'Remove from saved' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Saved' })).toBeVisible();
  const entry = page.getByRole('main').getByRole('article').filter({ hasText: 'Two eggs and flour' });
  await expect(entry).toContainText('Recipes');
  await expect(entry).toContainText('Before it');
  await expect(entry).toContainText('After it');
  await expectNoViolations(page, 'saved messages');
  await entry.getByRole('link', { name: 'Go to message' }).click();
  await expect(ann.getArticle('Two eggs')).toBeInViewport();
  await page.goBack();
  await entry.getByRole('button', { name: 'Remove from saved' }).click();
  await expect(page.locator(':focus')).toContainText('Messages that you save for later appear here');
});

test('a saved message that is deleted loses its text while "Saved" is open', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const { page } = ann;
  await bob.createRoom('Regrets', 'Second thoughts');
  await ann.openRoom('Regrets');
  await ann.joinRoom();
  await bob.sendMessage('The code is 4711');
  await ann.getArticle('4711').hover();
  await ann.getArticle('4711').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await expect(page.locator('#main')).toContainText('The code is 4711');
  await bob.getArticle('4711').hover();
  await bob.getArticle('4711').getByRole('button', { name: 'Delete message' }).click();
  await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('#main')).not.toContainText('4711');
  await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible();
});

test('a reminder shows once when its time has come, and stays due until it is dismissed', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Plants', 'Green');
  await ann.sendMessage('Water the fern');
  const row = ann.getArticle('Water the fern');
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remind me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind me' });
  await expect(dialog.getByRole('button', { name: 'Tomorrow at 9:00' })).toBeVisible();
  await expectNoViolations(page, 'remind me');
  await dialog.getByRole('button', { name: 'In 20 minutes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Reminder set for' })).toBeVisible();
  const toast = page.getByRole('status').filter({ hasText: 'Water the fern' });
  await expect(toast).toHaveCount(0);
  // Another device moves the reminder: twenty minutes are too long for a test.
  const { origin, pathname } = new URL(page.url());
  const roomId = pathname.split('/').at(-1);
  const { messages } = (await sendCommand(origin, page.context(), 'get_messages', { roomId })) as {
    messages: { id: string }[];
  };
  const reminder = { roomId, messageId: messages[0]?.id, on: true, remindAt: Date.now() + 3_000 };
  await sendCommand(origin, page.context(), 'set_saved', reminder);
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await page.getByRole('button', { name: 'Dismiss reminder' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss reminder' })).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Water the fern')).toBeVisible();
});

test('a reminder of a message that an admin removed says that it is gone', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await bob.createRoom('Rules', 'Be kind');
  await ann.openRoom('Rules');
  await ann.joinRoom();
  await ann.sendMessage('Rude words');
  await expect(bob.getArticle('Rude words')).toBeVisible();
  const { origin } = new URL(ann.page.url());
  const messageId = await bob.getArticle('Rude words').getAttribute('id');
  const message = { roomId: ann.roomId, messageId };
  const reminder = { ...message, on: true, remindAt: Date.now() + 8_000 };
  await sendCommand(origin, ann.page.context(), 'set_saved', reminder);
  await sendCommand(origin, bob.page.context(), 'remove_message', message);
  await expect(ann.getArticle('Rude words')).toHaveCount(0);
  await expect(
    ann.page.getByRole('status').filter({ hasText: 'that message is no longer here' }),
  ).toBeVisible();
});

test('a time of "Remind me" counts from the press, however long the dialog is open', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  // The page keeps the clock that it finds when it loads.
  await page.clock.install();
  await page.reload();
  await ann.createRoom('Slow', 'Time to think');
  await ann.sendMessage('Think about it');
  await ann.getArticle('Think about it').hover();
  await ann.getArticle('Think about it').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remind me' }).click();
  const button = page
    .getByRole('dialog', { name: 'Remind me' })
    .getByRole('button', { name: 'In 20 minutes' });
  await expect(button).toBeVisible();
  const later = Date.now() + 40 * 60_000;
  await page.clock.setFixedTime(later);
  await button.click();
  const time = await page.evaluate(
    at => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
    later + 20 * 60_000,
  );
  await expect(page.getByRole('status').filter({ hasText: 'Reminder set for' })).toContainText(time);
});

test('a due reminder shows in a browser without locks, as on a server without https', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
  await page.reload();
  await ann.createRoom('Herbs', 'Green');
  await ann.sendMessage('Water the basil');
  // The server has it.
  await expect(ann.getArticle('Water the basil').locator('time').first()).toBeAttached();
  const { origin, pathname } = new URL(page.url());
  const roomId = pathname.split('/').at(-1);
  const { messages } = (await sendCommand(origin, page.context(), 'get_messages', { roomId })) as {
    messages: { id: string }[];
  };
  const reminder = { roomId, messageId: messages[0]?.id, on: true, remindAt: Date.now() + 1_000 };
  await sendCommand(origin, page.context(), 'set_saved', reminder);
  await expect(page.getByRole('status').filter({ hasText: 'Water the basil' })).toBeVisible();
});

test('the fields of "Remind me" stay in their column on a narrow phone', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann', { viewport: { width: 320, height: 640 } });
  await ann.createRoom('Small', 'Smallest');
  await ann.sendMessage('Do not forget');
  await expect(ann.getArticle('Do not forget').locator('time').first()).toBeAttached();
  await ann.getArticle('Do not forget').click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Remind me' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Remind me' });
  const right = async (name: string) => {
    const box = await dialog.getByRole('button', { name }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  await waitForAnimations(ann.page);
  expect(await right('Set reminder')).toBe(await right('In an hour'));
});

test('a reminder or a saved message that the server rejects shows an error and no success', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/api\/live/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(text => {
      const { id, command } = JSON.parse(String(text)) as { id: number; command: string };
      if (command !== 'set_saved') return server.send(text);
      const error = { code: 'limit_exceeded', message: 'You have saved too much', retry: false };
      held.push(() => socket.send(JSON.stringify({ id, error })));
    });
  });
  await page.reload();
  await ann.createRoom('Promises', 'And answers');
  await ann.sendMessage('Call the plumber');
  const row = ann.getArticle('Call the plumber');
  const choose = async (item: string) => {
    await row.hover();
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const successes = page.getByRole('status').filter({ hasText: /Reminder set for|Saved for later/ });
  const reject = async (count: number) => {
    await expect.poll(() => held.length).toBe(count);
    expect(await successes.count()).toBe(0);
    held.at(-1)?.();
    const failure = page.getByRole('alert').filter({ hasText: 'You have saved too much' });
    await expect(failure).toHaveCount(1);
    await expect(successes).toHaveCount(0);
    await failure.getByRole('button', { name: 'Dismiss' }).click();
    await expect(failure).toHaveCount(0);
  };
  await choose('Remind me');
  await page.getByRole('dialog').getByRole('button', { name: 'In an hour' }).click();
  await reject(1);
  await choose('Save for later');
  await reject(2);
});
