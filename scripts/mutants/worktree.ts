import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from '../run.mjs';

/** The programs, and the mark of a complete installation: without it, `with-node.mjs` would install into the links. */
const LINKED = new Set(['.bin', '.snug-installed']);

export interface Worktree {
  path: string;
  remove: () => Promise<void>;
}

/** A checkout of the last commit in a temporary folder, with the installed packages. */
export async function createWorktree(): Promise<Worktree> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-mutants-'));
  const path = join(folder, 'checkout');
  const { code, output } = await run('git', ['worktree', 'add', '--detach', path, 'HEAD'], { quiet: true });
  if (code !== 0) throw new Error(output);
  for (const packages of ['node_modules', 'server/node_modules', 'web/node_modules'])
    linkPackages(path, packages);
  return {
    path,
    async remove() {
      await run('git', ['worktree', 'remove', '--force', path], { quiet: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function linkPackages(worktree: string, packages: string): void {
  const installed = join(ROOT, packages);
  if (!existsSync(installed)) return;
  const linked = join(worktree, packages);
  mkdirSync(linked);
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.') && !LINKED.has(name)) continue;
    // The links to the workspaces are relative: their copies lead into the worktree.
    if (name === '@snug')
      cpSync(join(installed, name), join(linked, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(installed, name), join(linked, name));
  }
}
