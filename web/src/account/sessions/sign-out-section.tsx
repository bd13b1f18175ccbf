import { LogOut } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** `className`: its place in the Dashboard. */
export function SignOutSection({ className }: { className: string | undefined }) {
  return (
    <SignOutButton
      className={className}
      confirmLabel={lazyStrings.dashboard.signOut}
      onSignOut={handleSignOut}
    >
      <LogOut size={18} aria-hidden data-directed />
      {lazyStrings.dashboard.signOut}
    </SignOutButton>
  );
}

async function handleSignOut(): Promise<void> {
  try {
    await signOut();
    showSuccess(lazyStrings.dashboard.signedOut);
  } catch (error) {
    showError((error as Error).message);
  }
}
