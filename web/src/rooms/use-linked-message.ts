import type { RoomStore } from '@snug/client';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { words } from '../strings/strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';

interface MessageAt {
  /** The message that the reader was led to last. */
  at: string | undefined;
  /** How often that happened. */
  count: number;
  /** It is not known yet whether and where the message is that the address names. */
  isSought: boolean;
}

/** Leads to the message that the address of the page names by `?at=`, as soon as the room is known. */
export function useMessageAt(room: RoomStore, isKnown: boolean): MessageAt {
  const [params] = useSearchParams();
  const [path, navigate] = useLocation();
  const wanted = params.get('at') ?? undefined;
  const [found, setFound] = useState<{ at: string | undefined; count: number }>({ at: undefined, count: 0 });

  useEffect(() => {
    if (wanted === undefined || !isKnown) return undefined;
    let isOver = false;
    const missing = () => {
      showInfo(words.rooms.messageGone);
      navigate(path, { replace: true });
    };
    room.pages.loadAround(wanted).then(
      () => !isOver && setFound(({ count }) => ({ at: wanted, count: count + 1 })),
      () => !isOver && missing(),
    );
    return () => {
      isOver = true;
    };
  }, [room, wanted, isKnown, path, navigate]);

  return { ...found, isSought: wanted !== undefined && wanted !== found.at };
}
