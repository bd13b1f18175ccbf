import { Search } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../../strings/strings.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { useOpenedByUrl } from '../../../ui/dialog/use-opened-by-url.ts';
import { Button } from '../../../ui/form/button.tsx';
import { isJoinKey, useShortcut } from '../../../ui/keyboard/use-shortcut.ts';
import styles from './join-button.module.css';

export function JoinButton() {
  const [isOpen, setOpen] = useState(useOpenedByUrl('find'));

  useShortcut(isJoinKey, () => setOpen(true));

  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.trigger} aria-keyshortcuts="Control+K Meta+K">
          <Search size={18} aria-hidden />
          {strings.rooms.join}
        </Button>
      }
      load={() => import('./join-dialog.tsx').then(module => module.JoinDialog)}
      dialog={{}}
    />
  );
}
