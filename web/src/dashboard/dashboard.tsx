import { useState } from 'react';
import { useMe } from '../chat/chat-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { AvatarSection } from './avatar-section.tsx';
import styles from './dashboard.module.css';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Nickname } from './nickname.tsx';
import { Sessions } from './sessions.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SignOut } from './sign-out.tsx';
import { SoundSwitch } from './sound-switch.tsx';
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
            <p className={styles.greeting}>
              Hey, <Name of={me.name} />
            </p>
          </div>
          <AvatarSection />
          <Nickname />
          <LinkedAccounts />
          <ThemeSwitch />
          <SoundSwitch />
          <Sessions />
          <ShortcutsSection />
          <SignOut />
        </div>
      </Dialog>
    </div>
  );
}
