import type { OutboxItem } from '@snug/client';
import { type ComponentProps, useState } from 'react';
import { useChat, useDrafts } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';

/** A person's unsent work in this browser. */
interface UnsentWork {
  items: readonly OutboxItem[];
  drafts: number;
}

interface SignOutButtonProps
  extends Pick<ComponentProps<typeof Button>, 'children' | 'className' | 'variant'> {
  /** The label of the button in the confirm dialog. */
  confirmLabel: string;
  /** Must not reject. */
  onSignOut: () => Promise<void>;
}

export function SignOutButton({ confirmLabel, onSignOut, ...props }: SignOutButtonProps) {
  const { outbox } = useChat();
  const allDrafts = useDrafts();
  const [isBusy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState<UnsentWork>();

  async function signOut(): Promise<void> {
    setBusy(true);
    await onSignOut();
    setBusy(false);
    setUnsent(undefined);
  }

  function press(): void {
    const items = [...outbox.items.get(), ...outbox.held.get()].filter(({ status }) => status !== 'stored');
    const drafts = allDrafts.count();
    if (items.length > 0 || drafts > 0) setUnsent({ items, drafts });
    else void signOut();
  }

  return (
    <>
      <Button {...props} isBusy={isBusy} onClick={press} />
      <ConfirmDialog
        {...getConfirmTexts(unsent ?? { items: [], drafts: 0 })}
        isOpen={unsent !== undefined}
        confirmLabel={confirmLabel}
        variant="main"
        isBusy={isBusy}
        onConfirm={() => void signOut()}
        onClose={() => setUnsent(undefined)}
      />
    </>
  );
}

function getConfirmTexts({ items, drafts }: UnsentWork): { title: string; description: string } {
  const {
    unsentMessages,
    unsentDrafts,
    unsentMessagesAndDrafts,
    willBeLost,
    messagesWillWait,
    draftsWillWait,
    bothWillWait,
  } = lazyStrings.dashboard;
  const isLost = items.some(({ isVolatile }) => isVolatile);
  if (drafts === 0) {
    return {
      title: unsentMessages(items.length),
      description: isLost ? willBeLost : messagesWillWait(items.length),
    };
  }
  if (items.length === 0) return { title: unsentDrafts(drafts), description: draftsWillWait(drafts) };
  return {
    title: unsentMessagesAndDrafts(items.length, drafts),
    description: isLost ? willBeLost : bothWillWait,
  };
}
