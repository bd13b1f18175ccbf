import { RotateCw, X } from 'lucide-react';
import { lateWords } from '../../strings/lazy-strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { FileIcon } from '../view/file-icon.ts';
import { formatSize } from '../view/format-size.ts';
import { hasPreview } from '../view/preview.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import type { UploadItem } from './upload-items.ts';
import { Progress } from './upload-progress.tsx';
import type { Uploads } from './upload-queue.ts';
import styles from './upload-row.module.css';

/** One file of the list: its picture, what it is, and how far it has got. */
export function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { fileKey, blobFile, name, status, progress } = item;
  return (
    <li className={styles.row}>
      <Preview file={blobFile} />
      <div className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.state} data-status={status}>
          {stateOf(item)}
        </span>
        {status === 'uploading' && <Progress name={name} percent={progress} />}
      </div>
      {status === 'error' && (
        <IconButton
          label={lateWords.uploads.again(name)}
          icon={RotateCw}
          tip="none"
          onClick={() => void uploads.retry(fileKey)}
        />
      )}
      <IconButton
        label={lateWords.uploads.remove(name)}
        icon={X}
        tip="none"
        onClick={() => uploads.remove(fileKey)}
      />
    </li>
  );
}

function stateOf({ blobFile, status, error = '' }: UploadItem): string {
  const size = formatSize(blobFile.size);
  if (status === 'finished') return lateWords.uploads.uploaded(size);
  return status === 'error' ? lateWords.uploads.failed(size, error) : size;
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(hasPreview(file) ? file : undefined);
  return (
    <span className={styles.preview}>
      {url ? <img src={url} alt="" /> : <FileIcon name={file.name} contentType={file.type} />}
    </span>
  );
}
