import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';

const READY_WITHIN_MS = 120_000;

/** Starts a release once, without other programs, and loads its page. Throws if it does not start, respond or stop. */
export async function tryRelease([program = '', ...args]: readonly string[]): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'snug-release-'));
  const port = await freePort();
  const env = { PATH: '/nonexistent', SNUG_DATA: data, PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn(program, [...args, 'start'], { cwd: data, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const ended = once(child, 'close');
  try {
    await waitUntilReady(child, () => output);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    if (!page.ok) throw new Error(`its page has the status ${page.status}`);
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`it ended with ${code}`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`The release does not run: ${problem}.\n${output}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(data, { recursive: true });
  }
}

async function waitUntilReady(child: ChildProcess, read: () => string): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const timer = setTimeout(() => ready.reject(new Error('it does not become ready')), READY_WITHIN_MS);
  child.stdout?.on('data', () => read().includes('Snug is ready') && ready.resolve());
  child.on('close', code => ready.reject(new Error(`it ended with ${code}`)));
  await ready.promise.finally(() => clearTimeout(timer));
}
