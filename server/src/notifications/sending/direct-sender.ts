import type { OutboundClient } from '../../programs/outbound/outbound-client.ts';
import { OutboundError } from '../../programs/outbound/outbound-error.ts';
import type { Push, PushOutcome } from '../push-sender.ts';
import { encryptPush, PayloadTooLargeError } from './push-encryption.ts';
import { parseRetryAfter } from './retry-after.ts';
import { ServiceTurns } from './service-turns.ts';
import type { VapidSigner } from './vapid.ts';

export interface DirectSenderOptions {
  outbound: Pick<OutboundClient, 'send'>;
  signer: Pick<VapidSigner, 'getHeader'>;
  /** Ms since 1970. */
  now: () => number;
  steadyNow: () => number;
}

/** Encrypts and sends pushes in this thread. */
export class DirectSender {
  readonly #options: DirectSenderOptions;
  readonly #turns: ServiceTurns;

  constructor(options: DirectSenderOptions) {
    this.#options = options;
    this.#turns = new ServiceTurns(options);
  }

  /** Never rejects. */
  async send(push: Push): Promise<PushOutcome> {
    const { endpoint, waitsMs = Number.POSITIVE_INFINITY } = push;
    try {
      return await this.#turns.run(endpoint, waitsMs, () => this.#post(push));
    } catch {
      // The endpoint is no URL.
      return { kind: 'failed', problem: 'invalid_url' };
    }
  }

  async #post(push: Push): Promise<PushOutcome> {
    const { outbound, signer, now } = this.#options;
    try {
      // Here, because a push that waits needs no encrypted copy.
      const body = encryptPush(push, Buffer.from(push.payload));
      const { endpoint: url, ttlS, urgency, topic } = push;
      const { status, headers } = await outbound.send({
        method: 'POST',
        url,
        headers: {
          authorization: signer.getHeader(url),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': String(body.length),
          ttl: String(ttlS),
          urgency,
          ...(topic !== undefined && { topic }),
        },
        body,
      });
      return toOutcome(status, headers['retry-after'], now());
    } catch (error) {
      if (error instanceof PayloadTooLargeError) return { kind: 'too_large', isUnsent: true };
      return { kind: 'failed', problem: error instanceof OutboundError ? error.problem : 'failed' };
    }
  }
}

/** RFC 8030, 5 and 8.4, and what the services of the browsers do. A redirect is a failure: it could lead anywhere. */
function toOutcome(status: number, retryAfter: string | undefined, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  switch (status) {
    // The second two: it belongs to another key of the server.
    case 404:
    case 410:
    case 401:
    case 403:
      return { kind: 'gone', status };
    case 413:
      return { kind: 'too_large' };
    case 429:
    case 503:
      return { kind: 'later', retryAfterMs: parseRetryAfter(retryAfter, now) };
    default:
      return { kind: 'failed', problem: 'status', status };
  }
}
