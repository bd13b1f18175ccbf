import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog, type DialogState } from '../../../ui/dialog/dialog.tsx';
import { showInfo } from '../../../ui/feedback/toast.ts';
import buttonStyles from '../../../ui/form/button.module.css';
import styles from './export-dialog.module.css';

interface ExportDialogProps extends DialogState {
  title: string;
  /** A paragraph each. */
  explanation: readonly string[];
  /** Of the archive. */
  address: string;
}

/** The browser saves the archive to the disk, because it can be larger than the memory. */
export function ExportDialog({ title, explanation, address, ...dialog }: ExportDialogProps) {
  const { start, started } = lazyStrings.roomExport;

  function begin(): void {
    showInfo(started);
    dialog.onOpenChange(false);
  }

  return (
    <Dialog title={title} {...dialog}>
      <div className={styles.body}>
        {explanation.map(text => (
          <p key={text} className={styles.words}>
            {text}
          </p>
        ))}
        <a
          className={classNames(buttonStyles.button, buttonStyles.main, styles.start)}
          href={address}
          download
          onClick={begin}
        >
          {start}
        </a>
      </div>
    </Dialog>
  );
}
