import { plural } from './plural.ts';

export const dashboard = {
  hey: (name: string) => `Hey, ${name}`,

  selectAvatar: 'Select new avatar',
  wrongType: (type: string) => `Wrong file type ${type}`,
  unknownType: 'unknown',
  avatarFailed: 'File process error',

  nickname: {
    label: 'Nickname',
    placeholder: 'Write your name',
    edit: 'Edit nickname',
    save: 'Save nickname',
    cancel: 'Cancel editing nickname',
    empty: 'Input is empty',
  },
  nicknameUpdated: 'Nickname has been updated',

  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  sound: 'Play a sound when messages arrive',

  sessions: 'Where you are signed in',
  thisOne: 'This one',
  signedIn: (ago: string) => `Signed in ${ago}`,
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'Signed out everywhere',

  signOut: 'Sign out',
  signedOut: 'Signed Out',
  leftBehind: (count: number) =>
    plural(count, { one: `${count} message is not sent yet`, other: `${count} messages are not sent yet` }),
  willBeLost: 'This browser cannot keep what is not sent: it will be lost.',
  willWait: (count: number) =>
    plural(count, {
      one: 'It stays in this browser and waits until you sign in here again.',
      other: 'They stay in this browser and wait until you sign in here again.',
    }),
};
