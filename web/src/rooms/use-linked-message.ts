import type { RoomStore } from '@snug/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { strings } from '../strings/strings.ts';
import { navigate, useSearchParam } from '../ui/browser/location.ts';
import { showInfo } from '../ui/feedback/toast.ts';

interface LinkedMessage {
  at: string | undefined;
  count: number;
  /** True until the message of the link is found or known to be missing. */
  isPending: boolean;
  /** Shows another message of the room. `from`: the message that `back` shows again. */
  jump: (to: string, from?: string) => void;
  back: (() => void) | undefined;
}

interface Jump {
  to: string;
  from: string | undefined;
}

/** Shows the message of the `?at=` parameter, or of a later jump, when the room has loaded. */
export function useLinkedMessage(room: RoomStore, isKnown: boolean): LinkedMessage {
  const at = useSearchParam('at');
  const isInConversation = useSearchParam('conversation') !== undefined;
  const [linked, setLinked] = useState(at);
  // After a conversation, the room shows the place where its reader left it.
  if (!isInConversation && at !== linked) setLinked(at);
  const [jump, setJump] = useState<Jump & { linked: string | undefined }>();
  const [found, setFound] = useState<{ at: string | undefined; count: number }>({ at: undefined, count: 0 });
  // A later link ends the jump.
  const current = jump?.linked === linked ? jump : undefined;
  const wanted = current?.to ?? linked;

  useEffect(() => {
    if (wanted === undefined || !isKnown) return undefined;
    let isCancelled = false;
    const onMissing = () => {
      showInfo(strings.rooms.messageGone);
      if (current) setJump(undefined);
      else navigate(location.pathname, { replace: true });
    };
    room.pages.loadAround(wanted).then(
      () => !isCancelled && setFound(({ count }) => ({ at: wanted, count: count + 1 })),
      () => !isCancelled && onMissing(),
    );
    return () => {
      isCancelled = true;
    };
  }, [room, wanted, current, isKnown]);

  const jumpTo = useCallback((to: string, from?: string) => setJump({ to, from, linked }), [linked]);
  const from = current?.from;
  const back = useMemo(() => (from === undefined ? undefined : () => jumpTo(from)), [from, jumpTo]);
  const isLoaded = room.view.get().log?.messages.some(({ id }) => id === wanted);
  return {
    ...found,
    isPending: wanted !== undefined && wanted !== found.at && !isLoaded,
    jump: jumpTo,
    back,
  };
}
