import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

export interface Worktree {
  path: string;
  remove: () => Promise<void>;
}

/** A checkout of `commit` in a temporary folder, without packages. */
export async function createWorktree(commit: string): Promise<Worktree> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-worktree-'));
  const path = join(folder, 'checkout');
  const { code, output } = await run('git', ['worktree', 'add', '--detach', path, commit], { quiet: true });
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(output);
  }
  return {
    path,
    async remove() {
      await run('git', ['worktree', 'remove', '--force', path], { quiet: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
