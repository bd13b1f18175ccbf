import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from './build.mjs';
import { seedDemo } from './demo.ts';
import { print, ROOT } from './run.mjs';
import { WATCH_OPTIONS } from './watch-options.ts';

// Vite forwards /api, /files and /avatars to the server. Node restarts the server after changes.

const PORT = Number(process.env.PORT || 3000);
const PAGE = `http://localhost:${PORT}`;
const SERVER = `http://127.0.0.1:${PORT + 1}`;

await build();
const children: ChildProcess[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

try {
  start('node', [...WATCH_OPTIONS, 'server/src/main.ts'], ROOT, {
    PORT: String(PORT + 1),
    SNUG_URL: PAGE,
    SNUG_DATA: process.env.SNUG_DATA || './data-dev',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  });
  await waitUntilReady(`${SERVER}/readyz`);
  start('vite', ['--port', String(PORT), '--strictPort', '--clearScreen', 'false'], join(ROOT, 'web'), {
    SNUG_SERVER: SERVER,
  });
  await waitUntilReady(PAGE);
  print('Filling the demo rooms, which takes half a minute the first time...');
  await seedDemo(PAGE);
  print(`\nSnug is being developed on ${PAGE}; the sign-in page lists the demo people.\n`);
} catch (error) {
  stop();
  throw error;
}

function start(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('exit', code => {
    process.exitCode = code ?? 0;
    stop();
  });
  children.push(child);
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

async function waitUntilReady(address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error(`${address} does not respond.`);
}
