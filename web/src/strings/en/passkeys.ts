import { plural } from './plural.ts';

export const passkeys = {
  label: 'Passkeys',
  count: (count: number) => plural(count, { one: '1 passkey', other: `${count} passkeys` }),
  manage: 'Manage passkeys',
  add: 'Add passkey',
  explanation:
    'A passkey signs you in with your fingerprint, face or screen lock, without a password or a code. It works only here, so nobody can trick you out of it.',
  continue: 'Continue',
  code: 'Code from your authenticator app',
  prompt: 'Your browser asks you to confirm the new passkey.',
  tryAgain: 'Try again',
  added: 'Passkey added',
  most: (max: number) => `You have ${max} passkeys, which is the most. Remove one to add another.`,
  notHere: "This browser can't use passkeys here. Open Snug in another one to add a passkey.",
  addedOn: (date: string) => `Added ${date}`,
  lastUsed: (ago: string) => `Last used ${ago}`,
  neverUsed: 'Never used',
  back: 'Back',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renaming: 'A name helps you to tell your passkeys apart. Nobody else sees it.',
  name: 'Name',
  nameRequired: 'Please enter a name',
  save: 'Save',
  renamed: 'Passkey renamed',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removal: (name: string) =>
    `${name} will no longer sign you in here. Delete it from your device or password manager, too.`,
  removed: 'Passkey removed',

  signIn: 'Sign in with a passkey',
  cancelled: 'Nothing happened, because the prompt was closed. Try again when you like.',
  alreadyHere: 'This device already has a passkey for Snug',
  wrongAddress: "Passkeys don't work at this address of Snug. Sign in another way.",
  unsuitable: "This device can't keep such a passkey. Try another one, such as your phone.",
};
