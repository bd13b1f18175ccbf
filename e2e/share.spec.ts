import { expect, test } from './fixtures.ts';

// The service worker handles shares: they do not reach the server.
test.use({ serviceWorkers: 'allow' });

test('content that another app shares waits for a room, and goes to its composer and upload dialog', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Sharing', 'Of all kinds');
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The request that the browser sends for an installed app.
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['a,b'], 'tide times.csv', { type: 'text/csv' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    for (const [name, value] of [
      ['title', 'Tides'],
      ['text', 'High at noon'],
      ['url', 'https://snug.example/tides'],
    ] as const) {
      form.append(Object.assign(document.createElement('input'), { name, value }));
    }
    form.append(
      Object.assign(document.createElement('input'), { type: 'file', name: 'files', files: files.files }),
    );
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByText('Choose a room for tide times.csv')).toBeVisible();
  await expect(page).toHaveURL('/');
  await ann.getRoomLink('Sharing').click();
  const upload = page.getByRole('dialog', { name: 'Upload files' });
  await expect(upload.getByText('tide times.csv')).toBeVisible();
  await expect(page.getByText('Choose a room for')).toBeHidden();
  await upload.getByRole('button', { name: 'Send to chat' }).click();
  await expect(ann.articles).toHaveCount(1);
  await expect(ann.composer).toHaveValue('Tides\nHigh at noon\nhttps://snug.example/tides');
  await page.goto('/share');
  await expect(page, 'the content is used once').toHaveURL('/');
  await expect(ann.rooms).toBeVisible();
  await expect(page.getByText('Choose a room for')).toBeHidden();
});

test('the shortcuts of the installed app open their screens', { tag: '@detail' }, async ({ person }) => {
  const { page } = await person('Ann');
  for (const [address, dialog] of [
    ['/?open=find', 'Join conversation'],
    ['/?open=new', 'New chat room'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test("the manifest's pictures have their declared sizes, and crawlers find only the sign-in page", {
  tag: '@detail',
}, async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/signin');
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    screenshots: { src: string; sizes: string }[];
  };
  expect(manifest.screenshots).toHaveLength(2);
  for (const { src, sizes } of manifest.screenshots) {
    const size = await page.evaluate(async src => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toBe('User-agent: *\nAllow: /signin\nDisallow: /\n');
});

test('a page from the back/forward cache shows nothing until the session is confirmed', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Secrets', 'Not for the next one');
  await ann.sendMessage('Only for Ann');
  const move = (type: 'pagehide' | 'pageshow') =>
    page.evaluate(type => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
  // Playwright disables the back/forward cache (playwright#19323), so the events are dispatched by hand.
  await move('pagehide');
  await expect(ann.getArticle('Only for Ann'), 'before the page is cached').toBeHidden();
  await move('pageshow');
  await expect(ann.getArticle('Only for Ann'), 'the same session').toBeVisible();

  await move('pagehide');
  let answer = () => {};
  const isAsked = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/auth/get-session', async route => {
    await isAsked;
    await route.continue();
  });
  await page.context().clearCookies();
  await move('pageshow');
  await expect(page.locator('[data-unconfirmed]')).toHaveCount(1);
  await expect(ann.getArticle('Only for Ann'), 'before the session is confirmed').toBeHidden();
  answer();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('heading', { name: 'Sign in to Snug' })).toBeVisible();
  await expect(page.getByText('Only for Ann')).toHaveCount(0);
});
