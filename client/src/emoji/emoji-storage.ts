import type { CustomEmoji } from '@snug/protocol';

/** The names of the workspace's emoji, up to a version. */
export interface EmojiCopy {
  /** Of the data of the server: another one has other versions. */
  epoch: string;
  version: number;
  emoji: readonly CustomEmoji[];
}

/** Both may reject: the client then reads the list from the server. */
export interface EmojiStorage {
  load: () => Promise<EmojiCopy | undefined>;
  put: (copy: EmojiCopy) => Promise<void>;
}
