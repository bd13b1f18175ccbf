/** The page of a recovery link, also for a browser with a session. */
export const RECOVERY_PATH = '/recover';
