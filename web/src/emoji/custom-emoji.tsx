import { type ReactNode, useState } from 'react';
import styles from './custom-emoji.module.css';
import { EmojiPicture } from './emoji-picture.tsx';
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
  return (
    <EmojiPicture
      picture={emoji.picture}
      animated={emoji.animated}
      className={styles.emoji}
      alt={typed}
      title={typed}
      decoding="async"
      draggable={false}
      onError={() => setFailed(emoji.picture)}
    />
  );
}
