import type { NotificationSettings } from '@snug/protocol';

/** The mail about missed messages of a person. */
export interface MissedMailTable {
  userId: string;
  /** When the next one is due, or leaves again; null if none is. */
  dueAt: number | null;
  /** When the last one left; null if none did. */
  sentAt: number | null;
  /** An address that the mail server refuses for good. */
  refused: string | null;
}

/** The notification settings of a person. Without a row, the defaults hold. */
export interface NotificationSettingsTable {
  userId: string;
  /** Grows with each change. */
  version: number;
  /** Whether replies in followed conversations notify. */
  conversations: number;
  shows: NotificationSettings['shows'];
  pausedUntil: number | null;
  /** Whether there are quiet hours now. */
  quiet: number;
  /** Minutes of the day. These are null until the person chose quiet hours once. */
  quietFrom: number | null;
  quietTo: number | null;
  /** A bit for each day of the week on which they begin; 1 is Monday. */
  quietNights: number | null;
  /** A name of the IANA database. */
  zone: string | null;
  /** A list as JSON, or null for none. */
  words: string | null;
  mail: NotificationSettings['mail'];
  mailText: number;
}
