import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Server } from './server.ts';

const CLI = createRequire(import.meta.url).resolve('@snug/server/app/admin-cli/admin-main.ts');

/** `npm run admin` beside a running server. */
export async function runAdmin(server: Server, ...args: string[]): Promise<string> {
  const env = { ...process.env, SNUG_DATA: server.data };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env });
  return stdout;
}
