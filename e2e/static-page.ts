import type { Page } from '@playwright/test';

/** Serves the page as it was built, without embedded state, as if signed out. */
export async function serveStaticPage(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/' || pathname.startsWith('/chat/'),
    route => route.continue({ url: new URL('/index.html', route.request().url()).href }),
  );
}
