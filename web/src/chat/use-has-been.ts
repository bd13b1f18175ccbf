import { useState } from 'react';

/** Whether something was so at any time since the caller is on screen. */
export function useWas(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was;
}
