import type { Clock } from '../../base/clock.ts';
import { getRetryDelay } from '../../programs/webhooks/backoff.ts';
import type { Push, PushOutcome, PushSender } from '../push-sender.ts';
import type { DeviceOutcome } from './outcome-store.ts';
import type { PushTopics } from './push-topics.ts';
import type { Device } from './recipient-store.ts';

/** A push service that takes longer delays nobody else: the device gets another attempt, unless it accepts after all. */
const PATIENCE_MS = 2_000;
const SLOW_RETRY_MS = 30_000;
const MAX_FAILING_MS = 3 * 24 * 60 * 60_000;
const DAY_S = 24 * 60 * 60;
/** Apple's push service keeps nothing longer. */
const APPLE_TTL_S = 4 * 60 * 60;

export interface DeviceContents {
  payload: string;
  /** Instead of a payload that the push service finds too large. */
  shortPayload?: string | undefined;
  urgency: Push['urgency'];
  slot: number;
  /** It shows nothing new. */
  isSilent: boolean;
}

export interface DevicePusherOptions {
  sender: Pick<PushSender, 'send'>;
  topics: Pick<PushTopics, 'get'>;
  now: () => number;
  clock: Pick<Clock, 'setTimer'>;
  random: () => number;
  /** Of a push service that responds late. */
  onLateOutcome: (outcome: DeviceOutcome) => void;
}

export class DevicePusher {
  readonly #options: DevicePusherOptions;

  constructor(options: DevicePusherOptions) {
    this.#options = options;
  }

  /** A device that waits after a failure gets what is unread then instead. */
  async push(devices: readonly Device[], contents: DeviceContents): Promise<DeviceOutcome[]> {
    const now = this.#options.now();
    const ready = devices.filter(({ failures, dueAt }) => failures === 0 || dueAt <= now);
    return Promise.all(ready.map(device => this.#pushToDevice(device, contents)));
  }

  async #pushToDevice(device: Device, contents: DeviceContents): Promise<DeviceOutcome> {
    const { clock, now, onLateOutcome } = this.#options;
    let isLate = false;
    const sending = this.#send(device, contents).then(outcome => {
      if (isLate) onLateOutcome(outcome);
      return outcome;
    });
    const { promise: patience, resolve } = Promise.withResolvers<DeviceOutcome>();
    const cancel = clock.setTimer(() => {
      isLate = true;
      resolve({ id: device.id, kind: 'failed', dueAt: now() + SLOW_RETRY_MS, problem: 'timeout' });
    }, PATIENCE_MS);
    const outcome = await Promise.race([sending, patience]);
    cancel();
    return outcome;
  }

  async #send(device: Device, contents: DeviceContents): Promise<DeviceOutcome> {
    const { sender, topics } = this.#options;
    const { id: deviceId, endpoint, p256dh, auth, service } = device;
    const { payload, shortPayload, urgency, slot } = contents;
    const ttlS = service === 'apple' ? APPLE_TTL_S : DAY_S;
    const push = { deviceId, endpoint, p256dh, auth, urgency, ttlS, topic: topics.get(deviceId, slot) };
    let result = await sender.send({ ...push, payload });
    if (result.kind === 'too_large' && shortPayload !== undefined)
      result = await sender.send({ ...push, payload: shortPayload });
    return this.#toOutcome(device, result, contents.isSilent);
  }

  #toOutcome({ id, failures, failingSince }: Device, result: PushOutcome, isSilent: boolean): DeviceOutcome {
    const { now, random } = this.#options;
    if (result.kind === 'accepted') return { id, kind: 'accepted', isSilent };
    if (result.kind === 'gone') return { id, kind: 'gone' };
    if (failingSince !== null && now() - failingSince > MAX_FAILING_MS) return { id, kind: 'gone' };
    if (result.kind === 'later')
      return { id, kind: 'failed', dueAt: now() + result.retryAfterMs, problem: 'busy' };
    const dueAt = now() + getRetryDelay(failures + 1, random);
    if (result.kind === 'too_large') return { id, kind: 'failed', dueAt, problem: 'too_large' };
    return { id, kind: 'failed', dueAt, problem: result.problem, status: result.status };
  }
}
