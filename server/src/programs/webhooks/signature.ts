import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** The secret of an outgoing webhook follows from its id, so that neither the database nor a backup contains it. */
export class WebhookSecrets {
  readonly #secret: string;

  /** `secret`: of the server. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  get(id: string): string {
    return PREFIX + createHmac('sha256', this.#secret).update(`outgoing webhook ${id}`).digest('base64');
  }
}

/** The headers of the Standard Webhooks specification (https://www.standardwebhooks.com). `now`: ms since 1970. */
export function signDelivery(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
