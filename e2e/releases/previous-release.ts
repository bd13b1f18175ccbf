import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '@snug/scripts/build.mjs';
import { ROOT, run } from '@snug/scripts/run.mjs';

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
  const folder = mkdtempSync(join(tmpdir(), 'snug-releases-'));
  const previous = join(folder, 'previous');
  const remove = async () => {
    await runGit('worktree', 'remove', '--force', previous);
    rmSync(folder, { recursive: true, force: true });
  };
  await runGit('worktree', 'add', '--detach', previous, PREVIOUS_RELEASE);
  try {
    writeFileSync(join(previous, 'build-once.mjs'), BUILD);
    const { code, output } = await run('node', ['scripts/with-node.mjs', 'build-once.mjs'], {
      cwd: previous,
      quiet: true,
    });
    if (code !== 0) throw new Error(`The previous release could not be built.\n${output}`);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.SNUG_PREVIOUS_MAIN = join(previous, 'server', 'dist', 'main.js');
  return remove;
}

async function runGit(...args: string[]): Promise<void> {
  const { code, output } = await run('git', args, { cwd: ROOT, quiet: true });
  if (code !== 0) throw new Error(output);
}
