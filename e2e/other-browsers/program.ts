import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const READY_WITHIN_MS = 60_000;

export class Program {
  readonly #child: ChildProcess;
  readonly #name: string;
  #output = '';
  #hasExited = false;
  #onOutput: () => void = () => undefined;

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#name = path;
    // Its own process group, because a browser has many processes.
    this.#child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', chunk => {
        this.#output += chunk;
        this.#onOutput();
      });
    }
    this.#child.on('exit', () => {
      this.#hasExited = true;
      this.#onOutput();
    });
  }

  get output(): string {
    return this.#output;
  }

  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const fail = () => reject(new Error(`${this.#name} did not start:\n${this.#output}`));
    const timer = setTimeout(fail, READY_WITHIN_MS);
    this.#onOutput = () => {
      const found = pattern.exec(this.#output);
      if (found) resolve(found);
      else if (this.#hasExited) fail();
    };
    this.#onOutput();
    return promise.finally(() => clearTimeout(timer));
  }

  async end(): Promise<void> {
    if (this.#hasExited || !this.#child.pid) return;
    const exit = once(this.#child, 'exit');
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has just exited, as programs do when their screen closes.
    }
    await exit;
  }
}
