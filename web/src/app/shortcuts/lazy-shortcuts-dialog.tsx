import { useState } from 'react';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import type { Trigger } from '../../ui/dialog/dialog-trigger.tsx';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { isHelpKey, useShortcut } from '../../ui/keyboard/use-shortcut.ts';

export function ShortcutsHotkey() {
  const [isOpen, setOpen] = useState(false);
  useShortcut(isHelpKey, () => setOpen(true));
  return <LazyShortcutsDialog isOpen={isOpen} onOpenChange={setOpen} />;
}

export function LazyShortcutsDialog(props: DialogState & { trigger?: Trigger }) {
  return (
    <LazyDialog
      load={() => import('./shortcuts-dialog.tsx').then(module => module.ShortcutsDialog)}
      dialog={{}}
      {...props}
    />
  );
}
