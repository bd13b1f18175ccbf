import { useEffect, useState } from 'react';
import { navigate } from '../ui/browser/location.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';

/** Asks whether to join, if the page was opened by an invitation link. */
export function LazyJoinDialog() {
  const [code] = useState(() => new URLSearchParams(location.search).get('invite'));
  const [isOpen, setOpen] = useState(code !== null);
  useEffect(() => {
    // The address could be shared by mistake.
    if (code !== null) navigate(location.pathname, { replace: true });
  }, [code]);
  if (code === null) return null;
  return (
    <LazyDialog
      load={() => import('./join-dialog.tsx').then(module => module.JoinDialog)}
      dialog={{ code }}
      isOpen={isOpen}
      onOpenChange={setOpen}
    />
  );
}
