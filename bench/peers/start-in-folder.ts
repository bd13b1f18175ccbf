import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../targets/program.ts';

/** Starts a program with its own folder, which is removed when the program stops. */
export async function startInFolder(start: (folder: string) => Promise<Program>): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { pid, stop } = await start(folder);
    return { pid, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
