import { type AddedEmoji, getEmojiPath } from '@snug/protocol';
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
        <picture>
          {animated && (
            <source
              media="(prefers-reduced-motion: reduce)"
              srcSet={getEmojiPath(picture, { still: true })}
            />
          )}
          <img
            className={styles.picture}
            src={getEmojiPath(picture)}
            alt=""
            loading="lazy"
            data-deleted={isDeleted || undefined}
          />
        </picture>
      )}
      <span dir="ltr">{`:${key}:`}</span>
      {isDeleted && <span className={table.note}>{picture === undefined ? erased : deleted}</span>}
    </span>
  );
}
