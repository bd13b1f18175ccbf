import { useState } from 'react';
import { useMe } from '../chat/chat-context.ts';
import { words } from '../strings/strings.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { LateDialog } from '../ui/dialog/lazy-dialog.tsx';
import styles from './dashboard.module.css';

export function Dashboard() {
  const [isOpen, setOpen] = useState(false);
  const name = words.shell.dashboard;
  return (
    <div className={styles.place}>
      <Avatar person={useMe()} size={36} />
      <LateDialog
        title={name}
        shape="drawer"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<button type="button" className={styles.trigger} aria-label={name} title={name} />}
        load={async () => (await import('./dashboard-content.tsx')).DashboardContent}
      />
    </div>
  );
}
