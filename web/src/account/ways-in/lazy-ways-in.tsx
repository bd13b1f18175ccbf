import { useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { areWaysInDue, endWaysInRequest } from './due-ways-in.ts';

/** At the first sign-in after one from everywhere was ended. */
export function LazyWaysIn() {
  const { uid } = useMe();
  const [isOpen, setOpen] = useState(() => areWaysInDue(uid));

  function change(isOpen: boolean): void {
    setOpen(isOpen);
    if (!isOpen) endWaysInRequest();
  }

  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={change}
      load={async () => (await import('./ways-in-dialog.tsx')).WaysInDialog}
      dialog={{}}
    />
  );
}
