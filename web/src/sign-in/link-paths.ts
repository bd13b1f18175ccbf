export const RECOVERY_PATH = '/recover';
export const CONFIRMATION_PATH = '/confirm-email';

/** The pages of links in mails and of admins show with and without a session. */
export function isLinkPath(path: string): boolean {
  return path === RECOVERY_PATH || path === CONFIRMATION_PATH;
}
