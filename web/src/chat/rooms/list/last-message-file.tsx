import type { LastMessage } from '@snug/protocol';
import { AudioLines, File, FilePlay, Image, type LucideIcon, Mic } from 'lucide-react';
import { createElement } from 'react';
import { strings } from '../../../strings/strings.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { formatDuration } from '../../files/audio/format-duration.ts';
import styles from './last-message-file.module.css';
import { getPreviewKind, type PreviewKind } from './preview-kind.ts';

const ICONS: Record<PreviewKind, LucideIcon> = {
  photo: Image,
  voice: Mic,
  audio: AudioLines,
  video: FilePlay,
  file: File,
};

export function LastMessageFile({ file }: { file: NonNullable<LastMessage['file']> }) {
  const kind = getPreviewKind(file);
  return (
    <>
      {createElement(ICONS[kind], {
        size: 14,
        strokeWidth: 1.8,
        className: styles.icon,
        'aria-hidden': true,
      })}
      <Sentence
        of={name => strings.rooms.lastFile[kind](name, formatDuration(file.duration ?? 0))}
        with={<Name of={file.name} />}
      />
    </>
  );
}
