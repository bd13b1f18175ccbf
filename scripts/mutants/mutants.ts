import { ACCESS_MUTANTS } from './access-mutants.ts';
import { BOUND_MUTANTS } from './bound-mutants.ts';
import type { Mutant } from './mutant.ts';
import { NOUN_MUTANTS } from './noun-mutants.ts';
import { PAGE_MUTANTS } from './page-mutants.ts';

/** By kind. */
export const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  access: ACCESS_MUTANTS,
  noun: NOUN_MUTANTS,
  bound: BOUND_MUTANTS,
  page: PAGE_MUTANTS,
};
