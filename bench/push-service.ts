import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchArrival, PushServiceReport, Subscribe } from './load/push-service-process.ts';

const MAIN = join(import.meta.dirname, 'load', 'push-service-process.ts');

export type BenchSubscription = Extract<
  PushServiceReport,
  { subscriptions: unknown }
>['subscriptions'][number];

/** The push service of the tests, in a process of the lowest priority. */
export class BenchPushService {
  readonly subscriptions: readonly BenchSubscription[];
  readonly arrivals: BenchArrival[] = [];
  readonly #child: ChildProcess;

  static async start(browsers: number): Promise<BenchPushService> {
    const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const message: Subscribe = { browsers };
    child.send(message);
    const [report] = (await once(child, 'message')) as [PushServiceReport];
    if (!('subscriptions' in report)) throw new Error('the push service has no subscriptions');
    return new BenchPushService(child, report.subscriptions);
  }

  private constructor(child: ChildProcess, subscriptions: readonly BenchSubscription[]) {
    this.#child = child;
    this.subscriptions = subscriptions;
    child.on('message', (report: PushServiceReport) => {
      if ('arrivals' in report) this.arrivals.push(...report.arrivals);
    });
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill();
    await exit;
  }
}
