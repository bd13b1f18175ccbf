// Runs a script of Snug with a recent Node, after installing all packages. Plain JavaScript, because the machine's own
// Node may be too old to strip types.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOCATOR_SETTINGS } from './allocator.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = 24;

/** The path of Node 24 or newer: the running one, or the one pinned in scripts/node. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  const folder = join(ROOT, 'scripts', 'node');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin', binary);
  if (!existsSync(pinned)) {
    print(`Fetching Node ${OLDEST_NODE} (this machine has ${process.versions.node})...`);
    npm(process.execPath, ['ci'], folder);
  }
  if (!existsSync(pinned)) {
    fail(`Snug needs Node ${OLDEST_NODE} or newer, and none is packaged for ${platform}-${process.arch}.`);
  }
  return pinned;
}

/**
 * Installs the locked packages, unless the installed ones are from this lockfile.
 * @param {string} node
 */
function install(node) {
  const stamp = join(ROOT, 'node_modules', '.snug-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  print('Installing packages...');
  // Not `npm ci`: it rejects a lockfile without the binaries of platforms that its registry does not have.
  npm(node, ['install', '--no-save'], ROOT);
  writeFileSync(stamp, lock);
}

/**
 * npm selects versions by the Node that runs it, so it must run on the pinned one.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function npm(node, args, cwd) {
  const cli = process.env.npm_execpath;
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd, env: withNodeFirst(node), stdio: ['ignore', 'ignore', 'inherit'] };
  const { status } = cli ? spawnSync(node, [cli, ...args], options) : spawnSync('npm', args, options);
  if (status !== 0) fail(`npm ${args.join(' ')} failed in ${cwd}.`);
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

const node = findNode();
install(node);
const env = { ...ALLOCATOR_SETTINGS, ...withNodeFirst(node) };
const child = spawn(node, process.argv.slice(2), { env, stdio: 'inherit' });
// A supervisor signals only this process, a terminal the whole group: the child may get a signal twice.
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) =>
  process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)),
);
