/** A push to one device. The sender encrypts the payload. */
export interface Push {
  deviceId: string;
  endpoint: string;
  /** Keys of the browser (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  payload: string;
  /** Replaces a push with the same topic that waits for the device (RFC 8030, 5.4). At most 32 characters of base64url. A push without a topic replaces none. */
  topic?: string;
  urgency: 'high' | 'normal';
  /** How long the push service keeps it for a device that is off, in seconds. */
  ttlS: number;
  /** It leaves within so many ms, or not at all; then its outcome is `later`. By default, it waits for its turn. */
  waitsMs?: number;
}

/**
 * `gone`: delete the device, its browser subscribes again; `status`: that of the response. `later`: the service asks to wait. `too_large`:
 * send less text, once. `failed`: try again with a backoff. `problem`: one of the protocol's `PushProblem`. `isUnsent`: the push
 * did not leave, so nothing is known about its service.
 */
export type PushOutcome =
  | { kind: 'accepted' }
  | { kind: 'gone'; status?: number }
  | { kind: 'later'; retryAfterMs: number; isUnsent?: true }
  | { kind: 'too_large'; isUnsent?: true }
  | { kind: 'failed'; problem: string; status?: number };

export interface PushSender {
  /** Never rejects. */
  send(push: Push): Promise<PushOutcome>;
  close(): Promise<void>;
}
