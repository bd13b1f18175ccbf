import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const DETACH_WITHIN_MS = 2_000;

export interface StraceOptions {
  trace: readonly string[];
  /** A fault for them, such as `error=EIO` or `delay_exit=50000`. */
  inject?: string;
  /** Only calls on this file. */
  path?: string;
  /** The file of the trace, for `readSystemCalls`. */
  log?: string;
}

/** The reason why system calls cannot be traced here; undefined if they can. */
export function straceProblem(): string | undefined {
  const { error } = spawnSync('strace', ['--version']);
  if (error) return 'strace is not installed';
  const sleeper = spawn('sleep', ['60']);
  const { stderr } = spawnSync('timeout', ['1', 'strace', '-p', String(sleeper.pid)], { encoding: 'utf8' });
  sleeper.kill('SIGKILL');
  return stderr.includes('attached') ? undefined : `strace may not look at a process: ${stderr.trim()}`;
}

export class Strace {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves when all threads of the process are traced. */
  static async attach(pid: number, options: StraceOptions): Promise<Strace> {
    const child = spawn('strace', buildArguments(pid, options), { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    const isAttached = Promise.withResolvers<void>();
    child.stderr.on('data', chunk => {
      output += chunk;
      if (output.includes('attached')) isAttached.resolve();
    });
    child.on('error', isAttached.reject);
    child.on('close', () => isAttached.reject(new Error(`strace ended: ${output}`)));
    await isAttached.promise;
    return new Strace(child);
  }

  async detach(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGINT');
    // While a process is being killed, strace may wait for a thread whose end is never reported.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), DETACH_WITHIN_MS);
    await closed;
    clearTimeout(timer);
  }
}

function buildArguments(pid: number, { trace, inject, path, log }: StraceOptions): string[] {
  const calls = trace.join(',');
  const words = ['-f', '-p', String(pid), '-y', '-e', `trace=${calls}`];
  if (inject) words.push('-e', `inject=${calls}:${inject}`);
  if (path) words.push('-P', path);
  // Bytes in hexadecimal, enough for a page of the database or a frame.
  return log ? [...words, '-xx', '-s', '100000', '-o', log] : [...words, '-o', '/dev/null'];
}
