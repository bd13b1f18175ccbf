import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { forBothScreens } from '@snug/testkit/browser/viewports.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';

const SCHEMES: readonly Scheme[] = IS_WIDE ? ['light', 'dark'] : ['light'];

/** Runs axe on the screen of the page, and in `npm run test:all` on a narrow and a wide one. */
export async function expectAccessible(page: Page, where: string, schemes = SCHEMES): Promise<void> {
  if (!IS_WIDE) return expectNoViolations(page, where, schemes);
  await forBothScreens(page, screen => expectNoViolations(page, `${where}, ${screen}`, schemes));
}

/**
 * Runs axe in the light theme, and in `npm run test:all` in the dark theme, too. There it runs only the colour rules, because
 * all else is the same.
 */
export async function expectNoViolations(page: Page, where: string, schemes = SCHEMES): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
    };
    let found = await findViolations(page, options);
    // An element that disappears during the check has no valid colours: a real problem is found again.
    if (found.length > 0) found = await findViolations(page, options);
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Waits until animations end, except infinite ones, and runs axe. */
function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async options => {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
  }, options);
}
