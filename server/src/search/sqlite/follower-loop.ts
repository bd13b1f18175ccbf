import { statfsSync } from 'node:fs';
import { hasFreeSpace } from '../../files/disk-space.ts';
import { ERASURE_INTERVAL_MS, getRest, getRestOfChanges, getRestOfRemoval, IDLE_REST } from '../load.ts';
import type { Follower } from './follower.ts';
import { describeError, type FromFollower, type Post } from './index-thread.ts';
import { DamagedIndexError, type SearchFile } from './search-file.ts';

/** A room with changes that wait longer is behind. */
const BEHIND_MS = 2_000;
/** A search may miss what changed in this time, so the state need not be newer. */
const STATE_INTERVAL_MS = 1_000;
/** Erased words leave the log of the file so much later, if no reader uses an older state. */
const TRUNCATE_DELAY_MS = 3_000;
/** After a step that failed: a full disk, for example. */
const RETRY_MS = 10_000;
const COMPARISON_INTERVAL_MS = 60 * 60_000;
/** Without anything to do. */
const IDLE_MS = 2_000;
const MERGE_PAGES = 200;
/** Changes of this share of the file are merged with everything else. */
const FULL_MERGE_SHARE = 0.1;
const BYTES_PER_MESSAGE = 700;

type Turn = 'removal' | 'changes' | 'other';

export interface LoopOptions {
  file: SearchFile;
  follower: Follower;
  data: string;
  post: Post<FromFollower>;
  /** In ms. */
  now: () => number;
  /** What the other threads use, from 0 to 1 core. */
  readLoad: () => number;
}

/**
 * Changes and rooms that leave take turns with older messages; merging comes last. It rests after each step. Meanwhile it only erases, so
 * a flood of sends delays the words of new messages, and not the erasure of deleted ones.
 */
export class FollowerLoop {
  readonly #options: LoopOptions;
  readonly #merging: Merging;
  #isStopped = false;
  #wake = () => {};
  #restUntil = 0;
  #eraseAt = 0;
  #comparedAt: number;
  #hasRemoved = false;
  #hasApplied = false;
  #truncateAt = Number.POSITIVE_INFINITY;
  #reportedAt = 0;
  #reported = '';
  #isDiskLow = false;
  /** By the id of the question, since when. */
  readonly #awaited = new Map<number, number>();

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#merging = new Merging(options.file);
    this.#comparedAt = options.now();
  }

  announce(roomIds: readonly string[]): void {
    this.#options.follower.announce(roomIds);
    this.#wake();
  }

  /** Responds after the erasures that are known now. */
  awaitErasures(id: number): void {
    this.#awaited.set(id, this.#options.now());
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Resolves after `stop`. Rejects if the file is damaged. */
  async run(): Promise<void> {
    while (!this.#isStopped) await this.#pause(await this.takeStep());
  }

  /** Returns the time until the next step, in ms. */
  async takeStep(): Promise<number> {
    const { now, post } = this.#options;
    try {
      this.#report();
      const isRested = now() >= this.#restUntil;
      const delay = await (isRested ? this.#work() : this.#eraseSome());
      this.#respond();
      this.#truncate();
      return delay;
    } catch (error) {
      if (error instanceof DamagedIndexError) throw error;
      post({ kind: 'failed', detail: describeError(error) });
      return RETRY_MS;
    }
  }

  async #eraseSome(): Promise<number> {
    const { follower, now } = this.#options;
    const began = now();
    if (began >= this.#eraseAt) {
      const hasErased = await follower.eraseChanges();
      if (hasErased) this.#noteChanges(undefined);
      this.#eraseAt = hasErased ? now() + (now() - began) * IDLE_REST : began + ERASURE_INTERVAL_MS;
    }
    return Math.max(0, Math.min(this.#restUntil, this.#eraseAt) - now());
  }

  /** Returns the time until the next step, in ms. */
  async #work(): Promise<number> {
    const { follower, now, readLoad } = this.#options;
    const began = now();
    if (now() - this.#comparedAt >= COMPARISON_INTERVAL_MS) {
      this.#comparedAt = now();
      follower.compareAgain();
    }
    const turn = await this.#takeTurn();
    if (turn === 'nothing') return IDLE_MS;
    this.#restUntil = now() + getRestOfTurn(turn, now() - began, readLoad());
    return Math.max(0, this.#restUntil - now());
  }

  /**
   * Deleted rooms take turns with everything else: a flood of changes must not keep their words. Changes take turns with comparisons and
   * the build, which a server that is busy all day would otherwise never end.
   */
  async #takeTurn(): Promise<Turn | 'nothing'> {
    const { follower } = this.#options;
    const hasRemoved = this.#hasRemoved;
    this.#hasRemoved = !hasRemoved && (await follower.removeRooms());
    if (this.#hasRemoved) return this.#noteChanges('removal');
    const hasApplied = this.#hasApplied;
    this.#hasApplied = !hasApplied && (await this.#applyChanges());
    if (this.#hasApplied) return this.#noteChanges('changes');
    if (await follower.compareRooms()) return 'other';
    if (!this.#isDiskLow && (await follower.buildSome())) return this.#noteChanges('other');
    this.#hasApplied = hasApplied && (await this.#applyChanges());
    if (this.#hasApplied) return this.#noteChanges('changes');
    const hasWorked = hasRemoved || (!this.#isDiskLow && this.#merging.takeStep());
    return hasWorked ? 'other' : 'nothing';
  }

  #applyChanges(): Promise<boolean> {
    const { follower } = this.#options;
    return this.#isDiskLow ? follower.eraseChanges() : follower.applyChanges();
  }

  #noteChanges<Result extends Turn | undefined>(turn: Result): Result {
    const { follower, now } = this.#options;
    this.#merging.note(follower.changedMessages);
    if (follower.hasErased) this.#truncateAt = Math.min(this.#truncateAt, now() + TRUNCATE_DELAY_MS);
    return turn;
  }

  #respond(): void {
    const { follower, post } = this.#options;
    for (const [id, since] of this.#awaited) {
      if (!follower.hasErasedUntil(since)) continue;
      this.#awaited.delete(id);
      post({ kind: 'erased', id });
    }
  }

  #truncate(): void {
    const { file, now } = this.#options;
    if (now() < this.#truncateAt) return;
    this.#truncateAt = file.truncateLog() ? Number.POSITIVE_INFINITY : now() + IDLE_MS;
  }

  #report(): void {
    const { file, follower, data, post, now } = this.#options;
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
  #isDone = false;

  constructor(file: SearchFile) {
    this.#file = file;
  }

  note(changedMessages: number): void {
    this.#changes += changedMessages;
    this.#isDone = false;
  }

  /** Returns false if there is nothing to merge. */
  takeStep(): boolean {
    if (this.#isDone) return false;
    // A negative number of pages begins to merge everything into one list of each word.
    const isFull = this.#isFull;
    this.#isFull = false;
    if (this.#file.merge(isFull ? -MERGE_PAGES : MERGE_PAGES)) return true;
    this.#isDone = true;
    this.#isFull = this.#changes * BYTES_PER_MESSAGE >= this.#file.bytes * FULL_MERGE_SHARE;
    if (this.#isFull) this.#changes = 0;
    return false;
  }
}

function getRestOfTurn(turn: Turn, stepMs: number, load: number): number {
  if (turn === 'changes') return getRestOfChanges(stepMs, load);
  return turn === 'removal' ? getRestOfRemoval(stepMs, load) : getRest(stepMs, load);
}

function hasDiskSpace(folder: string): boolean {
  const { bsize, blocks, bavail } = statfsSync(folder);
  return hasFreeSpace({ total: blocks * bsize, free: bavail * bsize }, 0);
}
