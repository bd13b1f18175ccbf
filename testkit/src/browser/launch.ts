import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/** How the browser is started: from a package, which needs no root. `args` come on top. */
export async function launchOptions(...args: string[]): Promise<LaunchOptions> {
  return {
    executablePath: await chromium.executablePath(),
    // Not the package's own arguments: those switch off what these tests are to find.
    args: ['--no-sandbox', ...args],
  };
}

/** How it is started for tests. To draw as a GPU does, where there is none, takes as much time as all else that it does. */
export function testLaunchOptions(...args: string[]): Promise<LaunchOptions> {
  return launchOptions('--disable-gpu', ...args);
}
