import { cp, mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode, StartError } from '../../base/start-error.ts';
import { syncFolder } from '../../base/sync-folder.ts';
import { KEPT_BUILDS, nameBuild, type PublishedAssets } from './published-assets.ts';

/** The name of an incomplete copy starts with it. */
const INCOMPLETE = '.new-';
/** A copy takes seconds, but clocks can be hours apart. An older incomplete one belongs to a process that has ended. */
const MAX_COPY_MS = 24 * 60 * 60_000;

/** In a folder that all servers share. */
export function createFolderAssets(folder: string): PublishedAssets {
  return {
    folder,
    async start(assets) {
      await publishAssets(assets, folder);
      return () => {};
    },
    find: name => findPublishedAsset(folder, name),
  };
}

/**
 * Copies the assets of this build into a folder of its own in `published`, which appears only when it is complete. Removes all
 * but the builds whose nodes started last. Throws a `StartError` if the disk rejects it.
 */
export async function publishAssets(assets: string, published: string): Promise<void> {
  try {
    await mkdir(published, { recursive: true, mode: 0o700 });
    const build = join(published, nameBuild(await readdir(assets)));
    if (await exists(build)) await renewAge(build);
    else await copyAtOnce(assets, build, published);
    await removeOldBuilds(published);
  } catch (error) {
    throw new StartError(`The assets cannot be copied to ${published} (${getErrorCode(error)}).`);
  }
}

/** Returns the folder of a published build that contains the asset; undefined if none does. */
export async function findPublishedAsset(published: string, name: string): Promise<string | undefined> {
  for (const build of await listBuilds(published)) {
    const found = await stat(join(build, name)).catch(() => undefined);
    if (found?.isFile()) return build;
  }
  return undefined;
}

async function copyAtOnce(assets: string, build: string, published: string): Promise<void> {
  const copy = await mkdtemp(join(published, INCOMPLETE));
  try {
    await cp(assets, copy, { recursive: true });
    for (const name of await readdir(copy)) await syncFile(join(copy, name));
    syncFolder(copy);
    await rename(copy, build);
    syncFolder(published);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    // Another node of this build was faster.
    if (!(await exists(build))) throw error;
  }
}

/** Keeps the newest builds. */
export async function removeOldBuilds(published: string): Promise<void> {
  for (const build of (await listBuilds(published)).slice(KEPT_BUILDS))
    await rm(build, { recursive: true, force: true });
  for (const name of await readdir(published)) {
    const copy = join(published, name);
    if (name.startsWith(INCOMPLETE) && (await getAgeMs(copy)) > MAX_COPY_MS)
      await rm(copy, { recursive: true, force: true });
  }
}

/** The complete builds, the newest first. */
async function listBuilds(published: string): Promise<string[]> {
  const names = await readdir(published).catch(() => []);
  const builds = names.filter(name => !name.startsWith('.')).map(name => join(published, name));
  const aged = await Promise.all(builds.map(async build => ({ build, ageMs: await getAgeMs(build) })));
  return aged.toSorted((a, b) => a.ageMs - b.ageMs).map(({ build }) => build);
}

/** A file that another node removes meanwhile is the oldest. */
async function getAgeMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return Date.now() - (found?.mtimeMs ?? 0);
}

async function renewAge(build: string): Promise<void> {
  const now = new Date();
  await utimes(build, now, now);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
