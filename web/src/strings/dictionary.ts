import type { en } from './en.ts';
import type { enLazy } from './en-lazy.ts';

export type Strings = typeof en;
export type LazyStrings = typeof enLazy;

export interface Dictionary {
  strings: Strings;
  lazy: LazyStrings;
}

/** Returns a part of the dictionary in another language; it may derive it from the English one. */
export type Translate = <Part extends keyof Dictionary>(
  part: Part,
  english: Dictionary[Part],
) => Dictionary[Part];
