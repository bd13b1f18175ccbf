import { isHugePicture, isPictureType, type MessageFile } from '@snug/protocol';
import { Download } from 'lucide-react';
import { formatNumber } from '../../../strings/format-number.ts';
import { strings } from '../../../strings/strings.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './file-card.module.css';
import { getExtension } from './file-extension.ts';
import { formatSize } from './format-size.ts';
import { LazyFileIcon } from './lazy-file-icon.ts';

export function FileCard({ file }: { file: MessageFile }) {
  const { name, contentType, size, url } = file;
  const extension = getExtension(name);
  return (
    <div className={styles.card}>
      <span className={styles.icon}>
        <LazyFileIcon name={name} contentType={contentType} />
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.size}>
          {extension ? strings.files.kindAndSize(extension, formatSize(size)) : formatSize(size)}
        </span>
        {isPictureType(contentType) && isHugePicture(file) && (
          <span className={styles.size}>{describeHugePicture(file)}</span>
        )}
      </span>
      <DownloadLink file={{ name, url }} />
    </div>
  );
}

/** Why it does not show: its pixels, or its bytes, which the card names anyway. */
function describeHugePicture(file: MessageFile): string {
  const { tooLargeToShow, tooManyPixels } = strings.files;
  const { width = 0, height = 0 } = file;
  if (!isHugePicture({ ...file, size: 0 })) return tooLargeToShow;
  return tooManyPixels(formatNumber(Math.round((width * height) / 1_000_000)));
}

export function DownloadLink({ file: { name, url } }: { file: Pick<MessageFile, 'name' | 'url'> }) {
  return (
    <a
      className={styles.download}
      tabIndex={useRovingTabIndex()}
      href={url}
      download={name}
      aria-label={strings.files.download(name)}
      title={strings.files.downloadTooltip}
    >
      <Download size={18} strokeWidth={1.9} aria-hidden />
    </a>
  );
}
