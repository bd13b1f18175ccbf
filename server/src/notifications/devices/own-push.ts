import type { PushPayload } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { type FixedSettings, readSetting } from '../../workspace/settings/settings.ts';
import type { Push, PushOutcome } from '../push-sender.ts';
import type { PushServices } from '../push-services.ts';
import type { DeviceRow } from './device-store.ts';

export interface OwnPushOptions {
  read: Db;
  push: Pick<PushServices, 'sender' | 'origin'>;
  fixed: FixedSettings;
}

export interface OwnPush extends Pick<Push, 'urgency' | 'ttlS'> {
  tag: string;
  snug: PushPayload['snug'];
}

/** A push about the device itself, which no message causes. A browser without a service worker shows the name of the workspace. */
export async function sendOwnPush(
  { read, push, fixed }: OwnPushOptions,
  { id: deviceId, endpoint, p256dh, auth }: Pick<DeviceRow, 'id' | 'endpoint' | 'p256dh' | 'auth'>,
  { tag, snug, urgency, ttlS }: OwnPush,
): Promise<PushOutcome> {
  const title = await readSetting(read, fixed, 'workspace_name');
  const notification = { title, tag, navigate: `${push.origin}/` };
  const payload: PushPayload = { web_push: 8030, mutable: true, notification, snug };
  return push.sender.send({
    deviceId,
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(payload),
    urgency,
    ttlS,
  });
}
