/** Below `server/src`: what decides whom a message calls, and what sends. */
export const PUSH_PATHS = [
  'notifications/notifier',
  'notifications/sending',
  'notifications/devices/push-outcomes.ts',
  'programs/outbound',
];
