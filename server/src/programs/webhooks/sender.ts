import type { WebhookEvent, WebhookFailure } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import { FairQueue } from '../../limits/fair-queue.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { signDelivery, type WebhookSecrets } from './signature.ts';

export interface WebhookSenderOptions {
  outbound: Pick<OutboundClient, 'send'>;
  secrets: Pick<WebhookSecrets, 'get'>;
  now: () => number;
}

interface Receiver {
  id: string;
  url: string;
  roomId: string;
  createdBy: string;
}

export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #pings = new FairQueue({ concurrency: 8, maxWaiting: 20, maxWaitingPerKey: 2 });

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Undefined if the receiver has acknowledged the event. `deliveryId`: the same for each attempt. */
  async send(
    { id, url }: Pick<Receiver, 'id' | 'url'>,
    deliveryId: string,
    event: WebhookEvent,
  ): Promise<WebhookFailure | undefined> {
    const { outbound, secrets, now } = this.#options;
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...signDelivery(secrets.get(id), deliveryId, now(), body),
    };
    try {
      const { status } = await outbound.send({ method: 'POST', url, headers, body });
      return status >= 200 && status < 300 ? undefined : { problem: 'status', status };
    } catch (error) {
      if (error instanceof OutboundError) return { problem: error.problem };
      throw error;
    }
  }

  /** Rejects with `rate_limited` if too many wait. */
  ping(webhook: Receiver): Promise<WebhookFailure | undefined> {
    const event = { type: 'ping', roomId: webhook.roomId } as const;
    return this.#pings.run(webhook.createdBy, () => this.send(webhook, `ping.${newId()}`, event));
  }
}
