import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onCore, SERVER_CORE } from '../pinning.ts';

export interface Program {
  pid: number;
  readonly stop: () => Promise<void>;
}

/** A server of this folder, on the server's core. Resolves when it has said that it is ready. */
export async function startProgram(main: string, words: readonly string[]): Promise<Program> {
  const [program = '', ...rest] = [...onCore(SERVER_CORE), process.execPath, main, ...words];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error(`${main} ended instead of starting`))),
  ]);
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
