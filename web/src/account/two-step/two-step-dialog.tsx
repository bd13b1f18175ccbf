import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { AccountDialogProps } from '../account-dialog.tsx';
import { SignInAgain } from '../sign-in-again.tsx';
import { reloadAccount } from '../use-account.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoStepManagement } from './two-step-management.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';

export function TwoStepDialog(props: AccountDialogProps) {
  const { isOpen, onOpenChange } = props;
  return (
    <Dialog title={lazyStrings.twoStep.label} isOpen={isOpen} onOpenChange={onOpenChange}>
      <TwoStepContent {...props} />
    </Dialog>
  );
}

function TwoStepContent({ account, onOpenChange }: AccountDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => onOpenChange(false);

  function showCodes(created: readonly string[]): void {
    setCodes(created);
    reloadAccount();
  }

  function end(): void {
    reloadAccount();
    close();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={close} />;
  if (account.twoStep) return <TwoStepManagement onCodes={showCodes} onTurnedOff={end} />;
  if (!account.hasPassword && !account.isFresh) return <SignInAgain />;
  return <TwoStepSetup hasPassword={account.hasPassword} onCodes={showCodes} />;
}
