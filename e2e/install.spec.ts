import type { Page, Route } from '@playwright/test';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

/** The colour of the browser's own interface, from the page's head. */
function readThemeColor(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    return metas.find(({ media }) => matchMedia(media).matches)?.content;
  });
}

test('Snug can be installed: the browser reports nothing missing', async ({ visitor, server }) => {
  const page = await visitor();
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // These tests run in private contexts.
  const missing = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(missing).toEqual([]);
});

test('the service worker stores no page of another build, and stores its own at the next visit', {
  tag: '@detail',
}, async ({ visitor }) => {
  const page = await visitor();
  let served = 0;
  const serveOtherBuild = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/[\w.-]+/, '/assets/other-12345678.js');
    await route.fulfill({ response, body });
    served++;
  };
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  const isPageStored = () => page.evaluate(async () => (await caches.match('/index.html')) !== undefined);
  await page.context().route('**/index.html', serveOtherBuild);
  await page.goto('/');
  await expect.poll(() => served).toBe(1);
  await expect.poll(isRegistered).toBe(false);
  expect(await isPageStored()).toBe(false);
  await page.context().unroute('**/index.html', serveOtherBuild);
  await page.reload();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expect(await isPageStored()).toBe(true);
});

test('each icon has its declared size', { tag: '@detail' }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/');
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: Icon[] };
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const icons = [...manifest.icons, { src: apple ?? '', sizes: '180x180', type: 'image/png' }];
  for (const { src, sizes, type } of icons) {
    expect((await page.request.get(src)).headers()['content-type'], src).toBe(type);
    const size = await page.evaluate(async src => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test("the theme colour follows the system's or the chosen theme", { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  const [light, dark] = ['#fcf9f4', '#131419'];
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await readThemeColor(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await readThemeColor(page)).toBe(dark);
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.dialog.getByText('Light', { exact: true }).click();
  expect(await readThemeColor(page)).toBe(light);
  await page.reload();
  await expect(ann.rooms).toBeVisible();
  expect(await readThemeColor(page), 'after a reload').toBe(light);
});
