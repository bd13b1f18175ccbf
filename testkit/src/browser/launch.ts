import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/** Starts the browser of an npm package, which needs no root. `args` are added. */
export async function launchOptions(...args: string[]): Promise<LaunchOptions> {
  return {
    executablePath: await chromium.executablePath(),
    // Without the package's default arguments, which disable features under test.
    args: ['--no-sandbox', ...args],
  };
}

/** Without a GPU, drawing takes as much time as everything else. */
export function testLaunchOptions(...args: string[]): Promise<LaunchOptions> {
  return launchOptions('--disable-gpu', ...args);
}
