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
  /** When a push announced the end of the session. */
  warnedAt: Generated<number | null>;
}

/** How far the messages of a room have called people. A room without a row begins at its end. */
export interface NotifyRoomTable {
  roomId: string;
  /** Everyone has been called for the messages up to here, also those who were active. */
  seq: number;
  /** The process that delivers, until its lease ends. */
  owner: Generated<string | null>;
  until: Generated<number | null>;
}

/** What a person was called for in a room and has not read. */
export interface PushedTable {
  userId: string;
  roomId: string;
  /** The newest message of the last push. 0: only a summary is due. */
  seq: number;
  /** When the last push was sent. */
  at: number;
  /** One of the few topics of a device: a push replaces what waits with the same one. */
  slot: number;
  /** 1, or null: a summary will contain newer messages. */
  waits: Generated<number | null>;
}

/** Without a row, nobody has been called in the last minute. */
export interface PushPersonTable {
  userId: string;
  /** The beginning of a minute, and the pushes in it. */
  minuteAt: Generated<number>;
  minuteCount: Generated<number>;
  /** When the next summary is due; null for none. */
  summaryAt: Generated<number | null>;
}
