import { useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showInfo } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { useIsBlocked } from './use-is-blocked.ts';

/** Nothing for the reader's own profile. */
export function BlockButton({ uid }: { uid: string }) {
  const { blocks } = useChat();
  const isMe = useMe().uid === uid;
  const isBlocked = useIsBlocked(uid);
  const [isBusy, setBusy] = useState(false);
  if (isMe) return null;

  async function toggle(): Promise<void> {
    setBusy(true);
    try {
      await blocks.setBlocked(uid, !isBlocked);
      showInfo(isBlocked ? lazyStrings.profiles.unblocked : lazyStrings.profiles.blocked);
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void toggle()}>
      {isBlocked ? lazyStrings.profiles.unblock : lazyStrings.profiles.block}
    </Button>
  );
}
