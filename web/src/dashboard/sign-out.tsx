import { LogOut } from 'lucide-react';
import { signOut } from '../sign-in/session.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { showError, showSuccess } from '../ui/feedback/toast.ts';
import styles from './dashboard-content.module.css';
import { LeaveButton } from './sign-out-button.tsx';

export function SignOut() {
  return (
    <LeaveButton className={styles.signOut} action={lateWords.dashboard.signOut} onLeave={leave}>
      <LogOut size={18} aria-hidden data-directed />
      {lateWords.dashboard.signOut}
    </LeaveButton>
  );
}

async function leave(): Promise<void> {
  try {
    await signOut();
    showSuccess(lateWords.dashboard.signedOut);
  } catch (error) {
    showError((error as Error).message);
  }
}
