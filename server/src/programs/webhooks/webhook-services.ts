import { AddressPolicy } from '../outbound/address-policy.ts';
import { OutboundClient } from '../outbound/outbound-client.ts';
import { createResolver, type ResolveHost } from '../outbound/resolver.ts';
import { type DelivererOptions, WebhookDeliverer } from './deliverer.ts';
import { WebhookSender } from './sender.ts';
import { WebhookSecrets } from './signature.ts';

const LIMITS = { totalMs: 10_000, maxResponseBytes: 64 * 1024 };

export interface WebhookServicesOptions extends Omit<DelivererOptions, 'sender' | 'random' | 'isAlone'> {
  /** Of the server. */
  secret: string;
  /** Addresses and ranges that are not public. */
  allowed: readonly string[];
  resolve?: ResolveHost | undefined;
  nodeId?: string | undefined;
}

export type WebhookServices = ReturnType<typeof createWebhookServices>;

/** Everything for outgoing webhooks. */
export function createWebhookServices(options: WebhookServicesOptions) {
  const { secret, allowed, now, nodeId, resolve = createResolver() } = options;
  const outbound = new OutboundClient({ policy: new AddressPolicy(allowed), resolve, limits: LIMITS });
  const secrets = new WebhookSecrets(secret);
  const sender = new WebhookSender({ outbound, secrets, now });
  const isAlone = nodeId === undefined;
  const deliverer = new WebhookDeliverer({ ...options, sender, random: Math.random, isAlone });
  return { outbound, secrets, sender, deliverer };
}
