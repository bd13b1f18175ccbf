import { Copy } from 'lucide-react';
import { words } from '../../strings/strings.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { useTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from './code-block.module.css';

export function CopyCodeButton({ code }: { code: string }) {
  async function copy(): Promise<void> {
    if (await copyText(code.replace(/\n$/, ''))) showSuccess(words.messages.codeCopied);
    else showError(words.messages.codeNotCopied);
  }

  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={words.messages.copyCode}
      title={words.messages.copyCode}
      tabIndex={useTabIndex()}
      onClick={() => void copy()}
    >
      <Copy size={14} strokeWidth={2} aria-hidden />
    </button>
  );
}
