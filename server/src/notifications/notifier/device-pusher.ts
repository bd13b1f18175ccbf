import type { Clock } from '../../base/clock.ts';
import type { ReachableDevice } from '../devices/device-store.ts';
import type { Push, PushOutcome, PushSender } from '../push-sender.ts';
import type { PushResult } from './outcome-store.ts';
import type { PushTopics } from './push-topics.ts';

/** A push service that takes longer delays nobody else: the device gets another attempt, unless it accepts after all. */
const PATIENCE_MS = 2_000;
const DAY_S = 24 * 60 * 60;
/** Apple's push service keeps nothing longer. */
const APPLE_TTL_S = 4 * 60 * 60;

const LATE: PushOutcome = { kind: 'failed', problem: 'timeout' };

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
  /** Of a push service that responds late. */
  onLateResult: (result: PushResult) => void;
}

export class DevicePusher {
  readonly #options: DevicePusherOptions;

  constructor(options: DevicePusherOptions) {
    this.#options = options;
  }

  /** A device that waits after a failure gets what is unread then instead. */
  async push(devices: readonly ReachableDevice[], contents: DeviceContents): Promise<PushResult[]> {
    const now = this.#options.now();
    const ready = devices.filter(({ dueAt }) => dueAt <= now);
    return Promise.all(ready.map(device => this.#pushToDevice(device, contents)));
  }

  async #pushToDevice(device: ReachableDevice, contents: DeviceContents): Promise<PushResult> {
    const { clock, onLateResult } = this.#options;
    const toResult = (outcome: PushOutcome) => ({
      deviceId: device.id,
      outcome,
      isSilent: contents.isSilent,
    });
    let isLate = false;
    const sending = this.#send(device, contents).then(outcome => {
      if (isLate) onLateResult(toResult(outcome));
      return outcome;
    });
    const { promise: patience, resolve } = Promise.withResolvers<PushOutcome>();
    const cancel = clock.setTimer(() => {
      isLate = true;
      resolve(LATE);
    }, PATIENCE_MS);
    const outcome = await Promise.race([sending, patience]);
    cancel();
    return toResult(outcome);
  }

  async #send(device: ReachableDevice, contents: DeviceContents): Promise<PushOutcome> {
    const { sender, topics } = this.#options;
    const { id: deviceId, endpoint, p256dh, auth, service } = device;
    const { payload, shortPayload, urgency, slot } = contents;
    const ttlS = service === 'apple' ? APPLE_TTL_S : DAY_S;
    const push = { deviceId, endpoint, p256dh, auth, urgency, ttlS, topic: topics.get(deviceId, slot) };
    const outcome = await sender.send({ ...push, payload });
    if (outcome.kind !== 'too_large' || shortPayload === undefined) return outcome;
    return sender.send({ ...push, payload: shortPayload });
  }
}
