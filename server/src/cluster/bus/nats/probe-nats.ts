import { newId } from '../../../base/ids.ts';
import type { NatsSettings } from '../../../config/nats-settings.ts';
import { MAX_NOTIFICATION_BYTES } from '../../../db/store.ts';
import { NatsRefusedError, openNatsLink } from './nats-connection.ts';

const ECHO_TIMEOUT_MS = 1_500;

/**
 * Connects, and sends one payload to itself. Returns the largest payload that the broker allows, in bytes. Rejects with a
 * `NatsRefusedError` if the settings of Snug or of the broker must change, and with another error of one line if the broker is away.
 */
export async function probeNats(settings: NatsSettings): Promise<number> {
  const { promise: echo, resolve } = Promise.withResolvers<boolean>();
  const link = await openNatsLink(settings, `snug.probe.${newId()}`, {
    onPayload: () => resolve(true),
    onLost: () => resolve(false),
  });
  const timer = setTimeout(() => resolve(false), ECHO_TIMEOUT_MS);
  try {
    const { maxPayload } = link;
    if (maxPayload < MAX_NOTIFICATION_BYTES)
      throw new NatsRefusedError(
        `NATS allows messages of ${maxPayload} bytes, and Snug sends up to ${MAX_NOTIFICATION_BYTES}. Raise max_payload.`,
      );
    link.publish(['probe']);
    if (!(await echo))
      throw new NatsRefusedError(
        'NATS does not deliver to Snug what it sends. Permit its user to publish and to subscribe to "snug.>".',
      );
    return maxPayload;
  } finally {
    clearTimeout(timer);
    await link.close();
  }
}
