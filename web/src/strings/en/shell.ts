import { plural } from './plural.ts';

export const shell = {
  loading: 'Loading',
  loadingPage: 'Loading...',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  unreachable: "Can't reach Snug",
  unreachableDescription: "The server isn't responding. It may be starting up, or you may be offline.",
  genericError: 'Something went wrong',
  unreachableNow: "Can't reach Snug right now. Try again.",
  loadFailed: "This part couldn't be loaded. Try again or reload the page.",
  newerVersion: 'A new version of Snug is available.',
  reload: 'Reload',
  dashboard: 'Dashboard',
  shortcuts: 'Keyboard shortcuts',
  skip: 'Skip to conversation',
  pageNotFound: 'Page not found',
  pageNotFoundDescription: "There's nothing at this address. The link may be old or incomplete.",
  toRooms: 'Go to your rooms',
  selectChat: 'Please select chat',
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
  volatileOutbox: "Unsent messages will be lost if you close this page: this browser can't store them.",
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link. Try again.",
};
