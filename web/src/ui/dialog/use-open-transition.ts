import { useEffect, useState } from 'react';

/** False in the first render: a dialog that mounts open would skip its opening animation. */
export function useOpenTransition(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is its purpose
  useEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
