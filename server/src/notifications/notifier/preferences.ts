import { endOfQuiet, FOREVER, isQuiet } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { findNotificationSettings, type StoredSettings } from '../notification-settings-store.ts';

/** What a person wants to be called for in all rooms, and when. */
export interface Preferences {
  /** Whether replies in followed conversations call. */
  follows: boolean;
  /** Words that call. */
  words: readonly string[];
  /** What pushes leave out: texts, or names, too. */
  hidden: 'text' | 'all' | undefined;
  /** The end of quiet hours, or of a pause, in ms since 1970. */
  quietUntil: number | undefined;
}

export const DEFAULT_PREFERENCES: Preferences = {
  follows: true,
  words: [],
  hidden: undefined,
  quietUntil: undefined,
};

const HIDDEN = { all: undefined, name: 'text', nothing: 'all' } as const;

/** Without those who have changed nothing. */
export async function readPreferences(
  db: Db,
  uids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Preferences>> {
  const settings = uids.length > 0 ? await findNotificationSettings(db, uids) : [];
  return new Map([...settings].map(([uid, own]) => [uid, toPreferences(own, now)]));
}

export async function readPreferencesOf(db: Db, uid: string, now: number): Promise<Preferences> {
  return (await readPreferences(db, [uid], now)).get(uid) ?? DEFAULT_PREFERENCES;
}

function toPreferences(settings: StoredSettings, now: number): Preferences {
  const { conversations, shows, words } = settings;
  const quietUntil = isQuiet(settings, now) ? (endOfQuiet(settings, now) ?? FOREVER) : undefined;
  return { follows: conversations, words, hidden: HIDDEN[shows], quietUntil };
}
