/** Before the server runs, there is nothing to end. */
let stop: () => void = () => process.exit(0);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The script that built the server has its own.
  process.removeAllListeners(signal);
  process.on(signal, () => stop());
}

/** Replaces what a signal does. */
export function onStopSignal(run: () => void): void {
  stop = run;
}
