import type { ServerState } from '@snug/protocol';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Push, PushOutcome, PushSender } from '../push-sender.ts';
import { identifyService, type PushServiceName } from './push-service.ts';

export type PushFigures = NonNullable<ServerState['pushes']>;
type ServiceFigures = PushFigures['services'][number];

/** So many pushes in a row without a response of any browser's push service mean that the server has no way out to them. */
const UNANSWERED = 3;
const UNANSWERED_PROBLEMS: ReadonlySet<string> = new Set(['unknown_host', 'unreachable', 'timeout']);

export interface CountedSenderOptions {
  sender: PushSender;
  steadyNow: () => number;
  metrics?: Metrics | undefined;
}

/** Counts the pushes of this process, for the people who look after the server. Knows no endpoint. */
export class CountedSender implements PushSender {
  readonly #options: CountedSenderOptions;
  readonly #services = new Map<PushServiceName, ServiceFigures & { totalMs: number }>();
  /** In a row, of browsers' push services. */
  #unanswered = 0;
  #waiting = 0;

  constructor(options: CountedSenderOptions) {
    this.#options = options;
  }

  async send(push: Push): Promise<PushOutcome> {
    const { sender, steadyNow } = this.#options;
    const since = steadyNow();
    this.#waiting++;
    const outcome = await sender.send(push);
    this.#waiting--;
    this.#count(identifyService(push.endpoint), outcome, steadyNow() - since);
    return outcome;
  }

  /** Pushes that wait for a turn or for a response. */
  get waitingCount(): number {
    return this.#waiting;
  }

  close(): Promise<void> {
    return this.#options.sender.close();
  }

  /** Since the start. */
  get figures(): PushFigures {
    const services = [...this.#services.values()].map(({ totalMs, ...figures }) => ({
      ...figures,
      ...(figures.sent > 0 && { seconds: totalMs / figures.sent / 1_000 }),
    }));
    return { services, isBlocked: this.#unanswered >= UNANSWERED };
  }

  #count(service: PushServiceName, outcome: PushOutcome, ms: number): void {
    const figures = this.#services.get(service) ?? { service, sent: 0, refused: 0, failed: 0, totalMs: 0 };
    this.#services.set(service, figures);
    const result = RESULTS[outcome.kind];
    figures[result]++;
    if (outcome.kind === 'accepted') figures.totalMs += ms;
    this.#options.metrics?.pushes.inc({ service, outcome: result });
    this.#options.metrics?.pushSeconds.observe({ service }, ms / 1_000);
    if (service === 'other' || 'isUnsent' in outcome) return;
    if (outcome.kind !== 'failed') this.#unanswered = 0;
    else if (UNANSWERED_PROBLEMS.has(outcome.problem)) this.#unanswered++;
  }
}

const RESULTS = {
  accepted: 'sent',
  gone: 'refused',
  later: 'failed',
  too_large: 'failed',
  failed: 'failed',
} as const;
