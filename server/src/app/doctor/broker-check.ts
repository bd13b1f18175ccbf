import { getErrorMessage } from '../../base/error-detail.ts';
import { NatsRefusedError } from '../../cluster/bus/nats/nats-connection.ts';
import { probeNats } from '../../cluster/bus/nats/probe-nats.ts';
import type { NatsSettings } from '../../config/nats-settings.ts';
import type { Check } from './finding.ts';

/** Connects, and sends a payload to itself. */
export function createBrokerCheck(nats: NatsSettings): Check {
  const ifSilent = 'Check the addresses in NATS_URL, and the firewall in between.';
  return {
    name: 'broker',
    ifSilent,
    async run() {
      try {
        const maxPayload = await probeNats(nats);
        return {
          status: 'ok',
          text: `NATS returns what this server sends, and allows ${Math.floor(maxPayload / 1_024)} kB a message.`,
        };
      } catch (error) {
        const text = getErrorMessage(error);
        const next =
          error instanceof NatsRefusedError
            ? 'Check the settings of NATS, here and on its server.'
            : ifSilent;
        return { status: 'fail', text, next };
      }
    },
  };
}
