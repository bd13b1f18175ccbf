// Runs a script of Snug with a recent Node, after installing all packages. Plain JavaScript, because the machine's own
// Node may be too old to strip types.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOCATOR_SETTINGS } from './allocator.mjs';
import { isLocked, withLock } from './lock.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let isStopping = false;

// First of all: as the first process of a container, a program without handlers ignores these signals. A supervisor signals only this
// process, a terminal the whole group: the child may get a signal twice.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    isStopping = true;
    if (child) child.kill(signal);
    else process.exit(0);
  });
}

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = 24;

/** The path of Node 24 or newer: the running one, or the one pinned in scripts/node. */
async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  const folder = join(ROOT, 'scripts', 'node');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinnedPackage = `node_modules/node-${platform}-${process.arch}`;
  const pinned = join(folder, pinnedPackage, 'bin', binary);
  const isFetched = () => existsSync(pinned) && isLockedVersion(folder, pinnedPackage);
  if (isLocked(folder) || !isFetched())
    await withLock(folder, async () => {
      if (isFetched()) return;
      print(`Fetching Node ${OLDEST_NODE} (this machine has ${process.versions.node})...`);
      await npm(process.execPath, ['ci'], folder);
    });
  if (!existsSync(pinned)) {
    fail(`Snug needs Node ${OLDEST_NODE} or newer, and none is packaged for ${platform}-${process.arch}.`);
  }
  return pinned;
}

/**
 * An update of Snug changes the lockfile, and the installed package stays.
 * @param {string} folder
 * @param {string} path
 */
function isLockedVersion(folder, path) {
  /** @type {{ packages: Record<string, { version: string }> }} */
  const { packages } = readJson(join(folder, 'package-lock.json'));
  /** @type {{ version: string }} */
  const { version } = readJson(join(folder, path, 'package.json'));
  return version === packages[path]?.version;
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Installs the locked packages, unless the installed ones are from this lockfile.
 * @param {string} node
 */
async function install(node) {
  const stamp = join(ROOT, 'node_modules', '.snug-installed');
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const lock = createHash('sha256').update(lockfile).digest('hex');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
  if (isInstalled()) return;
  await withLock(ROOT, async () => {
    if (isInstalled()) return;
    print('Installing packages...');
    // Not `npm ci`: it rejects a lockfile without the binaries of platforms that its registry does not have.
    await npm(node, ['install', '--no-save'], ROOT);
    const missing = findMissingPackage(lockfile);
    if (missing !== undefined)
      fail(`npm has not installed ${missing}. Delete the folder node_modules and try again.`);
    writeFileSync(stamp, lock);
  });
}

/**
 * The folder of the first package that every platform needs and that is not there.
 * @param {string} lockfile
 */
function findMissingPackage(lockfile) {
  /** @type {{ packages: Record<string, { optional?: boolean, devOptional?: boolean, peer?: boolean }> }} */
  const { packages } = JSON.parse(lockfile);
  return Object.entries(packages)
    .filter(([, { optional, devOptional, peer }]) => !optional && !devOptional && !peer)
    .map(([folder]) => folder)
    .find(folder => !existsSync(join(ROOT, folder, 'package.json')));
}

/**
 * npm selects versions by the Node that runs it, so it must run on the pinned one. The build needs the development packages, also if the
 * operator's environment (`NODE_ENV`, `omit`) leaves them out.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function npm(node, args, cwd) {
  const cli = process.env.npm_execpath;
  const all = [...args, '--include=dev', '--include=optional'];
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd, env: withNodeFirst(node), stdio: ['ignore', 'ignore', 'inherit'] };
  const code = await run(cli ? node : 'npm', cli ? [cli, ...all] : all, options);
  if (isStopping) process.exit(0);
  if (code !== 0) fail(`npm ${args.join(' ')} failed in ${cwd}.`);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number | null>} The exit code, or null after a signal.
 */
async function run(program, args, options) {
  const started = spawn(program, args, options);
  child = started;
  const code = await new Promise((resolve, reject) => {
    started.on('error', reject);
    started.on('exit', resolve);
  });
  child = undefined;
  return code;
}

/** @param {string} node */
function withNodeFirst(node) {
  const tools = join(ROOT, 'node_modules', '.bin');
  return { ...process.env, PATH: [dirname(node), tools, process.env.PATH ?? ''].join(delimiter) };
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * @param {string} line
 * @returns {never}
 */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const node = await findNode();
await install(node);
const env = { ...ALLOCATOR_SETTINGS, ...withNodeFirst(node) };
const code = await run(node, process.argv.slice(2), { env, stdio: 'inherit' });
process.exit(code ?? (isStopping ? 0 : 1));
