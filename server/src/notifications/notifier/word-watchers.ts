import { AlertWordIndex } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../db/schema.ts';
import { listAlertWords } from '../notification-settings-store.ts';

const PAGE_SIZE = 500;
/** Other processes change words, too. */
const MAX_AGE_MS = 10_000;

export interface WordWatchersOptions {
  read: Db;
  clock: Pick<Clock, 'steadyNow' | 'defer'>;
  /** No other process uses the database. */
  isAlone: boolean;
}

/** Who wants to be called for which words. */
export class WordWatchers {
  readonly #options: WordWatchersOptions;
  #index: Promise<AlertWordIndex<string>> | undefined;
  #readAt = 0;

  constructor(options: WordWatchersOptions) {
    this.#options = options;
  }

  /** Somebody has changed their words. */
  forget(): void {
    this.#index = undefined;
  }

  /** The people who want to be called for one of the texts, whether or not they may read it. */
  async find(texts: readonly string[]): Promise<string[]> {
    const { clock, isAlone } = this.#options;
    if (!isAlone && clock.steadyNow() - this.#readAt > MAX_AGE_MS) this.forget();
    if (!this.#index) {
      this.#readAt = clock.steadyNow();
      this.#index = this.#read();
    }
    const index = await this.#readIndex(this.#index);
    return [...new Set(texts.flatMap(text => [...index.find(text)]))];
  }

  /** The next search reads again after a failure. */
  async #readIndex(index: Promise<AlertWordIndex<string>>): Promise<AlertWordIndex<string>> {
    try {
      return await index;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  async #read(): Promise<AlertWordIndex<string>> {
    const { read, clock } = this.#options;
    const people: [uid: string, words: string[]][] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { uid: string; words: string[] }[] = await listAlertWords(read, after, PAGE_SIZE);
      for (const { uid, words } of page) people.push([uid, words]);
      after = page.length === PAGE_SIZE ? page.at(-1)?.uid : undefined;
      if (after !== undefined) await new Promise<void>(resolve => clock.defer(resolve));
    }
    return new AlertWordIndex(people);
  }
}
