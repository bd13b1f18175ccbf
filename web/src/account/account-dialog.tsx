import type { ReactNode } from 'react';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import type { AccountDetails } from './use-account.ts';

/** Of a row in the Dashboard. */
export interface AccountDialogProps extends DialogState {
  account: AccountDetails;
}

interface ContentProps extends AccountDialogProps {
  title: string;
  children: ReactNode;
}

/** The server accepts a change with the password, or from somebody without one who has just signed in. */
export function AccountDialog({ title, account, isOpen, onOpenChange, children }: ContentProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
      {account.hasPassword || account.isFresh ? children : <SignInAgain />}
    </Dialog>
  );
}
