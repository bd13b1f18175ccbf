export const recovery = {
  title: 'Set a new password',
  for: (name: string) => `For the account of ${name}. This signs you out on all devices.`,
  needsEmail: 'You sign in with it from now on.',
  set: 'Set password',
  over: 'This link no longer works',
  overDescription: 'A recovery link works once and for a short time. Ask for a new one.',
  done: 'Your new password is set',
  doneDescription: 'Sign in with it on each of your devices.',
  toSignIn: 'Sign in',
};
