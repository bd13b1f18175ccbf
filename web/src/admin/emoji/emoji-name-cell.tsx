import type { AddedEmoji } from '@snug/protocol';
import { EmojiPicture } from '../../emoji/emoji-picture.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import table from '../table/table.module.css';
import styles from './emoji-page.module.css';

export function EmojiNameCell({ emoji: { key, picture, animated, deletedAt } }: { emoji: AddedEmoji }) {
  const { deleted, erased } = lazyStrings.adminEmoji;
  const isDeleted = deletedAt !== undefined;
  return (
    <span className={styles.cell}>
      {picture === undefined ? (
        <span className={styles.picture} />
      ) : (
        <EmojiPicture
          picture={picture}
          animated={animated}
          className={styles.picture}
          alt=""
          loading="lazy"
          data-deleted={isDeleted || undefined}
        />
      )}
      <span dir="ltr">{`:${key}:`}</span>
      {isDeleted && <span className={table.note}>{picture === undefined ? erased : deleted}</span>}
    </span>
  );
}
