import { useEffect, useId, useState } from 'react';
import { formatSize } from '../chat/files/view/format-size.ts';
import { formatNumber } from '../strings/format-number.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { showError, showInfo } from '../ui/feedback/toast.ts';
import buttonStyles from '../ui/form/button.module.css';
import styles from './account-form.module.css';
import { AccountError, readAccount } from './sign-in/accounts.ts';

interface DataSize {
  messages: number;
  files: number;
  bytes: number;
  hasMore: boolean;
}

export function DataDownloadDialog(props: DialogState) {
  return (
    <Dialog title={lazyStrings.dataDownload.heading} {...props}>
      <DataDownload />
    </Dialog>
  );
}

function DataDownload() {
  const size = useDataSize();
  const sizeId = useId();
  const { explanation, where, measuring, start, started } = lazyStrings.dataDownload;
  return (
    <div className={styles.form}>
      <p className={styles.words}>{explanation}</p>
      <output id={sizeId}>{size ? describeSize(size) : measuring}</output>
      <p className={styles.words}>{where}</p>
      <a
        className={classNames(buttonStyles.button, buttonStyles.main, styles.submit)}
        href="/api/account/data"
        download
        aria-describedby={sizeId}
        onClick={() => showInfo(started)}
      >
        {start}
      </a>
    </div>
  );
}

/** Undefined while unknown. */
function useDataSize(): DataSize | undefined {
  const [size, setSize] = useState<DataSize>();
  useEffect(() => {
    readAccount<DataSize>('account/data/size')
      .then(setSize)
      .catch((error: unknown) => {
        if (!(error instanceof AccountError)) throw error;
        showError(error.message);
      });
  }, []);
  return size;
}

function describeSize({ messages, files, bytes, hasMore }: DataSize): string {
  const texts = lazyStrings.dataDownload;
  const describe = hasMore ? texts.largeSize : texts.size;
  return describe(
    texts.messages(messages, formatNumber(messages)),
    texts.files(files, formatNumber(files)),
    formatSize(bytes),
  );
}
