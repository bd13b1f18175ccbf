import { spawn } from 'node:child_process';
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
 * @returns {Promise<{ code: number, output: string }>}
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
    child.on('error', reject);
    child.on('close', code => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}
