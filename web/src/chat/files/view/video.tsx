import type { MessageFile } from '@snug/protocol';
import { type CSSProperties, useState } from 'react';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { pauseOthers } from './exclusive-playback.ts';
import { FileCard } from './file-card.tsx';
import styles from './video.module.css';

/** Reserves its space before it loads, so that nothing moves. */
export function Video({ file }: { file: MessageFile }) {
  const { name, url, width, height } = file;
  const [isBroken, setBroken] = useState(false);
  const tabIndex = useRovingTabIndex();
  if (isBroken) return <FileCard file={file} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- files that people send have no captions
    <video
      className={styles.video}
      tabIndex={tabIndex}
      style={{ '--width': width, '--height': height } as CSSProperties}
      src={url}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      onPlay={event => pauseOthers(event.currentTarget)}
      onError={() => setBroken(true)}
    />
  );
}
