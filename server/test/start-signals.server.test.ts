import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILT_MAIN, freePort } from '@snug/testkit/server-process.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../src/testing/database.ts';

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts');
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Writes the id of its process, and never ends by itself. */
const ENDLESS = `
  const { writeFileSync } = require('node:fs');
  writeFileSync(process.env.PID_FILE, String(process.pid));
  setInterval(() => {}, 1_000);
`;

/** A checkout whose packages, and whose only script, are fakes. */
function createCheckout({ npm, script = 'process.exit(0)' }: { npm: string; script?: string }) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['with-node.mjs', 'allocator.mjs', 'lock.mjs'])
    cpSync(join(SCRIPTS, name), join(folder, 'scripts', name));
  const packages = { '': { name: 'snug' }, 'node_modules/one': { version: '1.0.0', dev: true } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'npm.cjs'), npm);
  writeFileSync(join(folder, 'script.cjs'), script);
  return folder;
}

function runWrapper(folder: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ['scripts/with-node.mjs', 'script.cjs'], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm.cjs'), PID_FILE: join(folder, 'pid'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  child.kill(signal);
  return ((await once(child, 'exit')) as [code: number | null])[0];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function readPid(folder: string): Promise<number> {
  const read = () => Number(readFileSync(join(folder, 'pid'), { encoding: 'utf8', flag: 'a+' }));
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

const INSTALLS = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  mkdirSync('node_modules/one', { recursive: true });
  writeFileSync('node_modules/one/package.json', '{}');
  writeFileSync('arguments.json', JSON.stringify(process.argv.slice(2)));
`;

test.for(SIGNALS)('B1 %s during the installation ends it with 0 and leaves no process', async signal => {
  const folder = createCheckout({ npm: ENDLESS });
  const child = runWrapper(folder);
  const pid = await readPid(folder);
  expect(await end(child, signal)).toBe(0);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test.for(SIGNALS)('B1 %s while a script runs ends both', async signal => {
  const folder = createCheckout({ npm: INSTALLS, script: ENDLESS });
  const child = runWrapper(folder);
  const pid = await readPid(folder);
  expect(await end(child, signal)).toBe(0);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('an installation needs the development packages, whatever the environment omits', async () => {
  const folder = createCheckout({ npm: INSTALLS });
  const child = runWrapper(folder, { NODE_ENV: 'production', npm_config_omit: 'dev' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const used = JSON.parse(readFileSync(join(folder, 'arguments.json'), 'utf8')) as string[];
  expect(used).toEqual(expect.arrayContaining(['install', '--include=dev', '--include=optional']));
});

const INSTALLS_SLOWLY = `
  ${INSTALLS}
  const waiting = setInterval(() => require('node:fs').existsSync('go') && clearInterval(waiting), 20);
`;

test('of two starts at once, the second waits for the installation of the first', async () => {
  const folder = createCheckout({ npm: INSTALLS_SLOWLY });
  const first = once(runWrapper(folder), 'exit');
  await expect.poll(() => existsSync(join(folder, 'arguments.json'))).toBe(true);
  const second = runWrapper(folder);
  let output = '';
  second.stdout?.on('data', chunk => {
    output += String(chunk);
  });
  await expect.poll(() => output).toMatch(/^Waiting for process \d+, which prepares Snug/);
  writeFileSync(join(folder, 'go'), '');
  expect(await Promise.all([first, once(second, 'exit')])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(output).not.toContain('Installing packages');
});

test('an incomplete installation names the missing package, and the next start installs again', async () => {
  const folder = createCheckout({ npm: '' });
  for (let start = 0; start < 2; start++) {
    const child = runWrapper(folder);
    let output = '';
    child.stderr?.on('data', chunk => {
      output += String(chunk);
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output).toBe(
      'npm has not installed node_modules/one. Delete the folder node_modules and try again.\n',
    );
  }
  writeFileSync(join(folder, 'npm.cjs'), INSTALLS);
  expect(await once(runWrapper(folder), 'exit')).toEqual([0, null]);
});

/** Prints a line as soon as a signal no longer kills the process. */
const REPORT_HANDLER = `data:text/javascript,process.on('newListener', name => name === 'SIGTERM' && console.log('handled'))`;

test.for(sampleCases([0, 10, 20, 40, 80, 150, 250, 400, 700, 1_200]))(
  'B1 a signal %d ms after the beginning of a start ends the server with 0',
  async ms => {
    const env = { ...process.env, PORT: String(await freePort()), SNUG_DATA: temporaryFolder() };
    const child = spawn(process.execPath, ['--import', REPORT_HANDLER, BUILT_MAIN], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    await new Promise(resolve => setTimeout(resolve, ms));
    expect(await end(child, 'SIGTERM')).toBe(0);
  },
);

/** A module and all that it imports statically: Node reads them before it runs the first line. */
function listStaticImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/^import [^'"(]*["'](\.\/[^'"]+)["']/gm);
  for (const [, name = ''] of imports) listStaticImports(join(dirname(path), name), found);
  return found;
}

test('B1 a start reads at most 20 kB before its handlers of signals run', () => {
  for (const entry of [BUILT_MAIN, join(dirname(BUILT_MAIN), 'snug.js')]) {
    const modules = [...listStaticImports(entry)];
    expect(modules.length).toBeGreaterThan(1);
    expect(modules.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(20_000);
  }
});

/** A container without an init runs the server as process 1, for which the kernel drops signals without a handler. */
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child'] as const;
const hasNamespaces = spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'true']).status === 0;
const skipped = hasNamespaces ? '' : ' (skipped: this machine allows no process namespace)';

test.runIf(hasNamespaces).for([300, 600, 1_200])(
  `B1 a signal %d ms after the beginning of a start ends the server as process 1 with 0${skipped}`,
  async ms => {
    const env = { ...process.env, PORT: String(await freePort()), SNUG_DATA: temporaryFolder() };
    const [program, ...options] = NAMESPACE;
    const main = [process.execPath, '--import', REPORT_HANDLER, BUILT_MAIN];
    const parent = spawn(program, [...options, ...main], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const ended = once(parent, 'exit');
    await once(parent.stdout, 'data');
    const server = Number(readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8'));
    await new Promise(resolve => setTimeout(resolve, ms));
    process.kill(server, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
