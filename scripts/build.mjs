import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compressTexts } from './compress.mjs';
import { print, ROOT, run } from './run.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} folder
 * @property {readonly string[]} sources
 * @property {string} program
 * @property {readonly string[]} args
 */

/** @type {readonly Part[]} */
const PARTS = [
  {
    name: 'web app',
    folder: 'web',
    sources: [
      'web/src/**/*.*',
      'web/*.*',
      'web/public/**/*.*',
      '{client,protocol,media}/src/**/*.ts',
      'package-lock.json',
      'scripts/compress.mjs',
      'scripts/release/list-packages.mjs',
    ],
    program: 'vite',
    args: ['build', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    folder: 'server',
    sources: [
      '{server,protocol,media}/src/**/*.ts',
      'server/*.mjs',
      'package.json',
      'package-lock.json',
      'scripts/release/list-packages.mjs',
    ],
    program: 'rolldown',
    args: ['--config', 'rolldown.config.mjs', '--log-level', 'warn'],
  },
];

/** Builds the web app and the server, unless their `dist` was built from exactly these sources. */
export async function build() {
  for (const part of PARTS) await buildPart(part);
}

/** @param {Part} part */
async function buildPart({ name, folder, sources, program, args }) {
  const dist = join(ROOT, folder, 'dist');
  const stamp = join(dist, '.built');
  const current = hashSources(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  print(`Building the ${name}...`);
  rmSync(dist, { recursive: true, force: true });
  const { code, output } = await run(program, args, {
    cwd: join(ROOT, folder),
    quiet: true,
    // Tests set another NODE_ENV, with which Vite would leave out parts of the production build.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The ${name} could not be built.\n${output}`);
  if (folder === 'web') compressTexts(dist);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

/** @param {readonly string[]} sources */
function hashSources(sources) {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: ROOT }).toSorted()) {
    if (!path.includes('.test.')) hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}
