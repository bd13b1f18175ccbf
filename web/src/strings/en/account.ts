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
  otherNotice: (at: string) => `An admin changed your account on ${at}.`,
  noticesAdvice:
    "If that wasn't for you, change your password and ask the people who look after this server.",
  acknowledge: "I've read this",
};
