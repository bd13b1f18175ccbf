import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** That axe finds nothing on the page as it is. In the dark, only colours can be wrong that were not in the light. */
export async function expectNoViolations(
  page: Page,
  where: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
    };
    let found = await findViolations(page, options);
    // What went away while it was looked at had no colours of its own any more: what is wrong is found again.
    if (found.length > 0) found = await findViolations(page, options);
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** What axe finds once all is in its place, but for what never stops moving. */
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
