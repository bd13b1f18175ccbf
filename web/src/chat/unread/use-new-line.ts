import { useEffect, useState } from 'react';
import { isFocused, onAttention } from './attention.ts';
import { type LinePlace, placeLine } from './place-line.ts';
import { useReadState } from './use-unread.ts';

export interface NewLineState {
  line: LinePlace | undefined;
  /** The person needs no more notice of the messages after the line. */
  finish: () => void;
}

/**
 * Call it once while the room is open. `isSynced`: the server has sent the changes since the room was open last. `isCovered`:
 * something else is in the place of its messages.
 */
export function useNewLine(roomId: string, isSynced: boolean, isCovered: boolean): NewLineState {
  const state = useReadState(roomId);
  const [line, setLine] = useState<LinePlace>();
  const [hasFocus, setFocus] = useState(isFocused);
  useEffect(() => onAttention(() => setFocus(isFocused())), []);
  const isAway = !hasFocus || isCovered;
  const next = state ? placeLine(line, state, { isAway, isSynced }) : line;
  if (next !== line) setLine(next);
  const [finish] = useState(() => () => setLine(last => last && { ...last, isDone: true }));
  return { line: next, finish };
}
