import { getEmojiPath } from '@snug/protocol';
import { type ReactNode, useState } from 'react';
import styles from './custom-emoji.module.css';
import { useCustomEmoji } from './use-custom-emoji.ts';

interface CustomEmojiProps {
  name: string;
  /** Shown if there is no picture: by default, the name as typed. */
  missing?: ReactNode;
}

/** The picture of an emoji of the workspace, in a box that is there before it. */
export function CustomEmoji({ name, missing = `:${name}:` }: CustomEmojiProps) {
  const emoji = useCustomEmoji(name);
  const [failed, setFailed] = useState<string>();
  if (emoji === 'waiting') return <span className={styles.waiting}>{missing}</span>;
  if (!emoji || failed === emoji.picture) return missing;
  const typed = `:${name}:`;
  const picture = (
    <img
      className={styles.emoji}
      src={getEmojiPath(emoji.picture)}
      alt={typed}
      title={typed}
      decoding="async"
      draggable={false}
      onError={() => setFailed(emoji.picture)}
    />
  );
  if (!emoji.animated) return picture;
  return (
    <picture>
      <source
        media="(prefers-reduced-motion: reduce)"
        srcSet={getEmojiPath(emoji.picture, { still: true })}
      />
      {picture}
    </picture>
  );
}
