import { equal } from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillPreviousFolder } from '@snug/e2e/releases/previous-folder.ts';
import buildReleases from '@snug/e2e/releases/previous-release.ts';
import { freePort } from '@snug/testkit/server-process.ts';
import { print, run } from '../run.mjs';
import { type Image, ImageStore } from './image-store.ts';
import { findMissing } from './missing-programs.ts';
import { SnugProgram } from './snug-program.ts';
import { copyNextSources, copySources } from './sources.ts';
import { type Installation, runUpdateJourney, step } from './update-journey.ts';

// `npm run test:image`: builds the image with buildah, and lets it live as PID 1 without a network. Then a large folder of the previous
// release moves into the image, and is updated to an image with a migration and back. It needs root and Debian's packages, and says so
// if they are missing.

const USER = 10_001;
const JOURNEY = join(import.meta.dirname, 'journey.ts');
const PREPARE_IMAGE = join(import.meta.dirname, 'prepare-image.sh');
const RUN_IMAGE = join(import.meta.dirname, 'run-image.sh');

const reason = await findMissing(['buildah', 'debootstrap', 'unshare', 'setpriv', 'ip']);
if (reason !== undefined) {
  print(`NOT CHECKED: the image, because ${reason}. On Debian, as root: apt-get install buildah debootstrap`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'snug-image-'));
// Also the user of the image opens folders below.
chmodSync(folder, 0o755);
const store = await ImageStore.create(folder);
try {
  const image = await build('this', copySources);
  equal(image.user, `${USER}:${USER}`);
  const packageJson = readFileSync(join(image.rootfs, 'app', 'package.json'), 'utf8');
  equal(packageJson.includes('devDependencies'), false, 'The image has the sources.');
  process.exitCode = await runJourney(image);
  if (process.exitCode === 0) await update(image, await build('next', copyNextSources));
} finally {
  await store.unmountAll();
  rmSync(folder, { recursive: true, force: true });
}

async function build(tag: string, copy: (target: string) => Promise<unknown>): Promise<Image> {
  const sources = join(folder, tag);
  await copy(sources);
  await store.build(`snug:${tag}`, sources);
  rmSync(sources, { recursive: true });
  return store.mount(`snug:${tag}`);
}

async function runJourney(image: Image): Promise<number> {
  const work = join(folder, 'work');
  mkdirSync(work);
  const env = { ...describeImage(image, work), TMPDIR: work, SIGNAL_CHILD: '1' };
  const prepare =
    'ip link set lo up && mount -t tmpfs -o mode=1777 snug "$WORK" && exec sh "$PREPARE_IMAGE" "$@"';
  const args = ['--net', '--mount', 'sh', '-c', prepare, 'sh', process.execPath, JOURNEY, RUN_IMAGE];
  return (await run('unshare', args, { env })).code;
}

function describeImage({ rootfs, user, env }: Image, work: string): Record<string, string> {
  return { ROOTFS: rootfs, WORK: work, IMAGE_USER: user, IMAGE_ENV: env, PREPARE_IMAGE };
}

async function update(image: Image, next: Image): Promise<void> {
  const removePrevious = await buildReleases();
  try {
    const previous = await step('a folder of the previous release', () => fillPreviousFolder(folder));
    await runUpdateJourney(await createInstallation(image, next), previous);
  } finally {
    await removePrevious();
  }
}

/** Volumes like those of compose.yaml, and one image after the other. */
async function createInstallation(image: Image, next: Image): Promise<Installation> {
  const work = join(folder, 'update');
  const [data, backups] = [join(work, 'data'), join(work, 'backups')];
  for (const path of [work, data, backups]) {
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, USER, USER);
  }
  const port = await freePort();
  const load = (image: Image) => {
    // Without a network namespace of its own, it listens on this machine.
    const described = describeImage({ ...image, env: `${image.env}\nHOST=127.0.0.1` }, work);
    const env = { PATH: process.env.PATH, ...described, SNUG_DATA: data, PORT: String(port) };
    return new SnugProgram({
      command: ['unshare', '--mount', 'sh', PREPARE_IMAGE, 'sh', RUN_IMAGE],
      env,
      isChild: true,
    });
  };
  const [first, second] = [load(image), load(next)];
  let server: Awaited<ReturnType<SnugProgram['startServer']>>;
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    async moveIn(backup) {
      const copy = join(backups, 'snug.tar');
      copyFileSync(backup, copy);
      chownSync(copy, USER, USER);
      await first.run(['restore', copy]);
      server = await first.startServer();
    },
    async update() {
      await first.run(['backup', backups]);
      await first.stopServer(server);
      server = await second.startServer();
    },
    async rollBack() {
      await second.stopServer(server);
      const output = await second.run(['rollback', '--yes']);
      server = await first.startServer();
      return output;
    },
    stop: () => second.stopServer(server),
  };
}
