import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');
const READY_WITHIN_MS = 60_000;

/** The real server, as a process on a data folder of its own, which can die and come back. */
export class Server {
  readonly url: string;
  readonly #port: number;
  readonly #data = mkdtempSync(join(tmpdir(), 'snug-e2e-'));
  #process: ChildProcess | undefined;

  static async start(): Promise<Server> {
    const server = new Server(await freePort());
    await server.start();
    return server;
  }

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://localhost:${port}`;
  }

  async start(): Promise<void> {
    const env = {
      PORT: String(this.#port),
      SNUG_DATA: this.#data,
      SNUG_RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr.on('data', chunk => (said += chunk));
    const ready = Promise.withResolvers<void>();
    child.stdout.on('data', chunk => {
      said += chunk;
      if (said.includes('Snug is ready')) ready.resolve();
    });
    child.on('exit', code => ready.reject(new Error(`The server ended with ${code}:\n${said}`)));
    const timer = setTimeout(
      () => ready.reject(new Error(`The server is not ready:\n${said}`)),
      READY_WITHIN_MS,
    );
    await ready.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the process without a warning, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
