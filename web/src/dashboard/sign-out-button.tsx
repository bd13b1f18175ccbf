import type { OutboxItem } from '@snug/client';
import { type ComponentProps, useState } from 'react';
import { useChat, useDrafts } from '../chat/chat-context.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { Question } from '../ui/dialog/lazy-confirm-dialog.tsx';
import { Button } from '../ui/form/button.tsx';

/** What this browser has of a person that is not sent. */
interface Left {
  items: readonly OutboxItem[];
  drafts: number;
}

interface LeaveButtonProps extends Pick<ComponentProps<typeof Button>, 'children' | 'className' | 'look'> {
  /** What the button of the question says. */
  action: string;
  /** Signs out. Must not reject. */
  onLeave: () => Promise<void>;
}

/** Signs out; if something is not sent yet, only after it has said what becomes of that. */
export function LeaveButton({ action, onLeave, ...props }: LeaveButtonProps) {
  const { outbox } = useChat();
  const allDrafts = useDrafts();
  const [isBusy, setBusy] = useState(false);
  /** Undefined while nothing is asked. */
  const [left, ask] = useState<Left>();

  async function leave(): Promise<void> {
    setBusy(true);
    await onLeave();
    setBusy(false);
    ask(undefined);
  }

  function press(): void {
    const items = outbox.items.get().filter(({ status }) => status !== 'stored');
    const drafts = allDrafts.count();
    if (items.length > 0 || drafts > 0) ask({ items, drafts });
    else void leave();
  }

  return (
    <>
      <Button {...props} isBusy={isBusy} onClick={press} />
      <Question
        {...questionAbout(left ?? { items: [], drafts: 0 })}
        isOpen={left !== undefined}
        action={action}
        look="main"
        isBusy={isBusy}
        onAction={() => void leave()}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

function questionAbout({ items, drafts }: Left): { title: string; words: string } {
  const { leftBehind, draftsLeft, bothLeft, willBeLost, willWait, draftsWill, bothWill } =
    lateWords.dashboard;
  const isLost = items.some(({ isUnkept }) => isUnkept);
  if (drafts === 0) {
    return { title: leftBehind(items.length), words: isLost ? willBeLost : willWait(items.length) };
  }
  if (items.length === 0) return { title: draftsLeft(drafts), words: draftsWill(drafts) };
  return { title: bothLeft(items.length, drafts), words: isLost ? willBeLost : bothWill };
}
