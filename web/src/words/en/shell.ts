import { plural } from './plural.ts';

/** What is around the rooms: loading, the connection, what every window has. */
export const shell = {
  loading: 'Loading',
  loadingPage: 'Loading...',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  unreachable: 'Snug cannot be reached',
  unreachableWhy: 'The server does not answer. It may be starting, or you may be offline.',
  didNotWork: 'That did not work',
  unreachableNow: 'Snug cannot be reached right now, try again',
  partMissing: 'This part of Snug could not be loaded, try again or load the page anew',
  newerVersion: 'There is a newer version of Snug.',
  reload: 'Reload',
  dashboard: 'Dashboard',
  shortcuts: 'Keyboard shortcuts',
  selectChat: 'Please select chat',
  reconnecting: 'Reconnecting...',
  offline: 'You are offline: this is what was here last',
  waiting: (count: number) =>
    plural(count, {
      one: `${count} message waiting to be sent`,
      other: `${count} messages waiting to be sent`,
    }),
  notSent: (count: number) =>
    plural(count, { one: `${count} message not sent`, other: `${count} messages not sent` }),
  unkept: 'This browser cannot keep what waits to be sent: it is lost when you close the page',
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied',
};
