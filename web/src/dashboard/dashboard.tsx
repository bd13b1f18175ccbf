import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../chat/chat-context.ts';
import { signOut } from '../sign-in/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { AvatarSection } from './avatar-section.tsx';
import styles from './dashboard.module.css';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Nickname } from './nickname.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Dashboard() {
  const [isOpen, setOpen] = useState(false);
  const me = useMe();
  return (
    <div className={styles.place}>
      <Avatar person={me} size={36} />
      <Dialog
        title="Dashboard"
        shape="drawer"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<button type="button" className={styles.trigger} aria-label="Dashboard" title="Dashboard" />}
      >
        <div className={styles.content}>
          <div className={styles.me}>
            <Avatar person={me} size={64} />
            <p className={styles.greeting}>Hey, {me.name}</p>
          </div>
          <AvatarSection />
          <Nickname />
          <LinkedAccounts />
          <ThemeSwitch />
          <SignOut />
        </div>
      </Dialog>
    </div>
  );
}

function SignOut() {
  const [isBusy, setBusy] = useState(false);

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await signOut();
      showSuccess('Signed Out');
    } catch (error) {
      showError((error as Error).message);
      setBusy(false);
    }
  }

  return (
    <Button className={styles.signOut} isBusy={isBusy} onClick={() => void leave()}>
      <LogOut size={18} aria-hidden />
      Sign out
    </Button>
  );
}
