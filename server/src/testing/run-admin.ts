import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_COMPILE_CACHE } from '@snug/testkit/backup-commands.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';

const CLI = join(import.meta.dirname, '..', 'app', 'admin-cli', 'admin-main.ts');

/** Runs `npm run admin` on the data of a server. Returns what it prints; rejects with its error. */
export async function runAdmin(
  { data }: Pick<ServerProcess, 'data'>,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, SNUG_DATA: data, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env });
  return stdout.trim();
}
