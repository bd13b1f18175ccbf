import type { Generated } from 'kysely';

/** A link or a challenge that works once. */
export interface OneTimeLinkTable {
  /** SHA-256 of the code in the link, or of the challenge. */
  hash: string;
  userId: string;
  /**
   * `email` confirms an address; `mailed_recovery` is not of an admin; `sign_in` waits for the second step, in a cookie; `passkey` is
   * the challenge for a new one; `claim` and `mailed_claim` open the account of a person who came by an import.
   */
  kind: 'recovery' | 'mailed_recovery' | 'email' | 'sign_in' | 'passkey' | 'claim' | 'mailed_claim';
  /** The address to which it was sent, for mailed ones. */
  email: string | null;
  /** The notice about it. */
  noticeId: string | null;
  expiresAt: number;
}

/** Two-step verification of a person. */
export interface TwoStepTable {
  userId: string;
  /** For the codes of the app, encrypted with the secret of the server. */
  secret: string;
  /** Null until a code has confirmed it: then it does not count. */
  confirmedAt: number | null;
  /** Of the newest used code, because each counts once. */
  lastStep: number;
}

export interface RecoveryCodeTable {
  userId: string;
  /** SHA-256. */
  hash: string;
}

/** A key pair of a device or password manager that signs its person in (WebAuthn). */
export interface PasskeyTable {
  id: string;
  userId: string;
  /** As the device names it: base64url. */
  credentialId: string;
  /** COSE (RFC 9052): base64url. */
  publicKey: string;
  /** Of its signatures. Many devices always send 0. */
  counter: number;
  /** How a browser reaches the device, with spaces between them. */
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: Generated<number | null>;
}

/** Challenges of sign-ins with a passkey: each counts once. */
export interface UsedChallengeTable {
  challenge: string;
  expiresAt: number;
}

/** What a person must learn about their account. */
export interface AccountNoticeTable {
  userId: string;
  id: string;
  kind: string;
  at: number;
  /** When the recovery link was used. */
  usedAt: number | null;
  /** When one of the person's sessions first acknowledged it. */
  acknowledgedAt: number | null;
  /** Made the change, so it does not list the notice. Null if no session of the person did. */
  sessionId: string | null;
}

/** Written by Better Auth, with dates as ISO 8601 texts. Dates of other tables are milliseconds since 1970. */
export interface UserTable {
  id: string;
  name: string;
  /** For searches. Null, until a job has folded the name. */
  folded: Generated<string | null>;
  email: string;
  emailVerified: boolean;
  avatar: string | null;
  createdAt: string;
  updatedAt: string;
  version: Generated<number>;
  /** Of a bot: the person whose rights bound its own. */
  ownerId: Generated<string | null>;
  /** The account is deleted. The row stays for the person's messages. */
  deletedAt: Generated<number | null>;
  /** 1, or null for a member of the workspace. */
  guest: Generated<number | null>;
  /** Of a guest, as `guestUntil`: whose invitation it was. */
  guestInviter: Generated<string | null>;
  /** The end of their access, which may be over; null for none. */
  guestUntil: Generated<number | null>;
}

/** Written by Better Auth. Omits columns that Snug does not use. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
}

/** Written by Better Auth. Omits the token. */
export interface SessionTable {
  id: string;
  userId: string;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  /** Snug's own: this session has acknowledged all notices until then. */
  noticesSeenAt: Generated<number | null>;
  /** The person removed its device in another session. */
  pushRemovedAt: Generated<number | null>;
}

/** Access tokens of programs. Deleted when they are revoked, and 30 days after their expiry. */
export interface TokenTable {
  id: string;
  /** SHA-256 of its secret. */
  hash: string;
  createdBy: string;
  /** As whom it acts: the creator, or a bot of theirs. */
  userId: string;
  name: string;
  /** With spaces between them; null for all rooms of the person. Empty after its removal from all of its rooms: it opens nothing. */
  roomIds: string | null;
  createdAt: number;
  expiresAt: number;
  /** To the hour. */
  lastUsedAt: Generated<number | null>;
}

/** The rooms that tokens name, also deleted ones. */
export interface TokenRoomTable {
  roomId: string;
  /** The first id of the token, which changes with its rooms. */
  programId: string;
  tokenId: string;
}

/** Outgoing webhooks: addresses to which the server sends the changes of a room. */
export interface WebhookTable {
  id: string;
  roomId: string;
  createdBy: string;
  url: string;
  createdAt: number;
  /** The receiver has acknowledged the changes of the room up to this one. */
  seq: number;
  /** Null while it delivers. */
  paused: 'failing' | 'gone' | 'no_access' | 'removed' | null;
  /** Time of the next attempt; past if nothing failed. */
  dueAt: Generated<number>;
  /** Attempts since the last acknowledgement. */
  failures: Generated<number>;
  /** These are null without a failure since the last acknowledgement. */
  failingSince: number | null;
  problem: string | null;
  /** Of the response. */
  status: number | null;
  lastSuccessAt: number | null;
  /** The process that delivers, until its lease ends. */
  owner: string | null;
  until: number | null;
}

/** People who look after the server. */
export interface WorkspaceAdminTable {
  userId: string;
  grantedAt: number;
  /** 1 if a claim of the directory made them an admin. */
  byClaim: Generated<number | null>;
}

/** People who may not sign in. */
export interface SuspensionTable {
  userId: string;
  at: number;
}

/** SHA-256 of the codes in the links that make the first workspace admin. */
export interface SetupCodeTable {
  hash: string;
  createdAt: number;
}
