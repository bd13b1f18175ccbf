import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// JavaScript, because `npm start` uses it: loading the type stripper would take a tenth of a start.

export const ROOT = join(import.meta.dirname, '..');

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

export function stopChildren() {
  for (const child of children) child.kill('SIGKILL');
}

/**
 * Runs a program to its end, by default in the root of the project. `quiet`: returns its output instead of printing it.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string, processorSeconds: number | undefined }>}
 */
export function run(program, args, { cwd = ROOT, env = {}, quiet = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    /** @type {number | undefined} */
    let processorSeconds;
    child.on('error', reject);
    child.on('exit', () => {
      processorSeconds = takeProcessorSeconds();
    });
    child.on('close', code => {
      children.delete(child);
      resolve({ code: code ?? 1, output, processorSeconds });
    });
  });
}

const CLOCK_TICKS_PER_SECOND = 100;

let taken = 0;

/**
 * The processor time of the children that have ended since the last call, with their own children. A child counts when it ends, so
 * right after that the time is its own, also if others run. Undefined on systems without `/proc`.
 */
function takeProcessorSeconds() {
  /** @type {string} */
  let stat;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return undefined;
  }
  // proc_pid_stat(5): fields 16 and 17, `cutime` and `cstime`, after the name in brackets, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const total = (Number(fields[13]) + Number(fields[14])) / CLOCK_TICKS_PER_SECOND;
  const seconds = total - taken;
  taken = total;
  return seconds;
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}
