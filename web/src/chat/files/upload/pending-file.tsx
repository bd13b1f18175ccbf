import type { Upload } from '@snug/client';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../../strings/strings.ts';
import { formatDuration } from '../audio/format-duration.ts';
import card from '../view/file-card.module.css';
import { formatSize } from '../view/format-size.ts';
import { LazyFileIcon } from '../view/lazy-file-icon.ts';
import { canPreview } from '../view/preview.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import styles from './pending-file.module.css';
import { Progress } from './upload-progress.tsx';

interface PendingFileProps {
  upload: Upload;
  /** In per cent, during the upload. */
  progress: number | undefined;
}

export function PendingFile({ upload: { bytes, name, duration, peaks }, progress }: PendingFileProps) {
  const isVoice = peaks !== undefined && duration !== undefined;
  return (
    <div className={card.card}>
      <span className={card.icon}>
        {isVoice ? <Mic size={22} aria-hidden /> : <Preview name={name} file={bytes as Blob} />}
      </span>
      <span className={card.words}>
        <span className={card.name} dir="auto" title={name}>
          {isVoice ? strings.files.voiceMessage : name}
        </span>
        <span className={styles.size}>{isVoice ? formatDuration(duration) : formatSize(bytes.size)}</span>
        {progress !== undefined && <Progress name={name} percent={progress} />}
      </span>
    </div>
  );
}

function Preview({ name, file }: { name: string; file: Blob }) {
  const url = useObjectUrl(canPreview(file) ? file : undefined);
  const [isBroken, setBroken] = useState(false);
  return url && !isBroken ? (
    <img className={styles.preview} src={url} alt="" onError={() => setBroken(true)} />
  ) : (
    <LazyFileIcon name={name} contentType={file.type} />
  );
}
