/** A link that works once. */
export interface OneTimeLinkTable {
  /** SHA-256 of the code in the link. */
  hash: string;
  userId: string;
  kind: 'recovery';
  /** The address to which it was sent. */
  email: string | null;
  /** The notice about it. */
  noticeId: string | null;
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
}
