import { selfTopic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';

export function createDevicesChanged(uid: string): Publication {
  return { topic: selfTopic(uid), event: { type: 'push_devices_changed' } };
}
