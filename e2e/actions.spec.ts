import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

test.use({ serviceWorkers: 'allow' });

test('likes and deletions without the server show at once, survive a reload and are sent later', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Train', 'Tunnels ahead');
  await ben.openRoom('Train');
  for (const text of ['Keep this', 'Drop this']) {
    await ann.sendMessage(text);
    await expect(ben.getArticle(text)).toBeVisible();
    await expect(ann.getArticle(text).locator('time').first()).toBeAttached();
  }
  await ann.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => readStoredText(ann.page, 'snug:rooms:2', 'rooms')).toContain('Drop this');
  await server.kill();

  const like = ann.getArticle('Keep this').getByRole('button', { name: 'Like' });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await ann.getArticle('Drop this').hover();
  await ann.getArticle('Drop this').getByRole('button', { name: 'Delete message' }).click();
  const question = ann.page.getByRole('alertdialog', { name: 'Delete this message?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getArticle('Drop this')).toBeHidden();
  await expect.poll(() => readStoredText(ann.page, 'snug:actions', 'actions')).toContain('delete_message');
  await ann.page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(ann.getArticle('Drop this')).toBeHidden();
  expect(await ben.getArticle('Drop this').count()).toBe(1);

  await server.start();
  await expect(ben.getArticle('Drop this')).toBeHidden({ timeout: 60_000 });
  await expect(ben.getArticle('Keep this').getByRole('button', { name: 'Like' })).toContainText('1');
  await expect.poll(() => readStoredText(ann.page, 'snug:actions', 'actions')).toBe('[[]]');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('a deletion that the server refuses shows an error with its reference, and the message returns', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.page.routeWebSocket(/\/api\/live/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(text => {
      const { id, command } = JSON.parse(String(text)) as { id: number; command: string };
      if (command !== 'delete_message') return server.send(text);
      const message = 'Something went wrong on the server';
      const error = { code: 'internal', message, retry: false, id: '3f9c0a1b2d4e' };
      socket.send(JSON.stringify({ id, error }));
    });
  });
  await ann.page.reload();
  await ann.createRoom('Rules', 'Some things stay');
  await ann.sendMessage('Stays');
  const row = ann.getArticle('Stays');
  await expect(row.locator('time').first()).toBeAttached();
  await row.hover();
  await row.getByRole('button', { name: 'Delete message' }).click();
  const question = ann.page.getByRole('alertdialog', { name: 'Delete this message?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(
    ann.page
      .getByRole('alert')
      .filter({ hasText: /^Something went wrong on the server 😕 Reference 3f9c0a1b2d4e$/ }),
  ).toBeVisible();
  await expect(row).toBeVisible();
});
