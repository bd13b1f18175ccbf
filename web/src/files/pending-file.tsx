import type { Upload } from '@snug/client';
import { Mic } from 'lucide-react';
import { words } from '../words/words.ts';
import { formatDuration } from './duration.ts';
import card from './file-card.module.css';
import { FileIcon } from './file-icon.ts';
import styles from './pending-file.module.css';
import { hasPreview } from './preview.ts';
import { Progress } from './progress.tsx';
import { formatSize } from './size.ts';
import { useObjectUrl } from './use-object-url.ts';

interface PendingFileProps {
  upload: Upload;
  /** In per cent, while it is under way. */
  progress: number | undefined;
}

/** A file of a message on its way, as far as this browser knows it: what it is, and how much of it is uploaded. */
export function PendingFile({ upload: { bytes, name, duration, peaks }, progress }: PendingFileProps) {
  const isSpoken = peaks !== undefined && duration !== undefined;
  return (
    <div className={card.card}>
      <span className={card.icon}>
        {isSpoken ? <Mic size={22} aria-hidden /> : <Preview name={name} file={bytes as Blob} />}
      </span>
      <span className={card.words}>
        <span className={card.name} dir="auto" title={name}>
          {isSpoken ? words.files.voiceMessage : name}
        </span>
        <span className={styles.size}>{isSpoken ? formatDuration(duration) : formatSize(bytes.size)}</span>
        {progress !== undefined && <Progress name={name} percent={progress} />}
      </span>
    </div>
  );
}

function Preview({ name, file }: { name: string; file: Blob }) {
  const url = useObjectUrl(hasPreview(file) ? file : undefined);
  return url ? (
    <img className={styles.preview} src={url} alt="" />
  ) : (
    <FileIcon name={name} contentType={file.type} />
  );
}
