import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { FileIcon } from '../view/file-icon.ts';
import { formatSize } from '../view/format-size.ts';
import { canPreview } from '../view/preview.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import { MetadataNote } from './metadata-note.tsx';
import type { UploadItem } from './upload-items.ts';
import type { UploadList } from './upload-list.ts';
import { Progress } from './upload-progress.tsx';
import styles from './upload-row.module.css';

export function UploadRow({ item, list }: { item: UploadItem; list: UploadList }) {
  const { fileKey, blobFile, name, status, progress, metadata } = item;
  return (
    <li className={styles.row}>
      <Preview file={blobFile} />
      <div className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.state} data-status={status}>
          {getStatusText(item)}
        </span>
        <MetadataNote file={blobFile} metadata={metadata} />
        {status === 'uploading' && <Progress name={name} percent={progress} />}
      </div>
      {status === 'error' && (
        <IconButton
          label={lazyStrings.uploads.again(name)}
          icon={RotateCw}
          tooltip="none"
          onClick={() => void list.retry(fileKey)}
        />
      )}
      <IconButton
        label={lazyStrings.uploads.remove(name)}
        icon={X}
        tooltip="none"
        onClick={() => list.remove(fileKey)}
      />
    </li>
  );
}

function getStatusText({ blobFile, status, error = '' }: UploadItem): string {
  const size = formatSize(blobFile.size);
  if (status === 'finished') return lazyStrings.uploads.uploaded(size);
  return status === 'error' ? lazyStrings.uploads.failed(size, error) : size;
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(canPreview(file) ? file : undefined);
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={styles.preview}>
      {url && !isBroken ? (
        <img src={url} alt="" onError={() => setBroken(true)} />
      ) : (
        <FileIcon name={file.name} contentType={file.type} />
      )}
    </span>
  );
}
