export const password = {
  show: 'Show password',
  hide: 'Hide password',
  required: 'Enter a password',
  tooShort: (least: number) => `Use at least ${least} characters`,
  tooLong: (most: number) => `Use at most ${most} characters`,
  wrong: "That password isn't right",

  label: 'Password',
  change: 'Change password',
  set: 'Set a password',
  current: 'Current password',
  new: 'New password',
  endsSessions: 'You stay signed in here. All your other devices are signed out.',
  changed: 'Password changed',
  isSet: 'Password set',
  needsEmail: 'Add an email first. You sign in with it and your password.',
};
