import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { lowerPriority } from '../../base/lower-priority.ts';
import { AddressPolicy } from '../../programs/outbound/address-policy.ts';
import { KeptConnections } from '../../programs/outbound/kept-connections.ts';
import { OutboundClient } from '../../programs/outbound/outbound-client.ts';
import { createResolver } from '../../programs/outbound/resolver.ts';
import { DirectSender } from './direct-sender.ts';
import {
  type FromPushThread,
  getThreadTime,
  type PostedPush,
  type PushThreadData,
  type ToPushThread,
} from './push-thread.ts';
import { MAX_RUNNING_PER_SERVICE } from './service-turns.ts';
import { VapidSigner } from './vapid.ts';

/** Nobody reads the body of a response. */
const LIMITS = { totalMs: 10_000, maxResponseBytes: 16 * 1024 };
const IDLE_MS = 30_000;
/** The outcomes of pushes that run at once share a message, because each one wakes the main thread. */
const OUTCOMES_MS = 5;

/** The other end of a `PushThread`. */
export function servePushes(port: MessagePort, { keys, origin, allowed }: PushThreadData): void {
  lowerPriority();
  const outbound = new OutboundClient({
    policy: new AddressPolicy(allowed),
    resolve: createResolver(),
    limits: LIMITS,
    isHttpsPortOnly: true,
    connections: new KeptConnections({ maxPerOrigin: MAX_RUNNING_PER_SERVICE, idleMs: IDLE_MS }),
  });
  const signer = new VapidSigner({ keys, origin, now: Date.now });
  const sender = new DirectSender({ ...systemClock, outbound, signer, now: Date.now });
  let running = 0;
  const outcomes: FromPushThread[number][] = [];
  let timer: NodeJS.Timeout | undefined;
  const post = () => {
    clearTimeout(timer);
    timer = undefined;
    const message: FromPushThread = outcomes.splice(0);
    port.postMessage(message);
  };
  const send = async ({ id, push }: PostedPush, ageMs: number) => {
    const { waitsMs } = push;
    const left = waitsMs !== undefined && { waitsMs: waitsMs - ageMs };
    running++;
    const outcome = await sender.send({ ...push, ...left });
    outcomes.push({ id, outcome });
    running--;
    if (running === 0) post();
    else timer ??= setTimeout(post, OUTCOMES_MS);
  };
  port.on('message', ({ pushes, at }: ToPushThread) => {
    const ageMs = getThreadTime() - at;
    for (const push of pushes) void send(push, ageMs);
  });
}
