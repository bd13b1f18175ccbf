import { TestPushService } from '@snug/testkit/push-service.ts';
import { until } from '@snug/testkit/until.ts';
import { onTestFinished } from 'vitest';
import type { Figures } from '../figures.ts';
import { findUncovered, findWrongAlerts } from './check-pushes.ts';
import { PushLoad, type PushLoadOptions } from './push-load.ts';

/**
 * A device that failed again and again waits five minutes for its next attempt. A minute with more than six pushes ends with one for the
 * rest, and a killed node's lease with another node.
 */
const CALLED_WITHIN_MS = 400_000;

export interface PushKills extends Omit<PushLoadOptions, 'service'> {
  kills: number;
  /** Kills a server, and starts it again. */
  kill: (index: number) => Promise<void>;
  /** After the last kill, all servers run as usual. */
  recover?: () => Promise<void>;
}

/** Kills servers while a person calls others. Returns a problem for each promise about pushes that does not hold. */
export async function runPushKills({ kills, kill, recover, ...load }: PushKills): Promise<{
  problems: string[];
  figures: Figures;
}> {
  const service = await TestPushService.start();
  onTestFinished(() => service.stop());
  const pushes = await PushLoad.start({ ...load, service });
  onTestFinished(() => pushes.stop());
  for (let index = 0; index < kills; index++) await kill(index);
  await recover?.();
  await pushes.finish();
  const hasCalled = () => findUncovered(pushes.evidence).length === 0;
  await until('everyone is called', hasCalled, { timeoutMs: CALLED_WITHIN_MS }).catch(() => {});
  const { evidence } = pushes;
  const received = evidence.devices.reduce((sum, device) => sum + device.received.length, 0);
  return {
    problems: [...findUncovered(evidence), ...findWrongAlerts(evidence)],
    figures: { kills, calls: pushes.messageCount, pushes: received, reads: evidence.reads.length },
  };
}
