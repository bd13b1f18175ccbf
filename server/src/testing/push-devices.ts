import { createECDH } from 'node:crypto';
import { newId } from '../base/ids.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import type { Db } from '../db/schema.ts';
import { storeDevice } from '../notifications/devices/device-store.ts';
import type { Subscription } from '../notifications/devices/push-devices.ts';
import type { Push, PushOutcome, PushSender } from '../notifications/push-sender.ts';
import { PushServices } from '../notifications/push-services.ts';
import { identifyService } from '../notifications/sending/push-service.ts';
import { addSession } from './database.ts';

const P256DH = createECDH('prime256v1').generateKeys('base64url');

/** Of a browser that nobody has. No server has the name of its push service (RFC 6761). */
export function createSubscription(endpoint = `https://push.invalid/${newId()}`): Subscription {
  return { endpoint, p256dh: P256DH, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
}

/** In a session of its own, if none is given. Returns the id of the device. */
export async function addPushDevice(
  db: Db,
  userId: string,
  {
    sessionId,
    subscription = createSubscription(),
  }: { sessionId?: string; subscription?: Subscription } = {},
): Promise<string> {
  const id = newId();
  const { endpoint } = subscription;
  await storeDevice(db, {
    ...subscription,
    id,
    userId,
    sessionId: sessionId ?? (await addSession(db, userId)),
    endpointHash: hashSecretCode(endpoint),
    service: identifyService(endpoint),
    createdAt: Date.now(),
  });
  return id;
}

/** Sends nothing. */
export class RecordingSender implements PushSender {
  readonly pushes: Push[] = [];
  outcome: PushOutcome = { kind: 'accepted' };

  async send(push: Push): Promise<PushOutcome> {
    this.pushes.push(push);
    return this.outcome;
  }

  async close(): Promise<void> {}
}

export function createTestPush(sender: PushSender = new RecordingSender()): PushServices {
  return new PushServices({
    secret: 'x'.repeat(32),
    origin: 'https://chat.example',
    allowed: [],
    sender,
    steadyNow: () => 0,
    onFailure: () => {},
  });
}
