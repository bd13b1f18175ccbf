import { Store } from '@snug/client';

/** Content that another app shares with Snug: text, files, or both. */
export interface Shared {
  text: string;
  files: readonly File[];
}

/** Shared content that waits for a room. */
export const pendingShare = new Store<Shared | undefined>(undefined);
