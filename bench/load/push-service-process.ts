import { setPriority } from 'node:os';
import type { PushPayload } from '@snug/protocol';
import { TestPushService, type TestSubscription } from '@snug/testkit/push-service.ts';

// A push service of browsers that decrypt what arrives. It gets only the time that nobody else wants.

const LOWEST_PRIORITY = 19;
const REPORT_INTERVAL_MS = 50;

/** To this process. */
export interface Subscribe {
  browsers: number;
}

export interface BenchArrival {
  /** Which of the browsers. */
  browser: number;
  /** The message that a click opens. */
  messageId: string;
  /** Ms since 1970. */
  at: number;
}

/** From this process: first the subscriptions, and then what arrives. */
export type PushServiceReport =
  | { subscriptions: TestSubscription['input'][] }
  | { arrivals: readonly BenchArrival[] };

setPriority(LOWEST_PRIORITY);
const service = await TestPushService.start();
process.once('message', ({ browsers }: Subscribe) => {
  const subscriptions = Array.from({ length: browsers }, () => service.subscribe());
  report({ subscriptions: subscriptions.map(({ input }) => input) });
  setInterval(() => {
    const arrivals = subscriptions.flatMap(takeArrivals);
    if (arrivals.length > 0) report({ arrivals });
  }, REPORT_INTERVAL_MS);
});

function takeArrivals({ received }: TestSubscription, browser: number): BenchArrival[] {
  return received.splice(0).flatMap(({ payload, at }) => {
    const { snug } = payload as unknown as PushPayload;
    const messageId = 'kind' in snug ? snug.path.split('?at=')[1] : undefined;
    return messageId === undefined ? [] : [{ browser, messageId, at }];
  });
}

function report(message: PushServiceReport): void {
  process.send?.(message);
}
