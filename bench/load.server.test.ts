import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { runLoad } from './load-profile.ts';
import { socketIo } from './peers/socket-io.ts';
import { floor } from './targets/floor.ts';
import { snug } from './targets/snug.ts';

const PROFILE = { rooms: 3, people: 12, isSubscribed: true, rate: 100, warmUpMs: 200, measureMs: 500 };
const SENT_COUNT = 70;
/** Each message reaches a third of them. */
const SUBSCRIBER_COUNT = 4;

for (const target of IS_WIDE ? [snug, floor, socketIo] : [snug]) {
  test.concurrent(`a load counts each delivery of ${target.name} once, and misses none`, async () => {
    const report = await runLoad(target, PROFILE);
    expect(report).toMatchObject({ sent: SENT_COUNT, lost: 0, repeated: 0, refused: 0, closed: 0 });
    expect(report.delivery.count).toBe(report.lastDelivery.count * SUBSCRIBER_COUNT);
    expect(report.lastDelivery.count).toBe(report.lateness.count);
    expect(report.result.count).toBe(target === floor ? 0 : report.lateness.count);
  });
}
