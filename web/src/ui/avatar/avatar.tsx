import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';
import { getHue, getInitials } from './initials.ts';

interface AvatarProps {
  person: { uid: string; name: string; avatar?: string | undefined };
  size: 16 | 20 | 36 | 40 | 64 | 96;
}

/** Hidden from screen readers, because the name is next to it. Shows initials until the picture is loaded. */
export function Avatar({ person, size }: AvatarProps) {
  const { uid, name, avatar } = person;
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const style = { '--hue': getHue(uid), '--size': `${size}px` } as CSSProperties;
  return (
    <span className={styles.avatar} style={style} aria-hidden>
      {(avatar === undefined || avatar !== loaded) && getInitials(name)}
      {avatar !== undefined && avatar !== failed && (
        <img
          key={avatar}
          className={styles.picture}
          src={avatar}
          alt=""
          draggable={false}
          data-loaded={avatar === loaded || undefined}
          onLoad={() => setLoaded(avatar)}
          onError={() => setFailed(avatar)}
        />
      )}
    </span>
  );
}
