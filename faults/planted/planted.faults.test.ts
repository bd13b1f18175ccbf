import { expect, test } from 'vitest';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { findProblems } from '../check/check.ts';
import type { Fault } from '../check/problem.ts';
import type { Load } from '../load/load.ts';
import { aLoad, aServer } from '../world.ts';
import { planted } from './planted.ts';

async function restlessReaders(load: Load): Promise<void> {
  for (const reader of load.readers.slice(1)) {
    reader.drop();
    await load.answers(20);
  }
}

async function killed(load: Load, server: ServerProcess): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await server.kill();
    await server.start();
    await load.answers(100);
  }
}

/** What each planted fault must be found as, and what it takes to bring it to light. */
const EXPECTED: Record<string, { fault: Fault; trouble?: typeof killed }> = {
  'answered before the commit': { fault: 'lost', trouble: killed },
  'ids that are not looked up': { fault: 'stored twice' },
  'a skipped seq': { fault: 'event missing' },
  'a like that is not stored': { fault: 'likes' },
  'a like that is not counted': { fault: 'likes' },
  'a catch-up that is off by one': { fault: 'view differs', trouble: restlessReaders },
  'a room that is read before it is subscribed to': { fault: 'event missing', trouble: restlessReaders },
  'an event that is not told': { fault: 'event missing' },
  'events that overtake each other': { fault: 'events out of order' },
  'an event that says something else': { fault: 'replay differs' },
  'a file without its bytes': { fault: 'file' },
  'a last message that is not noted': { fault: 'last message' },
  'a clock that is believed': { fault: 'time runs backwards' },
};

for (const [plant, { fault, trouble }] of Object.entries(EXPECTED)) {
  test(`the checker finds ${plant}`, async () => {
    const server = await aServer(planted(plant));
    const load = await aLoad(server, { writers: 8, readers: 3, pauseMs: 20, doubles: 0.2 });
    await load.answers(300);
    await trouble?.(load, server);
    await load.end(3_000).catch(() => {});
    const { problems } = await findProblems(load.evidence(server.data));
    const found = [...new Set(problems.map(problem => problem.fault))];
    expect(found).toContain(fault);
  });
}
