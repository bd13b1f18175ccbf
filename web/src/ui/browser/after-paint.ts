import { nextTask } from './next-task.ts';

/** Calls `run` in a new task after the next frame is painted. In a hidden tab, that is when the tab shows again. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => void nextTask().then(run));
}
