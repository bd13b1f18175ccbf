import type { en } from './en.ts';
import type { enLate } from './en-lazy.ts';

export type Words = typeof en;
export type LateWords = typeof enLate;

/** All texts of a language: what English says, and each of it. */
export interface Dictionary {
  words: Words;
  late: LateWords;
}

/** A part of the dictionary in a language, made of the English one or in its place. */
export type Translate = <Part extends keyof Dictionary>(
  part: Part,
  english: Dictionary[Part],
) => Dictionary[Part];
