import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const LOW_PRIORITY = 10;

/** Of this thread, on Linux. Others have no priorities of threads. */
export function lowerPriority(): void {
  try {
    setPriority(Number(readThreadId()), LOW_PRIORITY);
  } catch {
    // It only takes turns with the others.
  }
}

/**
 * Like `lowerPriority`, and every other thread takes the processor from this one at once: Linux's class for idle time (sched(7)). A thread
 * of another class keeps it for a millisecond or more. Cannot be undone. Without `chrt` of util-linux, only the priority is lower.
 */
export function useIdleTime(): void {
  lowerPriority();
  try {
    const chrt = spawn('chrt', ['-i', '-p', '0', readThreadId()], { stdio: 'ignore' });
    chrt.on('error', () => {
      // It is not installed.
    });
    chrt.unref();
  } catch {
    // Another system.
  }
}

function readThreadId(): string {
  return basename(readlinkSync('/proc/thread-self'));
}
