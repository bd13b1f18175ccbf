import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, run } from '../run.mjs';

// `npm run test:image`: builds the image with buildah, and lets it live as PID 1 without a network. Where no registry has the base, it makes
// one with debootstrap, with this machine's Node and npm. It needs root and Debian's packages, and says so if they are missing.

const PROGRAMS = ['buildah', 'debootstrap', 'unshare', 'setpriv', 'ip'];
const BASE = 'docker.io/library/node:24-slim';
const JOURNEY = join(import.meta.dirname, 'journey.ts');
const RUN_IMAGE = join(import.meta.dirname, 'run-image.sh');

const missing: string[] = [];
for (const program of PROGRAMS)
  if (!(await succeeds('sh', ['-c', `command -v ${program}`]))) missing.push(program);
if (missing.length > 0 || process.getuid?.() !== 0) {
  const reason = missing.length > 0 ? `there is no ${missing.join(', ')}` : 'it needs root';
  print(`NOT CHECKED: the image, because ${reason}. On Debian, as root: apt-get install buildah debootstrap`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'snug-image-'));
const storage = [
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'vfs',
];
try {
  const pulled = await succeeds('buildah', [...storage, 'pull', '--quiet', BASE]);
  if (!pulled) await createBase();
  print(`The base is ${pulled ? BASE : 'from debootstrap'}.`);
  await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--pull-never',
    '--format',
    'docker',
    '--tag',
    'snug:test',
    await copySources(),
  );
  process.exitCode = await runJourney();
} finally {
  await run('buildah', [...storage, 'umount', '--all'], { quiet: true });
  rmSync(folder, { recursive: true, force: true });
}

/** What the base's name promises: a small Debian with Node 24 and npm. */
async function createBase(): Promise<void> {
  const root = join(folder, 'base');
  await must('debootstrap', ['--variant=minbase', '--include=libstdc++6,ca-certificates', 'bookworm', root]);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = join(root, 'usr/local/lib/node_modules');
  mkdirSync(npm, { recursive: true });
  const version = (await must('npm', ['--version'])).trim();
  await must('npm', ['install', '--no-save', `--prefix=${folder}`, `npm@${version}`]);
  cpSync(join(folder, 'node_modules', 'npm'), join(npm, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  // This machine may trust further authorities, such as that of a mirror.
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const target = '/usr/local/share/authorities.pem';
  if (authorities) cpSync(authorities, join(root, target));
  const container = (await buildah('from', 'scratch')).trim();
  const mount = (await buildah('mount', container)).trim();
  await must('cp', ['-a', `${root}/.`, mount]);
  await buildah('umount', container);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const variables = [path, ...(authorities ? [`NODE_EXTRA_CA_CERTS=${target}`] : [])];
  await buildah('config', ...variables.flatMap(variable => ['--env', variable]), container);
  await buildah('commit', '--quiet', '--rm', container, BASE);
  rmSync(root, { recursive: true });
}

/** The files that a clone has, without those that only this checkout has. */
async function copySources(): Promise<string> {
  const context = join(folder, 'context');
  mkdirSync(context);
  const pack =
    'git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- --ignore-failed-read';
  await must('sh', ['-c', `${pack} | tar --extract --directory "$0"`, context]);
  return context;
}

async function runJourney(): Promise<number> {
  const container = (await buildah('from', '--pull-never', 'snug:test')).trim();
  const rootfs = (await buildah('mount', container)).trim();
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'snug:test')) as {
    Docker: { config: { Env: string[]; User: string } };
  };
  const { Env, User } = Docker.config;
  if (User !== '10001:10001') throw new Error(`The image runs as ${User}.`);
  if (readFileSync(join(rootfs, 'app', 'package.json'), 'utf8').includes('devDependencies'))
    throw new Error('The image has the sources.');
  const work = join(folder, 'work');
  mkdirSync(work);
  chmodSync(folder, 0o755);
  const env = {
    ROOTFS: rootfs,
    WORK: work,
    TMPDIR: work,
    IMAGE_USER: User,
    IMAGE_ENV: Env.join('\n'),
    SIGNAL_CHILD: '1',
  };
  const prepare = [
    'ip link set lo up',
    'mount -t tmpfs -o mode=1777 snug "$WORK"',
    'mount --bind "$ROOTFS" "$ROOTFS"',
    // SQLite keeps its temporary files there.
    'mount -t tmpfs -o mode=1777 snug "$ROOTFS/tmp"',
    'mkdir -p "$ROOTFS$WORK" && mount --bind "$WORK" "$ROOTFS$WORK"',
    'mount -o remount,bind,ro "$ROOTFS"',
  ].join(' && ');
  const args = ['--net', '--mount', 'sh', '-c', `${prepare} && exec "$@"`, 'sh'];
  return (await run('unshare', [...args, process.execPath, JOURNEY, RUN_IMAGE], { env })).code;
}

function buildah(...args: readonly string[]): Promise<string> {
  return must('buildah', [...storage, ...args]);
}

async function must(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) throw new Error(`${program} failed.\n${output}`);
  return output;
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return (await run(program, args, { quiet: true }).catch(() => ({ code: 1 }))).code === 0;
}
