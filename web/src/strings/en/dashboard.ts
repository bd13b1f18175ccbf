import { plural } from './plural.ts';

export const dashboard = {
  greeting: (name: string) => `Hey, ${name}`,

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

  sessions: 'Signed-in devices',
  thisDevice: 'This device',
  signedIn: (ago: string) => `Signed in ${ago}`,
  endSession: (device: string) => `Sign out of ${device}`,
  sessionEnded: (device: string) => `Signed out of ${device}`,
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'Signed out everywhere',

  signOut: 'Sign out',
  signedOut: 'Signed Out',
  unsentMessages: (count: number) =>
    plural(count, {
      one: `${count} message hasn't been sent yet`,
      other: `${count} messages haven't been sent yet`,
    }),
  willBeLost: "Unsent messages will be lost: this browser can't store them.",
  messagesWillWait: (count: number) =>
    plural(count, {
      one: 'It will be kept in this browser and sent when you sign in again.',
      other: 'They will be kept in this browser and sent when you sign in again.',
    }),
  unsentDrafts: (count: number) =>
    plural(count, {
      one: `${count} draft hasn't been sent yet`,
      other: `${count} drafts haven't been sent yet`,
    }),
  draftsWillWait: (count: number) =>
    plural(count, {
      one: 'It will be kept in this browser, hidden from others, until you sign in again.',
      other: 'They will be kept in this browser, hidden from others, until you sign in again.',
    }),
  unsentMessagesAndDrafts: (messages: number, drafts: number) =>
    `${plural(messages, { one: `${messages} message`, other: `${messages} messages` })} and ${plural(drafts, {
      one: `${drafts} draft`,
      other: `${drafts} drafts`,
    })} haven't been sent yet`,
  bothWillWait:
    'They will be kept in this browser, hidden from others. When you sign in again, messages are sent and drafts are back.',
};
