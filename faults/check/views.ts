import type { Db } from '@snug/server/db/schema.ts';
import { assertView, type Observer } from '@snug/testkit/assert-view.ts';
import type { Problem } from './problem.ts';

export async function checkViews(
  viewers: readonly Observer[],
  db: Db,
  roomIds: readonly string[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const viewer of viewers) {
    const what = await assertView(viewer, db, roomIds).then(() => undefined, String);
    if (what) problems.push({ fault: 'view differs', what });
  }
  return problems;
}
