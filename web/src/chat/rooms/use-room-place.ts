import { includesPlace, type RoomPlace, type RoomStore, type RoomView } from '@snug/client';
import type { CommandError } from '@snug/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSavedScrolls } from '../../state/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { navigate, useSearchParam } from '../../ui/browser/location.ts';
import { showCommandError, showInfo } from '../../ui/feedback/toast.ts';
import { chooseStart } from '../unread/choose-start.ts';
import { useReadState } from '../unread/use-unread.ts';

interface Target {
  to: RoomPlace;
  /** The message that `back` shows again. */
  from?: string | undefined;
  /** The room opens there by itself. */
  isStart?: boolean;
}

interface Shown {
  shown: Target | undefined;
  /** Grows with each target. */
  count: number;
}

interface UseRoomPlaceOptions {
  roomId: string;
  view: Pick<RoomView, 'log' | 'isCached'>;
  room: RoomStore;
  /** At the end of its list, the reader follows new messages. */
  isScrolledUp: boolean;
  wasOffline: boolean;
}

/** Shows the message of the `?at=` parameter, or the first of many unread messages, or the place of a later jump. */
export function useRoomPlace({ roomId, room, view, isScrolledUp, wasOffline }: UseRoomPlaceOptions) {
  const { log, isCached } = view;
  const at = useSearchParam('at');
  const isInConversation = useSearchParam('conversation') !== undefined;
  const [linked, setLinked] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const [{ shown, count }, setShown] = useState<Shown>({ shown: undefined, count: 0 });
  // After a conversation, the room shows the place where its reader left it.
  if (!isInConversation && at !== linked) {
    setLinked(at);
    if (at !== undefined) setTarget({ to: at });
  }
  const start = useStart(roomId, view, isInConversation);
  if (start !== undefined && at === undefined && !target && !isScrolledUp)
    setTarget({ to: start, isStart: true });

  const isPending = target !== undefined && shown !== target;
  if (isPending && log && includesPlace(log, target.to)) setShown(showNext(target));
  // The list has been painted elsewhere, and must not jump.
  else if (isPending && target.isStart && wasOffline) setTarget(undefined);

  const canLoad = isPending && log !== undefined && !isCached;
  useEffect(() => {
    if (!canLoad || !target) return undefined;
    let isCancelled = false;
    const onFailure = (error: CommandError) => {
      setTarget(undefined);
      if (target.isStart) return;
      if (typeof target.to === 'string' && !error.isRetryable) showInfo(strings.rooms.messageGone);
      else showCommandError(error);
      if (target.to === linked) navigate(location.pathname, { replace: true });
    };
    room.pages.loadAround(target.to).then(
      () => !isCancelled && setShown(showNext(target)),
      (error: CommandError) => !isCancelled && onFailure(error),
    );
    return () => {
      isCancelled = true;
    };
  }, [room, target, linked, canLoad]);

  const jump = useCallback((to: RoomPlace, from?: string) => setTarget({ to, from }), []);
  const from = target?.from;
  const back = useMemo(() => (from === undefined ? undefined : () => jump(from)), [from, jump]);
  const isStart = shown?.isStart === true;
  // The list itself returns to the row where the reader left it.
  const place = isStart && typeof shown?.to === 'string' ? undefined : shown?.to;
  return { place, isStart: isStart && place !== undefined, count, isPending, jump, back };
}

function showNext(target: Target): (last: Shown) => Shown {
  return ({ count }) => ({ shown: target, count: count + 1 });
}

/** Where the room opens: when its log is known, and again when a copy of it has its changes. Undefined otherwise. */
function useStart(
  roomId: string,
  { log, isCached = false }: Pick<RoomView, 'log' | 'isCached'>,
  isElsewhere: boolean,
): RoomPlace | undefined {
  const savedScrolls = useSavedScrolls();
  const read = useReadState(roomId);
  const [known, setKnown] = useState<'copy' | 'all'>();
  const now = isCached ? 'copy' : 'all';
  if (!log || isElsewhere || known === 'all' || now === known) return undefined;
  setKnown(now);
  const saved = savedScrolls.get(roomId);
  const start = chooseStart(read, saved);
  if (start === 'end') savedScrolls.delete(roomId);
  if (start !== undefined) return start === 'end' ? undefined : start;
  // The messages around it were forgotten.
  return saved && !includesPlace(log, saved.messageId) ? saved.messageId : undefined;
}
