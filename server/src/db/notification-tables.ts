import type { NotificationSettings } from '@snug/protocol';

/** What a person chose about notifications. Without a row, the defaults hold. */
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
