import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { RateLimits } from '../../limits/rate-limits.ts';
import { isOnPostgres, temporaryDatabase } from '../../testing/database.ts';
import { createRateSweep, createSharedRates } from './rate-store.ts';

async function createNodes() {
  const { db } = await temporaryDatabase();
  await sql`delete from "rates"`.execute(db);
  const { rates } = readConfig({});
  // Each has a clock of its own.
  const nodes = [0, 3_600_000].map(now => new RateLimits(rates, () => now, createSharedRates(db)));
  return { db, nodes: nodes as [RateLimits, RateLimits] };
}

/** Counts the permitted of 20 concurrent requests, dealt to the nodes in turn. */
async function countPermitted(nodes: readonly RateLimits[], take: (node: RateLimits) => Promise<void>) {
  const requests = Array.from({ length: 20 }, (_, index) => nodes[index % nodes.length] as RateLimits);
  const outcomes = await Promise.allSettled(requests.map(take));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe.runIf(isOnPostgres)('limits of all nodes', () => {
  test('S5 five wrong passwords are permitted on all nodes together, and a correct one resets the count', async () => {
    const { nodes } = await createNodes();
    const take = (node: RateLimits) => node.takeShared('sign_in_failures', 'ann@snug.example');
    expect(await countPermitted(nodes, take)).toBe(5);
    await expect(take(nodes[1])).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 360 });
    await nodes[0].resetShared('sign_in_failures', 'ann@snug.example');
    expect(await countPermitted(nodes, take)).toBe(5);
    expect(await countPermitted(nodes, node => node.takeShared('sign_in_failures', 'ben'))).toBe(5);
  });

  test('ten sign-ups per address are permitted on all nodes together', async () => {
    const { nodes } = await createNodes();
    expect(await countPermitted(nodes, node => node.takeShared('sign_up', '192.0.2.1'))).toBe(10);
  });

  test('uploaded bytes count on all nodes, and more than the burst is never permitted', async () => {
    const { nodes } = await createNodes();
    for (let upload = 0; upload < 9; upload++)
      await nodes[upload % 2]?.takeShared('upload_bytes', 'ann', 111_000_000);
    await expect(nodes[1].takeShared('upload_bytes', 'ann', 2_000_000)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await nodes[0].refundShared('upload_bytes', 'ann', 111_000_000);
    await nodes[1].takeShared('upload_bytes', 'ann', 100_000_000);
    await expect(nodes[0].takeShared('upload_bytes', 'ben', 1_100_000_000)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  test('the sweep deletes rates with their full burst', async () => {
    const { db } = await createNodes();
    const shared = createSharedRates(db);
    await shared.take('past', -10_000, 1);
    await shared.take('present', 10_000, 10_000);
    expect(await createRateSweep(db).step(undefined)).toBeUndefined();
    expect(await shared.take('present', 10_000, 10_000)).toBeGreaterThan(0);
    expect(await shared.take('past', 10_000, 10_000)).toBe(0);
  });
});
