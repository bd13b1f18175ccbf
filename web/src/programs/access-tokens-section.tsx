import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import styles from './access-tokens-section.module.css';

export function AccessTokensSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.open}>
          <KeyRound size={18} aria-hidden />
          {lazyStrings.programs.tokens}
        </Button>
      }
      load={async () => (await import('./access-tokens-dialog.tsx')).AccessTokensDialog}
      dialog={{}}
    />
  );
}
