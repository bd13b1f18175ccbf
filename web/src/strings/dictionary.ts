import type { en } from './en.ts';
import type { enLazy } from './en-lazy.ts';
import type { enWorker } from './en-worker.ts';

export type Strings = typeof en;
export type LazyStrings = typeof enLazy;
/** Of the service worker. */
export type WorkerStrings = typeof enWorker;

export interface PageTexts {
  strings: Strings;
  lazy: LazyStrings;
}

export interface Dictionary extends PageTexts {
  worker: WorkerStrings;
}

/** Returns a part of the dictionary in another language; it may derive it from the English one. */
export type Translate = <Part extends keyof Dictionary>(
  part: Part,
  english: Dictionary[Part],
) => Dictionary[Part];
