import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { print, run } from '../run.mjs';
import { writeRelease } from './write-release.ts';

// `npm run test:release`: makes a release, and lets it live without a PATH, a network and a root that can be written to.

/** `$WORK` stays writable. */
const ISOLATE = 'ip link set lo up && mount -t tmpfs snug "$WORK" && mount -o remount,bind,ro / && exec "$@"';
const JOURNEY = join(import.meta.dirname, 'journey.ts');

const folder = mkdtempSync(join(tmpdir(), 'snug-release-'));
const release = join(folder, 'release');
const work = join(folder, 'work');
mkdirSync(work);
try {
  await build();
  writeRelease(release);
  process.exitCode = await runJourney([process.execPath, join(release, 'snug')]);
} finally {
  rmSync(folder, { recursive: true });
}

async function runJourney(snug: readonly string[]): Promise<number> {
  const env = { WORK: work, TMPDIR: work };
  const isolate = ['--net', '--mount', '--map-root-user', 'sh', '-c', ISOLATE, 'sh'];
  const probe = await run('unshare', [...isolate, 'true'], { env, quiet: true }).catch((error: Error) => ({
    code: 1,
    output: error.message,
  }));
  const journey = [process.execPath, JOURNEY, ...snug];
  if (probe.code === 0) return (await run('unshare', [...isolate, ...journey], { env })).code;
  print(
    `NOT CHECKED: a run without network and with a read-only root, because: ${probe.output.trim() || 'unshare failed'}`,
  );
  return (await run(process.execPath, journey.slice(1), { env })).code;
}
