import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './server-process.ts';
import { until } from './until.ts';

/** Undefined if tests can start a real `nats-server`, else the reason, in one line. */
export const NATS_UNAVAILABLE: string | undefined =
  spawnSync('nats-server', ['--version']).status === 0
    ? undefined
    : 'there is no nats-server; the package nats-server of Debian has it';

/** A real message broker, which a test kills, freezes and starts again on its port. */
export class NatsServer {
  readonly port: number;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  /** `args`: more arguments of `nats-server`. */
  static async start(args: readonly string[] = []): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), args);
    await server.start();
    return server;
  }

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  async start(): Promise<void> {
    const args = ['--addr', '127.0.0.1', '--port', String(this.port), ...this.#args];
    this.#process = spawn('nats-server', args, { stdio: 'ignore' });
    await until('the broker listens', () => canConnect(this.port));
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await Promise.race([once(socket, 'connect'), wait(1_000).then(() => Promise.reject(new Error('late')))]);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
