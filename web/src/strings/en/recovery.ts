export const recovery = {
  title: 'Set a new password',
  for: (name: string) =>
    `For the account of ${name}. This signs you out on all devices, and removes your linked accounts, passkeys, access tokens and outgoing webhooks.`,
  needsEmail: 'You sign in with it from now on.',
  set: 'Set password',
  over: 'This link no longer works',
  overDescription: 'A recovery link works once and for a short time. Ask for a new one.',
  done: 'Your new password is set',
  doneDescription: 'Sign in with it on each of your devices.',
  toSignIn: 'Sign in',

  forgotten: 'Forgot password?',
  forgottenTitle: 'Forgot your password?',
  forgottenDescription: 'Get a link for a new one by email.',
  send: 'Send link',
  sentTitle: 'Check your email',
  sentDescription: (email: string) =>
    `If ${email} is the confirmed email of an account, a link is on its way. It works for one hour.`,
  back: 'Back to sign in',

  confirmTitle: 'Confirm your email',
  confirmDescription: 'You then recover your account with it if you forget your password.',
  confirm: 'Confirm email',
  confirmOver: 'Links to confirm an email work once and for one hour. Ask for a new one in the Dashboard.',
  confirmed: 'Your email is confirmed',
  confirmedDescription: (email: string) => `You sign in with ${email}.`,
  toSnug: 'Continue to Snug',
};
