import type { Page } from '@playwright/test';

/** From here on the page comes as it was built, as to somebody who is not signed in: with nothing in it to show at once. */
export async function serveStaticPage(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/' || pathname.startsWith('/chat/'),
    route => route.continue({ url: new URL('/index.html', route.request().url()).href }),
  );
}
