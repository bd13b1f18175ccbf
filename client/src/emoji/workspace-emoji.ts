import type { CustomEmoji, EventOf, InitialState } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';
import type { EmojiCopy } from './emoji-storage.ts';
import { KnownEmoji } from './known-emoji.ts';

/** Several changes in a row are stored at once. */
const STORE_DELAY_MS = 1_000;
/** More than all names need. */
const MAX_PAGES = 100;

type Rows = ReadonlyMap<string, CustomEmoji>;
/** Complete up to its version. */
type Copy = Pick<EmojiCopy, 'version'> & { rows: Rows };

/** `isReset`: the server has another history under the same epoch. */
type ReadCopy = Copy & { isReset: boolean };

const NOTHING: Copy = { version: 0, rows: new Map() };

interface WorkspaceEmojiOptions {
  environment: Pick<Environment, 'random' | 'setTimer' | 'emojiStorage'>;
  connection: Pick<Connection, 'request' | 'state'>;
  getEpoch: () => string | undefined;
}

/** The emoji of the workspace: a copy in this browser, with the changes since its version. */
export class WorkspaceEmoji {
  readonly known = new Store(new KnownEmoji(new Map(), false));

  readonly #options: WorkspaceEmojiOptions;
  readonly #reading: RetriedRead<ReadCopy>;
  #copy = NOTHING;
  /** Rows of the state of the page, which are newer than the copy. */
  #initial: Rows = NOTHING.rows;
  /** The newest version that anything named; undefined until then. */
  #newest: number | undefined;
  #loading: Promise<void> | undefined;
  #isStoring = false;

  constructor(options: WorkspaceEmojiOptions) {
    this.#options = options;
    this.#reading = new RetriedRead({
      environment: options.environment,
      connection: options.connection,
      read: () => this.#read(),
      onResult: ({ isReset, ...copy }) => {
        // An event was faster than the result.
        if (isReset || copy.version >= this.#copy.version) this.#replace(copy);
      },
    });
  }

  /** What the page was served with. */
  restore({ version, rows }: NonNullable<InitialState['emoji']> = { version: 0, rows: [] }): void {
    this.#initial = toMap(rows);
    this.#newest = version;
    this.#show();
  }

  /** Loads the browser's copy. */
  start(): void {
    this.#loading = this.#load();
  }

  apply({ version, emoji }: Omit<EventOf<'emoji_changed'>, 'type'>): void {
    const { version: known, rows } = this.#copy;
    if (version <= known) return;
    this.#newest = Math.max(version, this.#newest ?? 0);
    if (!emoji || version > known + 1) return this.readAgain();
    this.#replace({ version, rows: new Map(rows).set(emoji.name, emoji) });
  }

  /** For a new connection, and after lost events. */
  readAgain(): void {
    this.#reading.start();
  }

  /** Another history has other versions. */
  clear(): void {
    this.#reading.cancel();
    this.#copy = NOTHING;
    this.#initial = NOTHING.rows;
    this.#newest = undefined;
    this.#show(false);
  }

  async #load(): Promise<void> {
    const stored = await this.#options.environment.emojiStorage?.load().catch(() => undefined);
    if (
      stored &&
      stored.epoch === (this.#options.getEpoch() ?? stored.epoch) &&
      stored.version > this.#copy.version
    )
      this.#copy = { version: stored.version, rows: toMap(stored.emoji) };
    this.#newest ??= this.#copy.version;
    this.#show();
  }

  async #read(): Promise<ReadCopy> {
    await this.#loading;
    try {
      return await this.#readChanges(this.#copy);
    } catch (error) {
      // Texts do not wait for a second attempt.
      this.#show(true);
      throw error;
    }
  }

  async #readChanges(copy: Copy, isReset = false): Promise<ReadCopy> {
    const rows = new Map(copy.rows);
    let { version } = copy;
    for (let page = 0; page < MAX_PAGES; page++) {
      const result = await this.#options.connection.request('list_emoji', { after: version });
      if (result.version < version) return this.#readChanges(NOTHING, true);
      for (const row of result.emoji) rows.set(row.name, row);
      version = result.version;
      if (!result.more) break;
    }
    return { version, rows, isReset };
  }

  #replace(copy: Copy): void {
    const isChanged = copy.version !== this.#copy.version;
    // The state of the page may be of a server whose data was replaced.
    this.#newest = copy.version;
    this.#initial = NOTHING.rows;
    if (!isChanged && this.known.get().isComplete) return;
    this.#copy = copy;
    this.#show();
    if (isChanged) this.#store();
  }

  #show(isComplete = this.#copy.version >= (this.#newest ?? Number.POSITIVE_INFINITY)): void {
    const { rows } = this.#copy;
    this.known.set(new KnownEmoji(new Map([...rows, ...this.#initial]), isComplete));
  }

  #store(): void {
    const { emojiStorage, setTimer } = this.#options.environment;
    if (!emojiStorage || this.#isStoring) return;
    this.#isStoring = true;
    setTimer(() => {
      this.#isStoring = false;
      const epoch = this.#options.getEpoch();
      const { version, rows } = this.#copy;
      // Without room in the browser, the next page reads the list.
      if (epoch !== undefined)
        emojiStorage.put({ epoch, version, emoji: [...rows.values()] }).catch(() => {});
    }, STORE_DELAY_MS);
  }
}

function toMap(emoji: readonly CustomEmoji[]): Rows {
  return new Map(emoji.map(row => [row.name, row]));
}
