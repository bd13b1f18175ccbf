import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { findIndexForKey } from '../../../ui/keyboard/index-for-key.ts';

interface RovingRowOptions {
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  startId: string | undefined;
  pageSize: number;
  onFocusInside: (isInside: boolean) => void;
}

/** `list` contains the rows, and possibly other controls, which have their own tab stops. */
export function useRovingRow({ list, ids, startId, pageSize, onFocusInside }: RovingRowOptions) {
  const [current, setCurrent] = useState<{ id: string; isWanted: boolean }>();
  const known = [current?.id, startId, ids[0]].find(id => id !== undefined && ids.includes(id));
  const index = known === undefined ? -1 : ids.indexOf(known);

  useLayoutEffect(() => {
    if (!current?.isWanted) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-room="${current.id}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [list, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!isInRow(event.target)) return;
    const place = findIndexForKey(event.key, index, { count: ids.length, pageSize });
    const id = place === undefined ? undefined : ids[place];
    if (id === undefined) return;
    event.preventDefault();
    setCurrent({ id, isWanted: true });
  };

  const onFocus = ({ target }: FocusEvent) => {
    // A click moves on to the room: only keyboard focus counts.
    onFocusInside(target.matches(':focus-visible'));
    const id = isInRow(target) ? target.dataset['room'] : undefined;
    if (id !== undefined && id !== current?.id) setCurrent({ id, isWanted: false });
  };

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    onFocusInside(false);
    // When the focus returns, it begins at the open room.
    setCurrent(undefined);
  };

  return { index, props: { onKeyDown, onFocus, onBlur } };
}

function isInRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset['room'] !== undefined;
}
