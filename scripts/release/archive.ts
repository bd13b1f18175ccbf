import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { EXTERNAL_PACKAGES } from '../../server/rolldown.config.mjs';
import { build } from '../build.mjs';
import { print, ROOT, run } from '../run.mjs';
import { selectLocked } from './packages.ts';
import { tryRelease } from './try-release.ts';
import { writeRelease } from './write-release.ts';

// `npm run archive -- FOLDER [--arch arm64]`: a release with Node and units of systemd, for Linux without a network. The same sources
// give the same bytes, so that others can check an archive.

const ARCHITECTURES = ['x64', 'arm64'];
const CHECKSUMS = 'SHA256SUMS';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { arch: { type: 'string', default: process.arch } },
});
const [target, ...others] = positionals;
const { arch } = values;
if (!target || others.length > 0 || !ARCHITECTURES.includes(arch))
  fail(`Name one folder: npm run archive -- FOLDER [--arch ${ARCHITECTURES.join('|')}]`);
const folder = resolve(process.env.INIT_CWD ?? '', target);
const isOwnSystem = process.platform === 'linux' && process.arch === arch;

const { version } = readJson<{ version: string }>(join(ROOT, 'package.json'));
const name = `snug-${version}-linux-${arch}.tar.gz`;
await build();
const work = mkdtempSync(join(tmpdir(), 'snug-archive-'));
try {
  const release = join(work, 'snug', version);
  const nodePackage = await installNode();
  writeRelease(release, { node: nodePackage, modules: await installModules() });
  mkdirSync(join(release, 'bin'));
  cpSync(join(nodePackage, 'bin', 'node'), join(release, 'bin', 'node'));
  cpSync(join(import.meta.dirname, 'bin-snug.sh'), join(release, 'bin', 'snug'));
  for (const program of ['node', 'snug']) chmodSync(join(release, 'bin', program), 0o755);
  cpSync(join(ROOT, 'deploy'), join(release, 'deploy'), { recursive: true });
  if (isOwnSystem) await tryRelease([join(release, 'bin', 'node'), join(release, 'snug')]);
  else print(`NOT STARTED: this machine is ${process.platform}-${process.arch}.`);
  mkdirSync(folder, { recursive: true });
  await pack(join(folder, name));
  writeChecksums();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(work, { recursive: true });
}
print(`The archive is ${join(folder, name)}.`);

/** The folder of the pinned package with Node. */
async function installNode(): Promise<string> {
  const pinned = join(ROOT, 'scripts', 'node');
  const { packages } = readJson<Lockfile>(join(pinned, 'package-lock.json'));
  return join(await install('node', selectLocked(packages, [`node-linux-${arch}`])), `node-linux-${arch}`);
}

/** A `node_modules` with native libraries for that system. */
async function installModules(): Promise<string> {
  if (isOwnSystem) return join(ROOT, 'node_modules');
  const { packages } = readJson<Lockfile>(join(ROOT, 'package-lock.json'));
  return install('modules', selectLocked(packages, EXTERNAL_PACKAGES));
}

interface Lockfile {
  packages: Parameters<typeof selectLocked>[0];
}

async function install(part: string, lockfile: ReturnType<typeof selectLocked>): Promise<string> {
  const prefix = join(work, part);
  mkdirSync(prefix);
  writeFileSync(join(prefix, 'package.json'), JSON.stringify(lockfile.packages['']));
  writeFileSync(join(prefix, 'package-lock.json'), JSON.stringify(lockfile));
  const system = ['--os=linux', `--cpu=${arch}`, '--libc=glibc', '--include=optional', '--ignore-scripts'];
  const { code, output } = await run('npm', ['install', '--no-save', ...system], {
    cwd: prefix,
    quiet: true,
  });
  if (code !== 0) throw new Error(`npm install failed.\n${output}`);
  return join(prefix, 'node_modules');
}

/** In the order of names, with the owner, the mode and the time of the commit, which machines and moments do not change. */
async function pack(path: string): Promise<void> {
  const options = ['--sort=name', '--format=ustar', '--owner=0', '--group=0', '--numeric-owner'];
  const mode = '--mode=u+rwX,go+rX,go-w';
  const tar = spawn('tar', ['--create', ...options, mode, `--mtime=@${readCommitTime()}`, 'snug'], {
    cwd: work,
    // The order of names is that of their bytes.
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done, reject) => tar.on('error', reject).on('close', done));
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(path));
  if ((await ended) !== 0) throw new Error('tar failed.');
}

/** In seconds. It also tells browsers that a file of the same size is another one, so it must not be constant. */
function readCommitTime(): string {
  return (
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  );
}

/** Of all archives in the folder, in the format of `sha256sum`. */
function writeChecksums(): void {
  const lines = readdirSync(folder)
    .filter(file => file.startsWith('snug-') && file.endsWith('.tar.gz'))
    .toSorted()
    .map(
      file =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    );
  writeFileSync(join(folder, CHECKSUMS), lines.join(''));
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}

function fail(line: string): never {
  process.stderr.write(`No archive was made. ${line}\n`);
  process.exit(1);
}
