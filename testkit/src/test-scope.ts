/** Whether this is `npm run test:all`, with every case of the wide matrices. `npm test` has a sample of each. */
export const IS_WIDE = process.env.SNUG_TESTS === 'all';

/** A third of the random runs of a property in `npm test`, all of them in `npm run test:all`. */
export function sampleRuns(runs: number): number {
  return IS_WIDE ? runs : Math.ceil(runs / 3);
}

/** Every third case in `npm test`, all of them in `npm run test:all`. */
export function sampleCases<Case>(cases: readonly Case[]): readonly Case[] {
  return IS_WIDE ? cases : cases.filter((_, index) => index % 3 === 0);
}
