import type { Clock } from '../../base/clock.ts';
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

export interface NodeIndexOptions {
  url: string;
  /** The secret of the workspace. */
  secret: string;
  clock: Pick<Clock, 'steadyNow' | 'setTimer' | 'repeat'>;
  onFailure: (error: unknown) => void;
  /** Of a key; replaces the one with the secret. */
  hash?: KeyHash;
}

/** The index of a node. It adds the rooms that the node changes, and its share of the first build. */
export class NodeIndex implements SearchIndex {
  readonly #options: NodeIndexOptions;
  readonly #format: number;
  readonly #searchPool: IndexPool;
  readonly #indexPool: IndexPool;
  readonly #finder: CandidateFinder;
  readonly #indexer: RoomIndexer;
  readonly #changed = new Set<string>();
  /** Rooms whose rows are erased. */
  readonly #gone = new Set<string>();
  #isCompared = false;
  #compareDue: 'start' | 'again' | undefined = 'start';
  #isBuilt = false;
  #isApplying = false;
  #isGivingWay = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  readonly #stopComparing: () => void;
  #stopWaiting = () => {};
  #onFollowed: (() => void)[] = [];

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
    for (const roomId of roomIds) this.#changed.add(roomId);
    if (roomIds.length > 0) this.#run();
  }

  /** Looks for changes that nobody follows, because their node has ended. */
  compare(): void {
    this.#compareDue ??= 'again';
    this.#run();
  }

  /** The build can take longer. */
  hasFollowed(withinMs: number): Promise<boolean> {
    if (this.#isFollowing) return Promise.resolve(true);
    return new Promise(resolve => {
      const stop = this.#options.clock.setTimer(() => resolve(false), withinMs);
      this.#onFollowed.push(() => {
        stop();
        resolve(true);
      });
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

  get #isFollowing(): boolean {
    return this.#compareDue === undefined && !this.#hasChanges && !this.#isApplying;
  }

  get #hasChanges(): boolean {
    return this.#changed.size > 0 || this.#gone.size > 0;
  }

  /** Changes come first. Returns false if nothing is left. */
  async #step(): Promise<boolean> {
    if (this.#compareDue) {
      await this.#compareNow(this.#compareDue);
      return true;
    }
    if (this.#hasChanges) {
      this.#isApplying = true;
      try {
        await this.#applyChanges();
      } finally {
        this.#isApplying = false;
      }
      return true;
    }
    for (const report of this.#onFollowed.splice(0)) report();
    if (this.#isBuilt) return false;
    const began = this.#options.clock.steadyNow();
    const outcome = await this.#indexer.buildSome();
    this.#isBuilt = outcome === 'done';
    if (this.#isBuilt) await this.#indexer.merge();
    else if (outcome === 'busy') await this.#giveWay();
    // At most half of the time.
    else await this.#wait(this.#options.clock.steadyNow() - began);
    return true;
  }

  /** To the nodes that build the same rooms. Changes do not wait for that. */
  async #giveWay(): Promise<void> {
    this.#isGivingWay = true;
    await this.#wait(RETRY_MS);
    this.#isGivingWay = false;
  }

  async #compareNow(due: 'start' | 'again'): Promise<void> {
    const onChanged = (roomId: string) => void this.#changed.add(roomId);
    await compareRooms(this.#indexPool, { format: this.#format, isStart: due === 'start', onChanged });
    this.#compareDue = undefined;
    this.#isCompared = true;
    this.#isBuilt = false;
  }

  /** A part of each changed room, and then of one room that is gone: however large these are, further changes do not wait for them. */
  async #applyChanges(): Promise<void> {
    const outcomes = new Set<IndexOutcome>();
    try {
      for (const roomId of Array.from(this.#changed)) {
        if (this.#isClosed) return;
        outcomes.add(await this.#applyChangesOf(roomId));
      }
    } finally {
      // Also if a room fails.
      outcomes.add(await this.#eraseSome());
    }
    await this.#indexer.merge();
    if (this.#hasChanges && outcomes.has('busy')) await this.#wait(FOLLOW_DELAY_MS);
  }

  async #applyChangesOf(roomId: string): Promise<IndexOutcome> {
    // Again if it changes meanwhile.
    this.#changed.delete(roomId);
    try {
      const outcome = await this.#indexer.applyChanges(roomId);
      if (outcome === 'gone') this.#gone.add(roomId);
      else if (outcome !== 'done') this.#changed.add(roomId);
      return outcome;
    } catch (error) {
      this.#changed.add(roomId);
      throw error;
    }
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
