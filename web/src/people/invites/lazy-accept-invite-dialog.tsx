import { useEffect, useState } from 'react';
import { navigate, useSearchParam } from '../../ui/browser/location.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** Asks whether to join, if an invitation link was opened. */
export function LazyAcceptInviteDialog() {
  const invite = useSearchParam('invite');
  const [code, setCode] = useState(invite);
  const [isOpen, setOpen] = useState(invite !== undefined);
  if (invite !== undefined && !(isOpen && invite === code)) {
    setCode(invite);
    setOpen(true);
  }
  useEffect(() => {
    // The address could be shared by mistake.
    if (invite !== undefined) navigate(removeInvite(), { replace: true });
  }, [invite]);
  if (code === undefined) return null;
  return (
    <LazyDialog
      key={code}
      load={() => import('./accept-invite-dialog.tsx').then(module => module.AcceptInviteDialog)}
      dialog={{ code }}
      isOpen={isOpen}
      onOpenChange={setOpen}
    />
  );
}

function removeInvite(): string {
  const url = new URL(location.href);
  url.searchParams.delete('invite');
  return url.pathname + url.search;
}
