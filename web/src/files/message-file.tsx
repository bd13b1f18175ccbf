import type { MessageFile as File } from '@snug/protocol';
import { AudioPlayer } from './audio/audio-player.tsx';
import { FileCard } from './view/file-card.tsx';
import { getFileKind } from './view/file-kind.ts';
import { Picture } from './view/picture.tsx';
import { Video } from './view/video.tsx';

interface MessageFileProps {
  file: File;
  /** Opens a picture in the lightbox. Undefined while the message is unsent. */
  onOpenPicture: ((fileId: string) => void) | undefined;
}

export function MessageFile({ file, onOpenPicture }: MessageFileProps) {
  const kind = getFileKind(file);
  if (kind === 'picture') return <Picture file={file} onOpen={onOpenPicture} />;
  if (kind === 'audio') return <AudioPlayer file={file} />;
  return kind === 'video' ? <Video file={file} /> : <FileCard file={file} />;
}
