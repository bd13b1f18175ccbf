import { useState } from 'react';

/** Whether `isTrue` was true in any render since the component mounted. */
export function useHasBeen(isTrue: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isTrue);
  if (isTrue && !hasBeen) setHasBeen(true);
  return hasBeen;
}
