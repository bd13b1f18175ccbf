import { plural } from './plural.ts';

export const connection = {
  newerVersion: 'A new version of Snug is available.',
  reload: 'Reload',
  reconnecting: 'Reconnecting...',
  offline: "You're offline. Showing what was here last.",
  noNetwork: "You're offline. Messages will be sent when you're back.",
  waiting: (count: number) =>
    plural(count, {
      one: `${count} message waiting to be sent`,
      other: `${count} messages waiting to be sent`,
    }),
  notSent: (count: number) =>
    plural(count, { one: `${count} message not sent`, other: `${count} messages not sent` }),
  wrongAddressTitle: 'Wrong address',
  wrongAddress: (expected: string, opened: string) => `This Snug expects ${expected}. You opened ${opened}.`,
  setAddress: 'Set SNUG_URL to the address that people open.',
  openAddress: (expected: string) => `Open ${expected}`,
  noSockets: "The proxy in front of Snug does not pass WebSockets on. Messages can't arrive.",
  passSockets: 'Let it pass the headers Upgrade and Connection for /api/live.',
  tryAgain: 'Try again',
  volatileOutbox: "Unsent messages will be lost if you close this page: this browser can't store them.",
};
