import { startTransition, useEffect, useState } from 'react';
import { nextTask } from './next-task.ts';

/** Calls `run` in a new task after the next frame is painted. In a hidden tab, that is when the tab shows again. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => void nextTask().then(run));
}

/** True after the component's first paint, in a render that gives way to others. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
