import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '@snug/testkit/until.ts';
import { createPinPrefix, SERVER_CORE } from '../pinning.ts';

export interface Program {
  pid: number;
  readonly stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Why a program cannot be measured on this machine; undefined if it can. */
export function programProblem(name: string): string | undefined {
  return spawnSync('which', [name]).status === 0 ? undefined : 'not installed';
}

/** Runs a server on the server's core. Resolves when its port is open. */
export async function startProgram(
  program: string,
  args: readonly string[],
  { port, env = {} }: { port: number; env?: NodeJS.ProcessEnv },
): Promise<Program> {
  const [first = '', ...rest] = [...createPinPrefix(SERVER_CORE), program, ...args];
  const child = spawn(first, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  const hasStarted = () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return isListening(port);
  };
  try {
    await until(`${program} listens`, hasStarted, { timeoutMs: START_TIMEOUT_MS });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const answer = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}
