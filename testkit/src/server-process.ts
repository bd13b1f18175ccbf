import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const BUILT_MAIN = join(import.meta.dirname, '..', '..', 'server', 'dist', 'main.js');
/** Even on a busy machine, only a process that hangs takes this long. */
const READY_WITHIN_MS = 180_000;

export interface ProcessOptions {
  /** The host name in the server's address. */
  host?: string;
  /** The module to run; by default, the built server. */
  main?: string;
  /** A data folder to copy. */
  from?: string;
  settings?: NodeJS.ProcessEnv;
  /** A command line prefix that becomes the same process. */
  prefix?: readonly string[];
  nodeOptions?: readonly string[];
  /** The data folder, instead of a temporary one. */
  data?: string;
  /** Instead of a free one. */
  port?: number;
}

/** The real server as a process with its own data folder, which can be killed and restarted. */
export class ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #output = { stdout: '', stderr: '' };

  static async start(options: ProcessOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(options.port ?? (await freePort()), options);
    try {
      await server.start();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  private constructor(port: number, options: ProcessOptions) {
    this.port = port;
    this.data = options.data ?? mkdtempSync(join(tmpdir(), 'snug-server-'));
    this.#options = options;
    if (options.from) cpSync(options.from, this.data, { recursive: true });
    this.url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  }

  /** `options`: of this start, with further settings. */
  async start(options: ProcessOptions = {}): Promise<void> {
    const all = { ...this.#options, ...options };
    const own = { PORT: String(this.port), SNUG_DATA: this.data };
    const settings = { ...this.#options.settings, ...options.settings, ...own };
    const { child, ended, output } = launch(settings, all);
    this.#child = child;
    this.#output = output;
    const isReady = Promise.withResolvers<void>();
    child.stdout?.on('data', () => output.stdout.includes('Snug is ready') && isReady.resolve());
    const fail = () =>
      isReady.reject(new Error(`The server did not start: ${output.stdout}${output.stderr}`));
    const timer = setTimeout(fail, READY_WITHIN_MS);
    void ended.then(fail);
    try {
      await isReady.promise;
    } catch (error) {
      // It may only be slow, and would disturb other tests.
      child.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The lines that the process has printed since its start. */
  get log(): string {
    return this.#output.stdout + this.#output.stderr;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Throws if the process does not run. */
  get pid(): number {
    if (!this.isRunning || !this.#child?.pid) throw new Error('the server does not run');
    return this.#child.pid;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child) throw new Error('the server does not run');
    this.#child = undefined;
    // Perhaps by a signal of somebody else.
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  /** Stops the process like a hanging machine, until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async restart(settings: NodeJS.ProcessEnv): Promise<void> {
    await this.end('SIGTERM');
    this.#options = { ...this.#options, settings: { ...this.#options.settings, ...settings } };
    await this.start();
  }

  /** Ends the process without a warning, as a power cut does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops it, and removes its data if they are temporary. */
  async remove(): Promise<void> {
    if (this.#child) await this.kill();
    if (this.#options.data === undefined) rmSync(this.data, { recursive: true, force: true });
  }
}

/** Runs a server that must not start. Returns its output and exit code. */
export async function runToEnd(
  env: NodeJS.ProcessEnv,
  options: ProcessOptions = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { child, ended, output } = launch(env, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const code = await ended;
  clearTimeout(timer);
  return { code, ...output };
}

function launch(
  settings: NodeJS.ProcessEnv,
  { main = BUILT_MAIN, prefix = [], nodeOptions = [] }: ProcessOptions = {},
) {
  // No other variables of this process: under NODE_ENV=test, the accounts library skips its checks.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, SNUG_RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings };
  const [program, ...args] = [...prefix, process.execPath, ...nodeOptions, main];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', chunk => (output.stdout += chunk));
  child.stderr.on('data', chunk => (output.stderr += chunk));
  const ended = once(child, 'close').then(([code]) => code as number);
  return { child, ended, output };
}

/** Browsers refuse some ports below, such as 10,080. */
const MIN_PORT = 11_000;
/** Clients of Linux get ports from 32,768 on, and one of them could take the port before its server starts. */
const MAX_PORT = 32_767;
const MAX_PORT_TRIES = 20;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_PORT_TRIES; tries++) {
    const port = randomInt(MIN_PORT, MAX_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`${MAX_PORT_TRIES} random ports are in use`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
