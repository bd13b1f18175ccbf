import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import { onTestFinished } from 'vitest';

const START_TIMEOUT_MS = 10_000;

export interface ProxySite {
  /** Of the proxy for https, on 127.0.0.1. */
  port: number;
  httpPort: number;
  /** Of Snug, on 127.0.0.1. */
  upstreamPort: number;
  /** For files that the proxy writes. */
  folder: string;
  certificate: string;
  key: string;
}

export async function createProxySite(upstreamPort: number, folder: string): Promise<ProxySite> {
  const certificates = process.env.SNUG_PROXY_CERTIFICATES;
  if (!certificates) throw new Error('Run these tests by `npm run test:proxies`.');
  return {
    port: await freePort(),
    httpPort: await freePort(),
    upstreamPort,
    folder,
    certificate: join(certificates, 'certificate.pem'),
    key: join(certificates, 'key.pem'),
  };
}

export async function runProxy(
  program: string,
  args: readonly string[],
  { port, folder }: ProxySite,
): Promise<void> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', chunk => (stderr += chunk));
  onTestFinished(() => stopProcess(child));
  const hasStarted = () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${stderr}`);
    return isListening(port);
  };
  const options = { timeoutMs: START_TIMEOUT_MS, describeState: () => stderr };
  await until(`${program} listens`, hasStarted, options);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
