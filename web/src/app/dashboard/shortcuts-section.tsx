import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { LazyShortcutsDialog } from '../shortcuts/lazy-shortcuts-dialog.tsx';
import styles from './dashboard-dialog.module.css';

/** For people who do not know the question mark shortcut. */
export function ShortcutsSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyShortcutsDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.shortcuts}>
          <Keyboard size={18} aria-hidden />
          {lazyStrings.shortcuts.title}
        </Button>
      }
    />
  );
}
