import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFocusAfterForm } from '../../ui/dialog/use-focus-after-form.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import formStyles from '../account-form.module.css';
import styles from './two-step.module.css';

const { twoStep: texts } = lazyStrings;

/** The only time that anyone sees them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);

  async function copy(): Promise<void> {
    if (await copyText(codes.join('\n'))) showSuccess(texts.codesCopied);
    else showError(texts.codesNotCopied);
  }

  return (
    <div className={formStyles.form}>
      <p className={formStyles.words}>{texts.codesDescription}</p>
      <ul className={styles.codes} aria-label={texts.codesHeading}>
        {codes.map(code => (
          <li key={code} dir="ltr">
            {code}
          </li>
        ))}
      </ul>
      <div className={formStyles.buttons}>
        <Button ref={copyButton} onClick={() => void copy()}>
          <Copy size={18} aria-hidden />
          {texts.copyCodes}
        </Button>
        <Button variant="main" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}
