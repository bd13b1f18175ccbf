import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '@snug/scripts/build.mjs';
import { ROOT, run } from '@snug/scripts/run.mjs';

const BUILD = "import { build } from './scripts/build.mjs';\nawait build();\n";

/** The built server of the previous release. */
export function getPreviousMain(): string {
  return process.env.SNUG_PREVIOUS_MAIN ?? '';
}

/** Builds this checkout and the previous release from its tag, unless `SNUG_PREVIOUS_MAIN` is the path of its server. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.SNUG_PREVIOUS_MAIN) return async () => {};
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'snug-releases-'));
  const previous = join(folder, 'previous');
  const remove = async () => {
    await runGit('worktree', 'remove', '--force', previous);
    rmSync(folder, { recursive: true, force: true });
  };
  await runGit('worktree', 'add', '--detach', previous, await findPreviousTag());
  try {
    writeFileSync(join(previous, 'build-once.mjs'), BUILD);
    const { code, output } = await run('node', ['scripts/with-node.mjs', 'build-once.mjs'], {
      cwd: previous,
      quiet: true,
    });
    if (code !== 0) throw new Error(`The release before could not be built.\n${output}`);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.SNUG_PREVIOUS_MAIN = join(previous, 'server', 'dist', 'main.js');
  return remove;
}

/** If this commit has a tag, it is a release itself: the previous tag counts. */
async function findPreviousTag(): Promise<string> {
  const tag = await runGit('describe', '--tags', '--abbrev=0', 'HEAD^');
  return tag.trim();
}

async function runGit(...args: string[]): Promise<string> {
  const { code, output } = await run('git', args, { cwd: ROOT, quiet: true });
  if (code !== 0) throw new Error(output);
  return output;
}
