import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Plain JavaScript for old versions of Node, as with-node.mjs.

const INTERVAL_MS = 100;
/** Of one process. Afterwards its number belongs to another program, perhaps after a power cut. */
const MAX_WAIT_MS = 5 * 60_000;

/**
 * Runs `work` while no other process does with this folder, such as a second server that starts at the same time.
 * @param {string} folder
 * @param {() => Promise<void>} work
 */
export async function withLock(folder, work) {
  const path = getPath(folder);
  await lock(path);
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} folder */
export function isLocked(folder) {
  return existsSync(getPath(folder));
}

/** @param {string} folder */
function getPath(folder) {
  return join(folder, '.snug-lock');
}

/** @param {string} path */
async function lock(path) {
  /** @type {number | undefined} */
  let holder;
  let until = 0;
  while (!tryLock(path)) {
    const present = readHolder(path);
    if (present !== holder || until === 0) {
      holder = present;
      until = performance.now() + MAX_WAIT_MS;
      if (holder !== undefined && isAlive(holder))
        process.stdout.write(`Waiting for process ${holder}, which prepares Snug in the same folder...\n`);
    }
    const isLeft = holder !== undefined && !isAlive(holder);
    if (isLeft || performance.now() > until) rmSync(path, { force: true });
    else await wait(INTERVAL_MS);
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Undefined if the lock is free meanwhile, or not written yet.
 * @param {string} path
 */
function readHolder(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
