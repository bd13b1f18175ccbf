import { useEffect, useState } from 'react';
import { type LinePlace, placeLine } from './place-line.ts';
import { useReadState } from './use-unread.ts';

export interface NewLineState {
  line: LinePlace | undefined;
  /** The person needs no more notice of the messages after the line. */
  finish: () => void;
}

/** Call it once while the room is open. `isSynced`: the server has sent the changes since the room was open last. */
export function useNewLine(roomId: string, isSynced: boolean): NewLineState {
  const state = useReadState(roomId);
  const [line, setLine] = useState<LinePlace>();
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const onChange = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  const next = state ? placeLine(line, state, { isHidden, isSynced }) : line;
  if (next !== line) setLine(next);
  const [finish] = useState(() => () => setLine(last => last && { ...last, isDone: true }));
  return { line: next, finish };
}
