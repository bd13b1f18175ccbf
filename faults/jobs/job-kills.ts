import type { Db } from '@snug/server/db/schema.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { type AwaitPoint, listAwaitPoints } from '../awaits/await-points.ts';
import { describePoint, killAtAwait } from '../awaits/kill-at-await.ts';

/** A server that does not come to a point within this time is killed anywhere. */
const REACHED_WITHIN_MS = 6_000;

export interface JobKills {
  server: ServerProcess;
  /** The sessions of signed-up people. */
  cookies: readonly string[];
  /** Opens the database of the server. */
  openDb: () => Promise<Db>;
  random: Random;
  /** At most. */
  kills: number;
}

/** Runs statements while no server runs. */
export async function changeDatabase<Result>(
  { openDb }: Pick<JobKills, 'openDb'>,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = await openDb();
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/** A killed process has no lease any more: makes the job of the kind due at the next start. */
export async function endLease(db: Db, kind: string): Promise<void> {
  const free = { owner: null, until: null, dueAt: 0 };
  await db.updateTable('jobs').set(free).where('kind', '=', kind).execute();
}

/** Kills the server at each await of these modules. Returns the awaits to which no process came. */
export async function killAtEach(
  { server, random, kills }: JobKills,
  paths: readonly string[],
  prepare: (isLast: boolean) => Promise<void>,
): Promise<string[]> {
  const points: (AwaitPoint | undefined)[] = random.shuffle(listAwaitPoints(paths)).slice(0, kills);
  const missed: string[] = [];
  for (const [index, point] of points.entries()) {
    if (!point) continue;
    if (server.isRunning) await server.kill();
    await prepare(false);
    const moment = index % 2 === 0 ? {} : { afterMs: random.below(4) };
    const kill = { ...point, hit: 1 + random.below(2), ...moment };
    if (!(await killAtAwait(server, kill, REACHED_WITHIN_MS))) missed.push(describePoint(point));
  }
  if (server.isRunning) await server.kill();
  await prepare(true);
  await server.start();
  return missed;
}
