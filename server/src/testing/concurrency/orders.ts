import { Random } from '@snug/testkit/random.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';

/** So many orders run in sequence, and as many again at random. */
const MAX_ORDERS = IS_WIDE ? 250 : 60;
const SEED = 16;

/** Returns the index of the next step among `count` possible ones. */
export type Choose = (count: number) => number;

/**
 * Calls `run` once for each possible order of its steps. If there are too many, runs the first orders and some random ones.
 * Ends when `run` throws.
 */
export async function forEachOrder(run: (choose: Choose) => Promise<void>): Promise<void> {
  const random = new Random(SEED);
  let next: number[] | undefined = [];
  for (let orders = 0; next && orders < MAX_ORDERS; orders++) {
    next = await runOne(next, run);
    // Random orders as well, because the first orders differ only in their last steps.
    if (next) await run(count => random.below(count));
  }
}

/** Runs the order that begins with these choices. Returns the choices of the next order, if there is one. */
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
