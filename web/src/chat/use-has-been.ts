import { useState } from 'react';

/** Whether something was so at any time since the caller is on screen. */
export function useHasBeen(isTrue: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isTrue);
  if (isTrue && !hasBeen) setHasBeen(true);
  return hasBeen;
}
