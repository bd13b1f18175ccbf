import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressTexts } from './compress.mjs';
import { withLock } from './lock.mjs';
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
  const stale = PARTS.map(part => ({ part, hash: hashSources(part.sources) })).filter(isStale);
  if (stale.length === 0) return;
  // Another start may build meanwhile.
  await withLock(ROOT, async () => {
    for (const each of stale) if (isStale(each)) await buildPart(each);
  });
}

/** @typedef {{ part: Part, hash: string }} HashedPart `hash`: of its sources. */

/** @param {Part} part */
function getStamp({ folder }) {
  return join(ROOT, folder, 'dist', '.built');
}

/** @param {HashedPart} part */
function isStale({ part, hash }) {
  const stamp = getStamp(part);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash;
}

/** @param {HashedPart} part */
async function buildPart({ part, hash }) {
  const { name, folder, program, args } = part;
  const dist = join(ROOT, folder, 'dist');
  print(`Building the ${name}...`);
  rmSync(dist, { recursive: true, force: true });
  const { code, output } = await run(program, args, {
    cwd: join(ROOT, folder),
    quiet: true,
    // Tests set another NODE_ENV, with which Vite would leave out parts of the production build.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The ${name} could not be built.\n${output}`);
  if (folder === 'web') await compressTexts(dist);
  writeFileSync(getStamp(part), hash);
}

/** @param {readonly string[]} sources */
function hashSources(sources) {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: ROOT }).toSorted()) {
    if (!path.includes('.test.')) hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}
