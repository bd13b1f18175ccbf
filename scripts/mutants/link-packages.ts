import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

const FOLDERS = ['node_modules', 'server/node_modules', 'web/node_modules'];

/** The programs, and the mark of a complete installation: without it, `with-node.mjs` would install into the links. */
const LINKED = new Set(['.bin', '.snug-installed']);

/** Gives a worktree the installed packages. */
export function linkPackages(worktree: string): void {
  for (const folder of FOLDERS) linkFolder(worktree, folder);
}

function linkFolder(worktree: string, folder: string): void {
  const installed = join(ROOT, folder);
  if (!existsSync(installed)) return;
  const linked = join(worktree, folder);
  mkdirSync(linked);
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.') && !LINKED.has(name)) continue;
    // The links to the workspaces are relative: their copies lead into the worktree.
    if (name === '@snug')
      cpSync(join(installed, name), join(linked, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(installed, name), join(linked, name));
  }
}
