import type { MessageFile } from '@snug/protocol';
import { type CSSProperties, useState } from 'react';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { FileCard } from './file-card.tsx';
import styles from './picture.module.css';

interface PictureProps {
  file: MessageFile;
  onOpen: ((fileId: string) => void) | undefined;
}

/** Reserves its space before it loads, so that nothing moves. */
export function Picture({ file, onOpen }: PictureProps) {
  const { id, name, url, width = 1, height = 1 } = file;
  const [isBroken, setBroken] = useState(false);
  const tabIndex = useRovingTabIndex();
  if (isBroken) return <FileCard file={file} />;
  return (
    <button
      type="button"
      className={styles.picture}
      tabIndex={tabIndex}
      style={{ '--width': width, '--height': height } as CSSProperties}
      aria-haspopup="dialog"
      title={name}
      onClick={() => onOpen?.(id)}
    >
      <img
        src={url}
        alt={name}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  );
}
