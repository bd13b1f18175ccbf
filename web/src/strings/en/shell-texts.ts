import { plural } from './plural.ts';

export const shellTexts = {
  connection: {
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
    wrongAddress: (expected: string, opened: string) =>
      `This Snug expects ${expected}. You opened ${opened}.`,
    setAddress: 'Set SNUG_URL to the address that people open.',
    openAddress: (expected: string) => `Open ${expected}`,
    noSockets: "The proxy in front of Snug does not pass WebSockets on. Messages can't arrive.",
    passSockets: 'Let it pass the headers Upgrade and Connection for /api/live.',
    tryAgain: 'Try again',
    volatileWork:
      "Unsent messages and changes will be lost if you close this page: this browser can't store them.",
  },

  /** Controls of dialogs and lists that load on first use. */
  controls: {
    close: 'Close',
    cancel: 'Cancel',
    linkCopied: 'Link copied',
    linkNotCopied: "Couldn't copy the link. Try again.",
    doneLater: "Snug does this as soon as you're back online",
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    writing: 'While writing',
    reading: 'In messages',
    conversations: 'On the page “Conversations”',
    nextConversation: 'Move between conversations',
    join: 'Join conversation',
    nextUnread: 'Go to the next unread room',
    search: 'Search messages',
    singleKeys: 'Single keys',
    singleKeysHint: 'The keys / and ? open the search and these shortcuts.',
    /** Of a server without a search. */
    singleKeyHint: 'The key ? opens these shortcuts.',
    help: 'Show these shortcuts',
    close: 'Close',
    send: 'Send',
    newLine: 'New line',
    undo: 'Take back what you just sent (in an empty field)',
    endReply: 'Cancel the reply',
    scroll: 'Scroll the messages (in an empty field)',
    toMessages: 'Go to messages (press twice)',
    pastePlain: 'Paste as plain text',
    nextMessage: 'Move between messages',
    firstOrLast: 'Go to the first message here, or the newest',
    like: 'Like or unlike',
    addReaction: 'Add a reaction',
    reply: 'Reply to a message',
    edit: 'Edit your own message',
    editLast: 'Edit your last message (in an empty field)',
    copyLink: 'Copy the link to a message',
    goToDate: 'Go to a date',
    delete: 'Delete your own message',
    menu: 'Open the menu of a message',
    intoMessage: "Go to the message's buttons",
    toComposer: 'Go back to writing',
    keys: {
      control: 'Ctrl',
      alt: 'Alt',
      escape: 'Esc',
      enter: 'Enter',
      shift: 'Shift',
      tab: 'Tab',
      pageUp: 'Page Up',
      pageDown: 'Page Down',
      home: 'Home',
      end: 'End',
      delete: 'Delete',
    },
  },
};
