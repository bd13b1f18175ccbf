import { readlinkSync, statfsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { readEpoch } from '../../db/epoch.ts';
import { openDatabase } from '../../db/sqlite/data-folder.ts';
import { hasFreeSpace } from '../../files/disk-space.ts';
import { Follower } from './follower.ts';
import { createPost, describeError, type FromFollower, type Post, type ToFollower } from './index-thread.ts';
import { MessageSource } from './message-source.ts';
import { DamagedIndexError, SearchFile } from './search-file.ts';

/** A room with changes that wait longer is behind. */
const BEHIND_MS = 2_000;
/** A search may miss what changed in this time, so the state need not be newer. */
const STATE_INTERVAL_MS = 1_000;
/** Erased words leave the log of the file so much later, if no reader uses an older state. */
const TRUNCATE_DELAY_MS = 3_000;
/** After a step that failed: a full disk, for example. */
const RETRY_MS = 10_000;
const COMPARISON_INTERVAL_MS = 60 * 60_000;
/** Without changes for so long, lists are merged. */
const IDLE_MS = 2_000;
const MERGE_PAGES = 200;
/** Of at most 200 messages each. */
const STEPS_PER_FULL_MERGE = 500;
/** Rests of the build, as a multiple of its steps: it uses at most half a core, and less while people send. */
const [QUIET_REST, BUSY_REST] = [1, 4];
const LOW_PRIORITY = 10;

export async function serveFollower(port: MessagePort, data: string): Promise<void> {
  lowerPriority();
  const post = createPost<FromFollower>(port);
  const read = openDatabase(data, { readOnly: true });
  const file = SearchFile.openForWrites(data, await readEpoch(read));
  post({ kind: 'opened' });
  const loop = new FollowerLoop({
    file,
    follower: new Follower(file, new MessageSource(read), now),
    data,
    post,
  });
  port.on('message', (message: ToFollower) => {
    if (message.kind === 'changed') loop.announce(message.roomIds);
    else if (message.kind === 'await_changes') loop.awaitChanges(message.id);
    else loop.stop();
  });
  try {
    await loop.run();
    file.truncateLog();
    file.close();
    await read.destroy();
  } catch (error) {
    post({ kind: 'damaged', detail: describeError(error) });
  }
  port.close();
}

interface LoopOptions {
  file: SearchFile;
  follower: Follower;
  data: string;
  post: Post<FromFollower>;
}

/** Changes first, then rooms that leave, then older messages, then merging. */
class FollowerLoop {
  readonly #options: LoopOptions;
  readonly #merging: Merging;
  #isStopped = false;
  #wake = () => {};
  #changedAt = 0;
  #restUntil = 0;
  #comparedAt = now();
  #truncateAt = Number.POSITIVE_INFINITY;
  #reportedAt = 0;
  #reported = '';
  #isDiskLow = false;
  /** By the id of the question, since when. */
  readonly #awaited = new Map<number, number>();

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#merging = new Merging(options.file);
  }

  announce(roomIds: readonly string[]): void {
    this.#options.follower.announce(roomIds);
    this.#wake();
  }

  /** Responds after the changes that are known now. */
  awaitChanges(id: number): void {
    this.#awaited.set(id, now());
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Resolves after `stop`. Rejects if the file is damaged. */
  async run(): Promise<void> {
    while (!this.#isStopped) await this.#pause(await this.#takeStep());
  }

  /** Returns the time until the next step, in ms. */
  async #takeStep(): Promise<number> {
    try {
      this.#report();
      const hasChanged = await this.#follow();
      const delay = now() < this.#restUntil ? this.#restUntil - now() : await this.#workInBackground();
      this.#respond(hasChanged);
      this.#truncate();
      return hasChanged ? 0 : delay;
    } catch (error) {
      if (error instanceof DamagedIndexError) throw error;
      this.#options.post({ kind: 'failed', detail: describeError(error) });
      return RETRY_MS;
    }
  }

  async #follow(): Promise<boolean> {
    const { follower } = this.#options;
    const hasChanged = await (this.#isDiskLow ? follower.eraseChanges() : follower.applyChanges());
    if (!hasChanged) return false;
    this.#changedAt = now();
    this.#noteErasure();
    this.#merging.note();
    return true;
  }

  async #workInBackground(): Promise<number> {
    const { follower } = this.#options;
    if (now() - this.#comparedAt >= COMPARISON_INTERVAL_MS) {
      this.#comparedAt = now();
      follower.compareAgain();
    }
    if (await follower.compareRooms()) return 0;
    if (await follower.removeRooms()) {
      this.#noteErasure();
      this.#merging.note();
      return 0;
    }
    const isQuiet = now() - this.#changedAt > IDLE_MS;
    const began = now();
    if (!this.#isDiskLow && (await follower.buildSome())) {
      this.#merging.note();
      return this.#rest(began, isQuiet ? QUIET_REST : BUSY_REST);
    }
    if (isQuiet && !this.#isDiskLow && this.#merging.takeStep()) return this.#rest(began, QUIET_REST);
    return this.#merging.isDone && this.#truncateAt === Number.POSITIVE_INFINITY
      ? COMPARISON_INTERVAL_MS
      : IDLE_MS;
  }

  #respond(hasChanged: boolean): void {
    const { follower, post } = this.#options;
    for (const [id, since] of this.#awaited) {
      const isErased = this.#isDiskLow && !hasChanged;
      if (!follower.hasFollowed(isErased ? Number.NEGATIVE_INFINITY : since)) continue;
      this.#awaited.delete(id);
      post({ kind: 'followed', id });
    }
  }

  #rest(began: number, times: number): number {
    const ms = (now() - began) * times;
    this.#restUntil = now() + ms;
    return ms;
  }

  #noteErasure(): void {
    if (this.#options.follower.hasErased)
      this.#truncateAt = Math.min(this.#truncateAt, now() + TRUNCATE_DELAY_MS);
  }

  #truncate(): void {
    if (now() < this.#truncateAt) return;
    this.#truncateAt = this.#options.file.truncateLog() ? Number.POSITIVE_INFINITY : now() + IDLE_MS;
  }

  #report(): void {
    const { file, follower, data, post } = this.#options;
    if (now() - this.#reportedAt < STATE_INTERVAL_MS) return;
    this.#reportedAt = now();
    this.#isDiskLow = !hasDiskSpace(data);
    const waiting = follower.listWaiting(now() - BEHIND_MS);
    const { isCompared } = follower;
    const state = {
      waiting,
      isCompared,
      isDiskLow: this.#isDiskLow,
      bytes: file.bytes,
      ...follower.readProgress(),
    };
    const reported = JSON.stringify(state);
    if (reported !== this.#reported) post({ kind: 'state', state });
    this.#reported = reported;
  }

  /** Messages of the port arrive in it. */
  async #pause(ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, Math.min(ms, STATE_INTERVAL_MS));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

/** Fewer lists of a word make a search several times cheaper. */
class Merging {
  readonly #file: SearchFile;
  #changes = 0;
  #isFull = true;
  isDone = false;

  constructor(file: SearchFile) {
    this.#file = file;
  }

  /** A step changed the index. */
  note(): void {
    this.#changes++;
    this.isDone = false;
  }

  /** Returns false if there is nothing to merge. */
  takeStep(): boolean {
    if (this.isDone) return false;
    // A negative number of pages begins to merge everything into one list of each word.
    const isFull = this.#isFull;
    this.#isFull = false;
    if (this.#file.merge(isFull ? -MERGE_PAGES : MERGE_PAGES)) return true;
    this.isDone = true;
    this.#isFull = this.#changes >= STEPS_PER_FULL_MERGE;
    if (this.#isFull) this.#changes = 0;
    return false;
  }
}

function hasDiskSpace(folder: string): boolean {
  const { bsize, blocks, bavail } = statfsSync(folder);
  return hasFreeSpace({ total: blocks * bsize, free: bavail * bsize }, 0);
}

function now(): number {
  return performance.now();
}

/** Of this thread, on Linux. Others have no priorities of threads. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW_PRIORITY);
  } catch {
    // It only takes turns with the others.
  }
}
