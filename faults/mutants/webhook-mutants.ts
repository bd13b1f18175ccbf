import type { WebhookSender } from '@snug/server/programs/webhooks/sender.ts';
import { defineWrapper, type Mutant } from './mutant.ts';

/** `webhook-kills.faults.test.ts` detects them. */
export const WEBHOOK_MUTANTS: Readonly<Record<string, Mutant>> = {
  'a webhook that does not wait for the acknowledgement': {
    'WebhookSender.send': defineWrapper<WebhookSender['send']>(
      real =>
        async function (this: WebhookSender, ...input) {
          void real.call(this, ...input).catch(() => undefined);
          return undefined;
        },
    ),
  },
};
