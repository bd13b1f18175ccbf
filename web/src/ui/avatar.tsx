import type { CSSProperties } from 'react';
import styles from './avatar.module.css';
import { hueOf, initialsOf } from './initials.ts';

interface AvatarProps {
  person: { uid: string; name: string };
  /** Width and height in px. */
  size: 20 | 36 | 40 | 64 | 96;
}

/** A picture of a person beside the name, so it says nothing of its own. */
export function Avatar({ person, size }: AvatarProps) {
  const style = { '--hue': hueOf(person.uid), '--size': `${size}px` } as CSSProperties;
  return (
    <span className={styles.avatar} style={style} aria-hidden>
      {initialsOf(person.name)}
    </span>
  );
}
