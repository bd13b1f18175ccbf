import { stopChildren } from './run.mjs';

// The server replaces these handlers by its own.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopChildren();
    process.exit(0);
  });
}
