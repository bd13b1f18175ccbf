import type { Clock } from '../../base/clock.ts';
import { ERASURE_INTERVAL_MS, getRest, getRestOfChanges, getRestOfRemoval } from '../load.ts';
import type { IndexPage, IndexProgress, IndexQuery, SearchIndex } from '../search-index.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { compareRooms } from './compare-rooms.ts';
import { createIndexPool, type IndexPool } from './index-pool.ts';
import { readProgress } from './progress.ts';
import { type IndexOutcome, RoomIndexer } from './room-indexer.ts';
import { createKeyHash, type KeyHash, TermKeys } from './term-keys.ts';

/** Changes of the same moment share a transaction. */
const FOLLOW_DELAY_MS = 50;
const RETRY_MS = 1_000;
/** What a node leaves behind that did not end properly is found by another one at once, or after this time. */
const COMPARE_INTERVAL_MS = 3_600_000;
const SEARCH_CONNECTIONS = 2;
const SEARCH_TIMEOUT_MS = 1_000;
const INDEX_TIMEOUT_MS = 5_000;
/** Of a step. */
const MAX_ERASED_ROOMS = 200;

export interface NodeIndexOptions {
  url: string;
  /** The secret of the workspace. */
  secret: string;
  clock: Pick<Clock, 'steadyNow' | 'setTimer' | 'repeat'>;
  /** What the other threads use, from 0 to 1 core. */
  readLoad: () => number;
  onFailure: (error: unknown) => void;
  /** Of a key; replaces the one with the secret. */
  hash?: KeyHash;
}

/**
 * The index of a node. It adds the rooms that the node changes, and its share of the first build. It rests after each step. Meanwhile it
 * only erases, so a flood of sends delays the words of new messages, and not the erasure of deleted ones.
 */
export class NodeIndex implements SearchIndex {
  readonly #options: NodeIndexOptions;
  readonly #format: number;
  readonly #searchPool: IndexPool;
  readonly #indexPool: IndexPool;
  readonly #finder: CandidateFinder;
  readonly #indexer: RoomIndexer;
  readonly #changed = new Set<string>();
  /** Those of the changed rooms that may have words to erase, since when. */
  readonly #unerased = new Map<string, number>();
  /** Those that the current step has taken. */
  #erasing: ReadonlyMap<string, number> = new Map();
  /** Rooms whose rows are erased. */
  readonly #gone = new Set<string>();
  #isCompared = false;
  #compareDue: 'start' | 'again' | undefined = 'start';
  #isBuilt = false;
  #buildAt = 0;
  #isTurnOfBuild = false;
  #eraseAt = 0;
  #isGivingWay = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  readonly #stopComparing: () => void;
  #stopWaiting = () => {};
  /** Callers of `hasFollowed`, with the times of their calls. */
  readonly #awaited = new Map<() => void, number>();

  constructor(options: NodeIndexOptions) {
    const { url, secret, clock, hash = createKeyHash(secret) } = options;
    const keys = new TermKeys(hash);
    this.#options = options;
    this.#format = keys.format;
    this.#searchPool = createIndexPool({ url, size: SEARCH_CONNECTIONS, timeoutMs: SEARCH_TIMEOUT_MS });
    this.#indexPool = createIndexPool({ url, size: 1, timeoutMs: INDEX_TIMEOUT_MS });
    this.#finder = new CandidateFinder({ pool: this.#searchPool, keys, steadyNow: clock.steadyNow });
    this.#indexer = new RoomIndexer(this.#indexPool, keys);
    this.#stopComparing = clock.repeat(() => this.compare(), COMPARE_INTERVAL_MS);
    this.#run();
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    const page = await this.#finder.find(query, deadline);
    return { ...page, isBehind: page.isBehind || !this.#isCompared };
  }

  follow(roomIds: readonly string[]): void {
    for (const roomId of roomIds) this.#announce(roomId);
    if (roomIds.length > 0) this.#run();
  }

  /** Looks for changes that nobody follows, because their node has ended. */
  compare(): void {
    this.#compareDue ??= 'again';
    this.#run();
  }

  /** Whether the words of what is deleted now are erased. Other changes, and the build, can take longer. */
  hasFollowed(withinMs: number): Promise<boolean> {
    const { clock } = this.#options;
    const since = clock.steadyNow();
    if (this.#hasErasedUntil(since)) return Promise.resolve(true);
    return new Promise(resolve => {
      const report = (hasErased: boolean) => {
        stop();
        this.#awaited.delete(onErased);
        resolve(hasErased);
      };
      const onErased = () => report(true);
      const stop = clock.setTimer(() => report(false), withinMs);
      this.#awaited.set(onErased, since);
    });
  }

  async readProgress(): Promise<IndexProgress | undefined> {
    return this.#isCompared ? readProgress(await this.#searchPool.share()) : undefined;
  }

  /** Resolves when the node has nothing left to do. */
  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopComparing();
    this.#stopWaiting();
    await this.#running;
    await Promise.all([this.#searchPool.close(), this.#indexPool.close()]);
  }

  #run(): void {
    if (this.#isClosed) return;
    if (this.#isGivingWay) this.#stopWaiting();
    this.#running ??= this.#work().finally(() => (this.#running = undefined));
  }

  async #work(): Promise<void> {
    await this.#wait(FOLLOW_DELAY_MS);
    while (!this.#isClosed) {
      try {
        if (!(await this.#step())) return;
      } catch (error) {
        if (this.#isClosed) return;
        this.#options.onFailure(error);
        await this.#wait(RETRY_MS);
      }
    }
  }

  get #hasChanges(): boolean {
    return this.#changed.size > 0 || this.#gone.size > 0;
  }

  #hasErasedUntil(time: number): boolean {
    if (this.#compareDue !== undefined || this.#gone.size > 0) return false;
    return [...this.#unerased.values(), ...this.#erasing.values()].every(since => since > time);
  }

  #report(): void {
    for (const [onErased, since] of this.#awaited) if (this.#hasErasedUntil(since)) onErased();
  }

  /** Changes come first, and then a part of the build if it has rested: changes can go on all day. Returns false if nothing is left. */
  async #step(): Promise<boolean> {
    const isTurnOfBuild = this.#isTurnOfBuild && this.#isBuildDue;
    this.#isTurnOfBuild = false;
    if (this.#compareDue) await this.#compareNow(this.#compareDue);
    else if (this.#hasChanges && !isTurnOfBuild) await this.#applyChanges();
    else if (this.#isBuilt) return false;
    else if (this.#isBuildDue) await this.#buildSome();
    else await this.#giveWay(this.#buildAt - this.#options.clock.steadyNow());
    this.#report();
    return true;
  }

  get #isBuildDue(): boolean {
    return !this.#isBuilt && this.#options.clock.steadyNow() >= this.#buildAt;
  }

  async #buildSome(): Promise<void> {
    const { clock, readLoad } = this.#options;
    const began = clock.steadyNow();
    const outcome = await this.#indexer.buildSome();
    this.#isBuilt = outcome === 'done';
    if (this.#isBuilt) return this.#indexer.merge();
    const ended = clock.steadyNow();
    // Other nodes build the same rooms.
    this.#buildAt = ended + (outcome === 'busy' ? RETRY_MS : getRest(ended - began, readLoad()));
  }

  /** Waits, unless a room changes. */
  async #giveWay(ms: number): Promise<void> {
    this.#isGivingWay = true;
    await this.#wait(ms);
    this.#isGivingWay = false;
  }

  async #compareNow(due: 'start' | 'again'): Promise<void> {
    const onChanged = (roomId: string) => this.#announce(roomId);
    await compareRooms(this.#indexPool, { format: this.#format, isStart: due === 'start', onChanged });
    this.#compareDue = undefined;
    this.#isCompared = true;
    this.#isBuilt = false;
  }

  #announce(roomId: string): void {
    this.#changed.add(roomId);
    if (!this.#unerased.has(roomId)) this.#unerased.set(roomId, this.#options.clock.steadyNow());
  }

  /**
   * A part of each changed room until the next part of the build is due, and then of one room that is gone: however large these are,
   * further changes do not wait for them.
   */
  async #applyChanges(): Promise<void> {
    this.#isTurnOfBuild = true;
    const outcomes = new Set<IndexOutcome>();
    const roomIds = Array.from(this.#changed);
    try {
      for (const roomId of roomIds) {
        if (this.#isClosed) return;
        // The others are the first ones of the next turn.
        if (outcomes.size > 0 && this.#isBuildDue) break;
        await this.#thenRest(async () => outcomes.add(await this.#applyChangesOf(roomId)));
      }
    } finally {
      // Also if a room fails.
      outcomes.add(await this.#eraseSome());
    }
    if (roomIds.length > 0) await this.#thenRest(() => this.#indexer.merge());
    if (this.#hasChanges && outcomes.has('busy')) await this.#wait(FOLLOW_DELAY_MS);
  }

  async #thenRest(work: () => Promise<unknown>): Promise<void> {
    const { clock, readLoad } = this.#options;
    const began = clock.steadyNow();
    await work();
    const ended = clock.steadyNow();
    const restUntil = ended + getRestOfChanges(ended - began, readLoad());
    for (let now = ended; now < restUntil && !this.#isClosed; now = clock.steadyNow()) {
      if (now >= this.#eraseAt) await this.#eraseReplaced();
      else await this.#wait(Math.min(restUntil, this.#eraseAt) - now);
    }
  }

  async #applyChangesOf(roomId: string): Promise<IndexOutcome> {
    // Again if it changes meanwhile.
    this.#changed.delete(roomId);
    this.#take([roomId]);
    let outcome: IndexOutcome | undefined;
    try {
      outcome = await this.#indexer.applyChanges(roomId);
      if (outcome === 'gone') this.#gone.add(roomId);
      return outcome;
    } finally {
      const isLeft = outcome !== 'done' && outcome !== 'gone';
      if (isLeft) this.#changed.add(roomId);
      this.#giveBack(isLeft ? [roomId] : []);
    }
  }

  /** Erases what changes replaced, and adds nothing. */
  async #eraseReplaced(): Promise<void> {
    const { clock, readLoad } = this.#options;
    const began = clock.steadyNow();
    const roomIds = [...this.#unerased.keys()].slice(0, MAX_ERASED_ROOMS);
    this.#take(roomIds);
    let unfinished: readonly string[] = roomIds;
    try {
      const erased = await this.#indexer.eraseReplaced(roomIds);
      for (const roomId of erased.gone) this.#gone.add(roomId);
      unfinished = erased.unfinished;
    } finally {
      this.#giveBack(unfinished);
    }
    await this.#eraseSome();
    this.#report();
    const ended = clock.steadyNow();
    const isComplete = unfinished.length === 0 && roomIds.length < MAX_ERASED_ROOMS && this.#gone.size === 0;
    const rest = getRestOfRemoval(ended - began, readLoad());
    this.#eraseAt = ended + (isComplete ? ERASURE_INTERVAL_MS : rest);
  }

  /** Changes that are announced during the step count as new. */
  #take(roomIds: readonly string[]): void {
    const taken = roomIds.flatMap(roomId => {
      const since = this.#unerased.get(roomId);
      return since === undefined ? [] : [[roomId, since] as const];
    });
    this.#erasing = new Map(taken);
    for (const roomId of roomIds) this.#unerased.delete(roomId);
  }

  #giveBack(unfinished: readonly string[]): void {
    for (const roomId of unfinished) {
      const since = this.#erasing.get(roomId);
      if (since !== undefined) this.#unerased.set(roomId, since);
    }
    this.#erasing = new Map();
  }

  async #eraseSome(): Promise<IndexOutcome> {
    const [roomId] = this.#gone;
    if (roomId === undefined) return 'done';
    const outcome = await this.#indexer.erase(roomId);
    if (outcome === 'done') this.#gone.delete(roomId);
    return outcome;
  }

  #wait(ms: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise(resolve => {
      const stop = this.#options.clock.setTimer(resolve, ms);
      this.#stopWaiting = () => {
        stop();
        resolve();
      };
    });
  }
}
