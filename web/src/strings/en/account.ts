import type { WayChange } from '@snug/protocol';

const changes: Record<WayChange, (at: string) => string> = {
  account_linked: (at: string) => `Another way to sign in was connected to your account on ${at}.`,
  account_unlinked: (at: string) => `A way to sign in was disconnected from your account on ${at}.`,
  password_added: (at: string) => `Your account got a password on ${at}.`,
  password_changed: (at: string) => `Your password was changed on ${at}.`,
  passkey_added: (at: string) => `A passkey was added to your account on ${at}.`,
  passkey_removed: (at: string) => `A passkey was removed from your account on ${at}.`,
  token_created: (at: string) => `An access token was created with your account on ${at}.`,
  token_revoked: (at: string) => `An access token of yours was revoked on ${at}.`,
  webhook_created: (at: string) => `An outgoing webhook was created with your account on ${at}.`,
  webhook_deleted: (at: string) => `An outgoing webhook of yours was deleted on ${at}.`,
};

export const account = {
  heading: 'Signing in',
  none: 'None',
  signInAgain:
    'Sign in again first, so that nobody else can do this in a window that you left open. Then open the Dashboard again.',

  noticesTitle: 'Please read this about your account',
  recoveryLink: (at: string) =>
    `An admin created a recovery link for your account on ${at}. Anyone who has it can set a new password for 15 minutes.`,
  recoveryLinkOver: (at: string) =>
    `An admin created a recovery link for your account on ${at}. It wasn't used.`,
  recoveryLinkUsed: (at: string, usedAt: string) =>
    `An admin created a recovery link for your account on ${at}. It was used on ${usedAt} to set a new password.`,
  changes,
  otherNotice: (at: string) => `Your account was changed on ${at}.`,
  noticesAdvice:
    "If you didn't expect that, change your password. You can then end everything else that opens your account. The people who look after this server can help.",
  acknowledge: "I've read this",
};
