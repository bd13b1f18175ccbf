import type { RoomStore } from '@snug/client';
import { useEffect, useState } from 'react';
import { strings } from '../strings/strings.ts';
import { navigate, useSearchParam } from '../ui/browser/location.ts';
import { showInfo } from '../ui/feedback/toast.ts';

interface LinkedMessage {
  at: string | undefined;
  count: number;
  /** True until the message of the link is found or known to be missing. */
  isPending: boolean;
}

/** Shows the message of the `?at=` parameter when the room has loaded. */
export function useLinkedMessage(room: RoomStore, isKnown: boolean): LinkedMessage {
  const wanted = useSearchParam('at');
  const [found, setFound] = useState<{ at: string | undefined; count: number }>({ at: undefined, count: 0 });

  useEffect(() => {
    if (wanted === undefined || !isKnown) return undefined;
    let isCancelled = false;
    const onMissing = () => {
      showInfo(strings.rooms.messageGone);
      navigate(location.pathname, { replace: true });
    };
    room.pages.loadAround(wanted).then(
      () => !isCancelled && setFound(({ count }) => ({ at: wanted, count: count + 1 })),
      () => !isCancelled && onMissing(),
    );
    return () => {
      isCancelled = true;
    };
  }, [room, wanted, isKnown]);

  return { ...found, isPending: wanted !== undefined && wanted !== found.at };
}
