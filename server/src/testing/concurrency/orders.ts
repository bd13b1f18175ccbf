import { Random } from '@snug/testkit/random.ts';

/** Most orders that are taken one after the other, and as many again by chance. */
const MAX_ORDERS = 250;
const SEED = 16;

/** Chooses the next one of `count` at each step of one order. */
export type Choose = (count: number) => number;

/**
 * Calls `run` once for each order in which its steps can happen, or, if these are too many, for the first ones and
 * for some that are picked by chance. Ends when `run` throws.
 */
export async function forEachOrder(run: (choose: Choose) => Promise<void>): Promise<void> {
  const random = new Random(SEED);
  let next: number[] | undefined = [];
  for (let orders = 0; next && orders < MAX_ORDERS; orders++) {
    next = await runOne(next, run);
    // By chance as well, because the first orders differ in their last steps only.
    if (next) await run(count => random.below(count));
  }
}

/** Runs the order that begins with these choices; answers with the choices of the next order, if there is one. */
async function runOne(
  first: readonly number[],
  run: (choose: Choose) => Promise<void>,
): Promise<number[] | undefined> {
  const choices: number[] = [];
  const counts: number[] = [];
  await run(count => {
    const choice = first[choices.length] ?? 0;
    choices.push(choice);
    counts.push(count);
    return choice;
  });
  while (choices.length > 0) {
    const choice = (choices.pop() ?? 0) + 1;
    if (choice < (counts.pop() ?? 0)) return [...choices, choice];
  }
  return undefined;
}
