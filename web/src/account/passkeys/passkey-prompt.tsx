import { useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFocusAfterForm } from '../../ui/dialog/use-focus-after-form.ts';
import { Button } from '../../ui/form/button.tsx';
import formStyles from '../account-form.module.css';
import styles from './passkeys.module.css';

const { passkeys: texts } = lazyStrings;

interface PasskeyPromptProps {
  isOpen: boolean;
  problem?: string;
  onTryAgain: () => void;
}

/** Beside the prompt of the browser. If somebody closes it, it opens again without another proof. */
export function PasskeyPrompt({ isOpen, problem, onTryAgain }: PasskeyPromptProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(button);
  return (
    <div className={formStyles.form}>
      <output className={formStyles.words}>{problem ?? texts.prompt}</output>
      <Button ref={button} variant="main" className={styles.submit} isBusy={isOpen} onClick={onTryAgain}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
