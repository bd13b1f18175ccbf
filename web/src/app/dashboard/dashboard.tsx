import { useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import styles from './dashboard.module.css';

export function Dashboard() {
  const [isOpen, setOpen] = useState(false);
  const name = strings.shell.dashboard;
  return (
    <div className={styles.place}>
      <Avatar person={useMe()} size={36} />
      <LazyDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<button type="button" className={styles.trigger} aria-label={name} title={name} />}
        load={() => import('./dashboard-dialog.tsx').then(module => module.DashboardDialog)}
        dialog={{}}
      />
    </div>
  );
}
