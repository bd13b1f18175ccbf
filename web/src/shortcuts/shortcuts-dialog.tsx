import { useState } from 'react';
import { strings } from '../strings/strings.ts';
import type { Trigger } from '../ui/dialog/dialog.tsx';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { isHelpKey, useShortcut } from './use-shortcut.ts';

export function ShortcutsHotkey() {
  const [isOpen, setOpen] = useState(false);
  useShortcut(isHelpKey, () => setOpen(true));
  return <ShortcutsDialog isOpen={isOpen} onOpenChange={setOpen} />;
}

interface ShortcutsDialogProps {
  trigger?: Trigger;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <LazyDialog
      title={strings.shell.shortcuts}
      load={async () => (await import('./shortcuts-list.tsx')).ShortcutsList}
      {...props}
    />
  );
}
