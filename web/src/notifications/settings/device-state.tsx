import type { PushDevice } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';

interface DeviceStateProps {
  reason: string | undefined;
  isOn: boolean;
  /** Undefined if this browser receives no pushes. */
  device: PushDevice | undefined;
  isKnown: boolean;
}

/** In one line, what holds on this device. */
export function DeviceState({ reason, isOn, device, isKnown }: DeviceStateProps) {
  const texts = lazyStrings.notifications;
  if (reason !== undefined) return reason;
  if (!isOn) return texts.off;
  if (isKnown && !device) return texts.open_only;
  if (device?.lastSuccessAt === undefined) return texts.on;
  return <Sentence of={texts.lastOne} with={<RelativeTime at={device.lastSuccessAt} />} />;
}
