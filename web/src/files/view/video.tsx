import type { MessageFile } from '@snug/protocol';
import { useState } from 'react';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { pauseOthers } from './exclusive-playback.ts';
import { FileCard } from './file-card.tsx';
import styles from './video.module.css';

export function Video({ file }: { file: MessageFile }) {
  const [isBroken, setBroken] = useState(false);
  const tabIndex = useRovingTabIndex();
  if (isBroken) return <FileCard file={file} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- files that people send have no captions
    <video
      className={styles.video}
      tabIndex={tabIndex}
      src={file.url}
      aria-label={file.name}
      controls
      playsInline
      preload="metadata"
      onPlay={event => pauseOthers(event.currentTarget)}
      onError={() => setBroken(true)}
    />
  );
}
