import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { parseJson } from '../../base/parse-json.ts';
import { runConcurrently } from '../../base/run-concurrently.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { SharedRead } from '../../limits/shared-read.ts';
import { findPublishedAsset, removeOldBuilds } from './folder-assets.ts';
import { KEPT_BUILDS, nameBuild, type PublishedAssets } from './published-assets.ts';

/** A key for each complete build, with the names of its assets: written last, and removed last. */
const BUILDS = 'asset-builds';
/** More than the servers of one upgrade leave. */
const MAX_BUILDS = 50;
const MAX_ASSETS = 5_000;
const MAX_LIST_BYTES = 1_000_000;
const CONCURRENCY = 8;

/** Longer than a start needs, shorter than a supervisor waits. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 60_000;

/** A file name, because the bytes of a store become paths here. */
const Name = v.pipe(v.string(), v.regex(/^\w[\w.-]{0,199}$/));
const Names = v.pipe(v.array(Name), v.maxLength(MAX_ASSETS));

/** The form of an asset, and its compressed ones. */
const FORMS = ['.br', '.gz', ''];

export interface StoredAssetsOptions {
  storage: FileStorage;
  /** Of this server, for copies of requested assets. */
  folder: string;
  clock: Pick<Clock, 'repeat' | 'setTimer'>;
  onFailure: (error: unknown) => void;
}

interface Build {
  name: string;
  assets: ReadonlySet<string>;
}

/** In a storage that all servers share. */
export class StoredAssets implements PublishedAssets {
  readonly folder: string;
  readonly #options: StoredAssetsOptions;
  readonly #fetches = new Map<string, Promise<void>>();
  /** Names of a build never change. */
  readonly #known = new Map<string, Build>();
  /** Not older than a request: the page of another server may be a moment old. */
  readonly #builds = new SharedRead(() => this.#readBuilds());

  constructor(options: StoredAssetsOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  /** If the storage is slow or away, the start goes on, and this goes on behind it. */
  async start(assets: string): Promise<() => void> {
    const { clock, onFailure } = this.#options;
    let isDone = false;
    let running: Promise<void> | undefined;
    const tryToPublish = () =>
      (running ??= this.publish(assets)
        .then(() => {
          isDone = true;
          endRetries();
        }, onFailure)
        .finally(() => {
          running = undefined;
        }));
    const endRetries = clock.repeat(() => {
      if (!isDone) void tryToPublish();
    }, RETRY_MS);
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const endTimer = clock.setTimer(resolve, MAX_WAIT_MS);
    await Promise.race([tryToPublish(), timeout]);
    endTimer();
    return endRetries;
  }

  /** Stores the missing assets of this build, then its list, and removes all but the builds whose servers started last. */
  async publish(assets: string): Promise<void> {
    const { storage } = this.#options;
    const names = (await readdir(assets)).filter(name => v.is(Name, name)).toSorted();
    const build = nameBuild(names);
    const stored = new Set(await storage.list(getFolder(build), { limit: MAX_ASSETS }));
    await runConcurrently(names, CONCURRENCY, async name => {
      const key = toKey(build, name);
      if (!stored.has(key)) await storage.put(key, await readFile(join(assets, name)));
    });
    // Also renews the time of the list.
    await storage.put(`${BUILDS}/${build}`, Buffer.from(JSON.stringify(names)));
    await this.#removeOldBuilds();
  }

  async find(name: string): Promise<string | undefined> {
    const own = await findPublishedAsset(this.folder, name);
    if (own !== undefined) return own;
    const build = (await this.#builds.get()).find(({ assets }) => assets.has(name));
    if (!build) return undefined;
    const fetches = FORMS.map(form => name + form)
      .filter(form => build.assets.has(form))
      .map(form => this.#fetchOnce(build, form));
    await Promise.all(fetches);
    return findPublishedAsset(this.folder, name);
  }

  /** The newest first. A build is in the list while its assets are stored. */
  async #removeOldBuilds(): Promise<void> {
    const { storage } = this.#options;
    const lists = await storage.list(BUILDS, { limit: MAX_BUILDS });
    const found = await Promise.all(
      lists.map(async key => ({ key, at: (await storage.find(key))?.modifiedAt.getTime() ?? 0 })),
    );
    const old = found.toSorted((a, b) => b.at - a.at).slice(KEPT_BUILDS);
    for (const { key } of old) {
      const folder = getFolder(key.slice(BUILDS.length + 1));
      const keys = await storage.list(folder, { limit: MAX_ASSETS });
      await runConcurrently(keys, CONCURRENCY, each => storage.remove(each));
      await storage.remove(key);
    }
  }

  async #readBuilds(): Promise<Build[]> {
    const { storage } = this.#options;
    const names = (await storage.list(BUILDS, { limit: MAX_BUILDS }))
      .map(key => key.slice(BUILDS.length + 1))
      .filter(name => v.is(Name, name));
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name);
    await runConcurrently(names, CONCURRENCY, async name => {
      const build = this.#known.get(name) ?? (await this.#readBuild(name));
      if (build) this.#known.set(name, build);
    });
    return [...this.#known.values()];
  }

  async #readBuild(name: string): Promise<Build | undefined> {
    const { storage } = this.#options;
    const key = `${BUILDS}/${name}`;
    if (((await storage.find(key))?.size ?? Infinity) > MAX_LIST_BYTES) return undefined;
    const stream = await storage.read(key);
    const names = v.safeParse(Names, stream && parseJson(await readText(stream)));
    return names.success ? { name, assets: new Set(names.output) } : undefined;
  }

  /** One request to the storage, however many browsers wait for it. */
  #fetchOnce(build: Build, name: string): Promise<void> {
    const key = toKey(build.name, name);
    const running = this.#fetches.get(key);
    if (running) return running;
    const fetch = this.#fetch(build.name, name, key).finally(() => this.#fetches.delete(key));
    this.#fetches.set(key, fetch);
    return fetch;
  }

  /** A file appears when it is complete. */
  async #fetch(build: string, name: string, key: string): Promise<void> {
    const folder = join(this.folder, build);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = join(this.folder, `.new-${newId()}`);
    try {
      const stream = await this.#options.storage.read(key);
      // Another server removes the build at this moment.
      if (!stream) return;
      await pipeline(stream, createWriteStream(partial, { flush: true }));
      await rename(partial, join(folder, name));
    } finally {
      await rm(partial, { force: true });
    }
    if (made !== undefined) await removeOldBuilds(this.folder);
  }
}

function getFolder(build: string): string {
  return `assets/${build}`;
}

function toKey(build: string, name: string): string {
  return `${getFolder(build)}/${name}`;
}
