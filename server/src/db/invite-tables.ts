import type { Generated } from 'kysely';

/** The rooms, the creator and the bounds never change. Kept for 30 days after the expiry. */
export interface InviteTable {
  id: string;
  createdBy: string;
  /** With spaces between them; empty for an invitation to Snug alone. */
  roomIds: string;
  maxUses: number;
  uses: Generated<number>;
  createdAt: number;
  expiresAt: number;
  revokedAt: Generated<number | null>;
  /** 1, or null: a new account becomes a guest, who sees only the room of the invitation. */
  guest: Generated<number | null>;
  /** The end of the access of such a guest; null for none. */
  guestUntil: Generated<number | null>;
}

/** The invitations to each room, without revoked ones. */
export interface InviteRoomTable {
  roomId: string;
  inviteId: string;
}

/** Who came by which invitation. */
export interface InviteUseTable {
  inviteId: string;
  userId: string;
}
