import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '@snug/scripts/build.mjs';
import { run } from '@snug/scripts/run.mjs';
import { createWorktree } from '@snug/scripts/worktree.ts';

/** The commit of v0.4.0. Not the tag, because a clone may lack it. */
export const PREVIOUS_RELEASE = '19bb9a01d669e6528604374ab8e601e3f1196082';

const BUILD = "import { build } from './scripts/build.mjs';\nawait build();\n";

export function getPreviousMain(): string {
  return process.env.SNUG_PREVIOUS_MAIN ?? '';
}

/** Builds this checkout and the previous release from its commit, unless `SNUG_PREVIOUS_MAIN` is the path of its server. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.SNUG_PREVIOUS_MAIN) return async () => {};
  await build();
  const previous = await createWorktree(PREVIOUS_RELEASE);
  try {
    writeFileSync(join(previous.path, 'build-once.mjs'), BUILD);
    const { code, output } = await run('node', ['scripts/with-node.mjs', 'build-once.mjs'], {
      cwd: previous.path,
      quiet: true,
    });
    if (code !== 0) throw new Error(`The previous release could not be built.\n${output}`);
  } catch (error) {
    await previous.remove();
    throw error;
  }
  process.env.SNUG_PREVIOUS_MAIN = join(previous.path, 'server', 'dist', 'main.js');
  return previous.remove;
}
