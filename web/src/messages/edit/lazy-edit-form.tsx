import type { ReactNode } from 'react';
import { useStore } from '../../chat/use-store.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { editSession, endEdit } from './edit-session.ts';

/** `fallback` shows until the form has loaded. */
export function LazyEditForm({ isInComposer, fallback }: { isInComposer: boolean; fallback: ReactNode }) {
  const session = useStore(editSession);
  const [EditForm] = useDialog(
    () => import('./edit-form.tsx').then(module => module.EditForm),
    session !== undefined,
    endEdit,
  );
  if (!EditForm || !session) return fallback;
  return <EditForm key={session.id} session={session} isInComposer={isInComposer} />;
}
