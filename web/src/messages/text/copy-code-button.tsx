import { Copy } from 'lucide-react';
import { strings } from '../../strings/strings.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from './code-block.module.css';

export function CopyCodeButton({ code }: { code: string }) {
  async function copy(): Promise<void> {
    if (await copyText(code.replace(/\n$/, ''))) showSuccess(strings.messages.codeCopied);
    else showError(strings.messages.codeNotCopied);
  }

  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={strings.messages.copyCode}
      title={strings.messages.copyCode}
      tabIndex={useRovingTabIndex()}
      onClick={() => void copy()}
    >
      <Copy size={14} strokeWidth={2} aria-hidden />
    </button>
  );
}
