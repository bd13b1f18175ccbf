import type { MessageFile as File } from '@snug/protocol';
import { lazy, Suspense } from 'react';
import styles from './message-file.module.css';
import { FileCard } from './view/file-card.tsx';
import { getFileKind, isVoiceMessage } from './view/file-kind.ts';
import { Picture } from './view/picture.tsx';
import { Video } from './view/video.tsx';

/** Rooms show without it. If it cannot be loaded, the file can be downloaded. */
const AudioPlayer = lazy(async () => {
  try {
    return await import('./audio/audio-player.tsx').then(module => ({ default: module.AudioPlayer }));
  } catch {
    return { default: FileCard };
  }
});

interface MessageFileProps {
  file: File;
  /** Opens a picture in the lightbox. Undefined while the message is unsent. */
  onOpenPicture: ((fileId: string) => void) | undefined;
}

export function MessageFile({ file, onOpenPicture }: MessageFileProps) {
  const kind = getFileKind(file);
  if (kind === 'picture') return <Picture file={file} onOpen={onOpenPicture} />;
  if (kind === 'audio') return <Audio file={file} />;
  return kind === 'video' ? <Video file={file} /> : <FileCard file={file} />;
}

function Audio({ file }: { file: File }) {
  return (
    <Suspense fallback={<div className={isVoiceMessage(file) ? styles.voice : styles.audio} />}>
      <AudioPlayer file={file} />
    </Suspense>
  );
}
