export const RECOVERY_PATH = '/recover';
export const CLAIM_PATH = '/claim';
export const CONFIRMATION_PATH = '/confirm-email';
/** The second step of a sign-in, which somebody with a session takes, too, to confirm a change. */
export const CODE_PATH = '/verify';

/** The pages of links in mails and of admins, and of codes, show with and without a session. */
export function isLinkPath(path: string): boolean {
  return [RECOVERY_PATH, CLAIM_PATH, CONFIRMATION_PATH, CODE_PATH].includes(path);
}
