import type { UploadedMetadata } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { predictMetadata } from './predict-metadata.ts';
import styles from './upload-row.module.css';

interface MetadataNoteProps {
  file: File;
  /** What the server did, after the upload. */
  metadata: UploadedMetadata | undefined;
}

/** Says which metadata others will receive. Nothing for a file that loses them, or has none. */
export function MetadataNote({ file, metadata }: MetadataNoteProps) {
  const predicted = usePrediction(file);
  const text = toNote(metadata ?? predicted);
  return text === undefined ? null : <span className={styles.note}>{text}</span>;
}

function usePrediction(file: File): UploadedMetadata | undefined {
  const [prediction, setPrediction] = useState<UploadedMetadata>();
  useEffect(() => {
    let isCurrent = true;
    // A file that cannot be read fails again when it is sent.
    predictMetadata(file).then(
      found => isCurrent && setPrediction(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return prediction;
}

function toNote(metadata: UploadedMetadata | undefined): string | undefined {
  if (metadata === 'unreadable') return lazyStrings.uploads.sentAsIs;
  return metadata === 'kept' ? lazyStrings.uploads.keepsPlace : undefined;
}
