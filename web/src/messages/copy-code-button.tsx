import { Copy } from 'lucide-react';
import { copyText } from '../ui/copy-text.ts';
import { useTabIndex } from '../ui/tab-stop.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { words } from '../words/words.ts';
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
