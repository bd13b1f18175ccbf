import { CommandError } from '@snug/protocol';
import { AddressPolicy } from '../programs/outbound/address-policy.ts';
import { OutboundClient } from '../programs/outbound/outbound-client.ts';
import { OutboundError } from '../programs/outbound/outbound-error.ts';
import { createResolver } from '../programs/outbound/resolver.ts';
import { PushTopics } from './notifier/push-topics.ts';
import type { PushSender } from './push-sender.ts';
import { CountedSender, type CountedSenderOptions } from './sending/counted-sender.ts';
import { arePushKeys, type PushKeys } from './sending/push-encryption.ts';
import { PushThread } from './sending/push-thread.ts';
import { deriveVapidKeys } from './sending/vapid.ts';

export interface PushServicesOptions extends Omit<CountedSenderOptions, 'sender'> {
  /** Of the server. */
  secret: string;
  /** The public address of the server. */
  origin: string;
  /** Addresses and ranges that are not public. */
  allowed: readonly string[];
  /** By default, a thread. */
  sender?: PushSender;
  onFailure: (error: unknown) => void;
}

/** Everything for pushes to devices. */
export class PushServices {
  /** The `applicationServerKey` of subscriptions, in base64url. */
  readonly key: string;
  readonly origin: string;
  readonly sender: CountedSender;
  readonly topics: PushTopics;
  readonly #outbound: OutboundClient;

  constructor(options: PushServicesOptions) {
    const { secret, origin, allowed, steadyNow, metrics, onFailure } = options;
    const keys = deriveVapidKeys(secret);
    const { sender = new PushThread({ keys, origin, allowed, onFailure }) } = options;
    this.key = keys.publicKey;
    this.origin = origin;
    this.topics = new PushTopics(secret);
    this.sender = new CountedSender({ sender, steadyNow, metrics });
    this.#outbound = new OutboundClient({
      policy: new AddressPolicy(allowed),
      resolve: createResolver(),
      limits: { totalMs: 0, maxResponseBytes: 0 },
      isHttpsPortOnly: true,
    });
  }

  /** Throws what a subscription must not have. A host can lead elsewhere later, so each push checks it again. */
  check({ endpoint, ...keys }: PushKeys & { endpoint: string }): void {
    if (!arePushKeys(keys))
      throw new CommandError('invalid_input', 'p256dh: must be a point of the curve P-256');
    try {
      this.#outbound.check(endpoint);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new CommandError('invalid_input', 'endpoint: must be an https address of the internet');
    }
  }
}
