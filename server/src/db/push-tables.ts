import type { Generated } from 'kysely';

/** A browser with a push subscription. It ends with its session, which has at most one. */
export interface PushDeviceTable {
  id: string;
  userId: string;
  sessionId: string;
  /** Where its push service accepts pushes. Never logged: with the server's key, it is enough to send one. */
  endpoint: string;
  /** SHA-256. Unique: the newest account of a browser has its endpoint. */
  endpointHash: string;
  /** Keys of the browser (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  service: 'google' | 'mozilla' | 'apple' | 'microsoft' | 'other';
  createdAt: number;
  /** When its page was last open, to the day. */
  seenAt: number;
  /** Time of the next attempt; past if nothing failed. */
  dueAt: Generated<number>;
  /** Attempts since the last success. */
  failures: Generated<number>;
  /** These are null without a failure since the last success. */
  failingSince: Generated<number | null>;
  problem: Generated<string | null>;
  /** Of the response. */
  status: Generated<number | null>;
  lastSuccessAt: Generated<number | null>;
  /** Pushes that show nothing, since its page was last seen. */
  silent: Generated<number>;
  /** When a push told the person that the session ends soon. */
  warnedAt: Generated<number | null>;
}

/** How far the messages of a room have been delivered to devices. A room without a row begins at its end. */
export interface NotifyRoomTable {
  roomId: string;
  /** To people without an active device. */
  nowSeq: number;
  /** To those with one, a moment later. */
  heldSeq: number;
  /** The process that delivers, until its lease ends. */
  owner: Generated<string | null>;
  until: Generated<number | null>;
}

/** What a person was called for in a room and has not read. */
export interface PushedTable {
  userId: string;
  roomId: string;
  /** Of the newest message. */
  seq: number;
  at: number;
  /** One of the few topics of a device: a push replaces what waits with the same one. */
  slot: number;
}
