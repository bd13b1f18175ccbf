import type { Clock } from '../../base/clock.ts';
import type { ReachableDevice } from '../devices/device-store.ts';
import type { Push, PushOutcome, PushSender } from '../push-sender.ts';
import type { PushResult } from './outcome-store.ts';
import type { PushTopics } from './push-topics.ts';

/** A push service that takes longer delays nobody else: the device gets another attempt, unless it accepts after all. */
const PATIENCE_MS = 2_000;
/** An attempt after a failure, or a summary, delays only others. Three of one device end within their lease. */
const DELAYED_PATIENCE_MS = 6_000;
/** A push that could not leave by then may be read already. Its device gets what is unread later. */
const LEAVES_WITHIN_MS = 1_500;
const DAY_S = 24 * 60 * 60;
/** Apple's push service keeps nothing longer. */
const APPLE_TTL_S = 4 * 60 * 60;

const LATE: PushOutcome = { kind: 'failed', problem: 'timeout' };

export interface DeviceContents {
  payload: string;
  /** Creates what replaces a payload that the push service finds too large. */
  shorten?: () => string;
  urgency: Push['urgency'];
  /** Missing: a device that is off receives it beside all others. */
  slot?: number;
  /** It shows nothing new. */
  isSilent: boolean;
  /** It was due earlier, so its push service has more time. */
  isDelayed?: boolean;
}

export interface DevicePusherOptions {
  sender: Pick<PushSender, 'send'>;
  topics: Pick<PushTopics, 'get'>;
  clock: Pick<Clock, 'setTimer'>;
  /** Of a push service that responds late. */
  onLateResult: (result: PushResult) => void;
}

export class DevicePusher {
  readonly #options: DevicePusherOptions;

  constructor(options: DevicePusherOptions) {
    this.#options = options;
  }

  /** A device that failed gets nothing but its next attempt, which has everything that is unread then. */
  async push(devices: readonly ReachableDevice[], contents: DeviceContents): Promise<PushResult[]> {
    const ready = devices.filter(({ dueAt }) => dueAt === 0);
    const missed = devices.filter(({ dueAt }) => dueAt !== 0).map(device => createMissed(device, contents));
    return [...missed, ...(await Promise.all(ready.map(device => this.#pushToDevice(device, contents))))];
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
    const patienceMs = contents.isDelayed ? DELAYED_PATIENCE_MS : PATIENCE_MS;
    const cancel = clock.setTimer(() => {
      isLate = true;
      resolve(LATE);
    }, patienceMs);
    const outcome = await Promise.race([sending, patience]);
    cancel();
    return toResult(outcome);
  }

  async #send(device: ReachableDevice, contents: DeviceContents): Promise<PushOutcome> {
    const { sender, topics } = this.#options;
    const { id: deviceId, endpoint, p256dh, auth, service } = device;
    const { payload, shorten, urgency, slot } = contents;
    const ttlS = service === 'apple' ? APPLE_TTL_S : DAY_S;
    const topic = slot !== undefined && { topic: topics.get(deviceId, slot) };
    const push = { deviceId, endpoint, p256dh, auth, urgency, ttlS, ...topic, waitsMs: LEAVES_WITHIN_MS };
    const outcome = await sender.send({ ...push, payload });
    if (outcome.kind !== 'too_large' || !shorten) return outcome;
    return sender.send({ ...push, payload: shorten() });
  }
}

function createMissed({ id: deviceId }: ReachableDevice, { isSilent }: DeviceContents): PushResult {
  return { deviceId, outcome: { kind: 'missed' }, isSilent };
}
