import type { StoreProblem } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';

/** What is wrong with the file store and what to do next, with its own code. */
export function storeProblemText({ reason, detail }: StoreProblem): string {
  const { storeProblems, storeProblem, storeResponse } = lazyStrings.admin;
  const text = (Object.hasOwn(storeProblems, reason) ? storeProblems[reason] : undefined) ?? storeProblem;
  return detail === undefined ? text : `${text} ${storeResponse(detail)}`;
}
