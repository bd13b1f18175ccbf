import type { en } from './en.ts';
import type { enLazy } from './en-lazy.ts';

export type Strings = typeof en;
export type LazyStrings = typeof enLazy;

/** All texts of a language: what English says, and each of it. */
export interface Dictionary {
  strings: Strings;
  lazy: LazyStrings;
}

/** A part of the dictionary in a language, made of the English one or in its place. */
export type Translate = <Part extends keyof Dictionary>(
  part: Part,
  english: Dictionary[Part],
) => Dictionary[Part];
