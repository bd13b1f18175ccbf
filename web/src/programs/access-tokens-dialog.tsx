import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../account/use-account.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { DialogTrigger } from '../ui/dialog/dialog-trigger.tsx';
import { Button } from '../ui/form/button.tsx';
import styles from './access-tokens-dialog.module.css';
import { Bots } from './bots.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenList } from './token-list.tsx';
import { usePrograms } from './use-programs.ts';
import { OutgoingWebhooks } from './webhooks/webhooks.tsx';

const { programs: texts } = lazyStrings;

export function AccessTokensDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog title={texts.tokens} isOpen={isOpen} onOpenChange={onOpenChange}>
      <AccessTokens />
    </Dialog>
  );
}

function AccessTokens() {
  const programs = usePrograms();
  const account = useAccount();
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={styles.content}>
      <p>
        {texts.intro}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
      </p>
      <DialogTrigger isOpen={isCreating} onOpen={() => setCreating(true)}>
        <Button variant="main" className={styles.new}>
          <Plus size={18} aria-hidden />
          {texts.newToken}
        </Button>
      </DialogTrigger>
      {account && (
        <NewTokenDialog
          programs={programs}
          account={account}
          isOpen={isCreating}
          onOpenChange={setCreating}
        />
      )}
      <TokenList programs={programs} />
      <Bots programs={programs} />
      <OutgoingWebhooks account={account} />
    </div>
  );
}
