import { useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import styles from './dashboard.module.css';

const LazyOwnMenuButton = createIdleComponent(() => import('./own-menu-button.tsx'), 'OwnMenuButton');

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
      <LazyOwnMenuButton />
    </div>
  );
}
