import { useEffect, useState } from 'react';

/** Whether a window is open, but for its first drawing: one that mounts open stands at the end of its motion at once. */
export function useOpenTransition(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second drawing is what it is for
  useEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
