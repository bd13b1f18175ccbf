import type { Webhook, WebhookFailure } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';

const { webhooks: texts } = lazyStrings;

export function WebhookState({ webhook: { paused, failingSince } }: { webhook: Webhook }) {
  if (paused) return texts.paused[paused];
  if (failingSince === undefined) return texts.delivering;
  return texts.waitingSince(`${formatDate(failingSince)}, ${formatTime(failingSince)}`);
}

export function LastDelivery({ webhook: { lastSuccessAt } }: { webhook: Webhook }) {
  if (lastSuccessAt === undefined) return texts.neverDelivered;
  return <Sentence of={texts.lastSuccess} with={<RelativeTime at={lastSuccessAt} />} />;
}

export function describeFailure({ problem, status = 0 }: WebhookFailure): string {
  return problem === 'status' ? texts.status(status) : texts.problems[problem];
}
