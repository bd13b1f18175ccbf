import type { Status } from '@snug/protocol';
import { usePresence } from '../profiles/use-presence.ts';

/** The server ends it in time. */
export function useStatus(uid: string): Status | undefined {
  return usePresence(uid)?.status;
}

/** That of a text alone is a speech balloon. */
export function getEmoji({ emoji }: Status): string {
  return emoji ?? '💬';
}
