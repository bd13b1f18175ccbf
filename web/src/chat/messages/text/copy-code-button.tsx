import { Copy } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showError, showSuccess } from '../../../ui/feedback/toast.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import styles from './code-block.module.css';

export function CopyCodeButton({ code }: { code: string }) {
  async function copy(): Promise<void> {
    if (await copyText(code.replace(/\n$/, ''))) showSuccess(lazyStrings.messageActions.codeCopied);
    else showError(lazyStrings.messageActions.codeNotCopied);
  }

  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={lazyStrings.messageActions.copyCode}
      title={lazyStrings.messageActions.copyCode}
      tabIndex={useRovingTabIndex()}
      onClick={() => void copy()}
    >
      <Copy size={14} strokeWidth={2} aria-hidden />
    </button>
  );
}
