import { plural } from './plural.ts';

export const messagesTexts = {
  /** Lines that the server posted. */
  notices: {
    adminJoined: (name: string, reason: string) => `${name} joined as a workspace admin: ${reason}`,
    exported: (name: string, date: string) => `${name} exported this room on ${date}`,
    exportedByOperator: (date: string) => `The admin of this server exported this room on ${date}`,
  },

  arrivals: {
    jump: 'Jump to latest',
    toFirstUnread: 'Jump to first unread',
    markRead: 'Mark as read',
    backToReply: 'Back to reply',
    /** `shown`: the count as on a badge, "7" or "99+". */
    arrived: (count: number, shown: string) =>
      plural(count, { one: `${shown} new message`, other: `${shown} new messages` }),
    /** For screen readers. */
    announced: (author: string, text: string) => `${author}: ${text}`,
    textAndFile: (text: string, file: string) => `${text}, ${file}`,
  },

  /** The entries of a message's menu, and their toasts. */
  messageActions: {
    reply: 'Reply',
    undo: 'Undo',
    more: 'More',
    delete: 'Delete message',
    menu: 'More actions',
    copyText: 'Copy text',
    textCopied: 'Text copied',
    textNotCopied: "Couldn't copy the text. Try again.",
    copyCode: 'Copy code',
    codeCopied: 'Code copied',
    codeNotCopied: "Couldn't copy the code. Try again.",
    copyLink: 'Copy link',
    markUnread: 'Mark unread from here',

    report: 'Report',
    reportTitle: 'Report this message?',
    reportDescription:
      'The people who look after this server get a copy of this message, with your name. They erase it when they are done, after 30 days at the latest.',
    reason: 'Reason (optional)',
    reported: 'Message has been reported',

    remove: 'Remove message',
    removeTitle: 'Remove this message?',
    removeDescription:
      'Its text, file and reactions will be lost for everyone. "Removed by an admin" stays in its place.',
    confirmRemove: 'Remove',
    removed: 'Message has been removed',
    removedFileLeft: "The message is removed, but its file couldn't be deleted",
  },

  messageDeletion: {
    title: 'Delete this message?',
    description: 'It will be removed for everyone.',
    action: 'Delete',
    done: 'Message has been deleted',
    fileLeft: "The message is gone, but its file couldn't be deleted",
  },

  /** The strips above the composer, the edit of a message, and conversations. */
  replies: {
    replyingTo: (name: string) => `Replying to ${name}`,
    cancelReply: 'Cancel reply',

    edit: 'Edit message',
    editing: 'Editing message',
    editHint: 'Enter to save, Escape to cancel',
    editText: 'Text of the message',
    save: 'Save',
    cancel: 'Cancel',
    stale: 'This message was changed on another device. Your text is still here.',
    keptInDraft: 'The message you edited was deleted. Your text is in the composer.',
    keptForLater: "Your edit isn't saved. Edit the message again to see your text.",

    conversation: 'Conversation',
    /** The heading of a conversation whose first message an admin removed. */
    firstRemoved: 'Message removed',
    /** `shown`: the formatted number. */
    messages: (count: number, shown: string) =>
      plural(count, { one: `${shown} message`, other: `${shown} messages` }),
    /** `shown`: the formatted number. */
    replies: (count: number, shown: string) =>
      plural(count, { one: `${shown} reply`, other: `${shown} replies` }),
    /** `replies`: their number, in words. */
    withNew: (replies: string, count: string) => `${replies}, ${count} new`,
    follow: 'Follow conversation',
    unfollowConversation: 'Unfollow conversation',
    followed: 'You now follow this conversation',
    inConversation: 'Replying in this conversation',
    allMessages: 'Back to all messages',
    showConversation: 'Show conversation',
  },

  conversations: {
    /** `shown`: the number, "7" or "100+". */
    link: (label: string, shown: string) => `${label}, ${shown} new`,
    show: 'Show',
    new: 'New',
    all: 'All',
    /** `shown`: "7" or "99+". */
    newReplies: (shown: string) => `${shown} new`,
    open: 'Open conversation',
    markRead: 'Mark as read',
    unfollow: 'Unfollow',
    unfollowed: 'You no longer follow this conversation',
    undo: 'Undo',
    showAdded: (count: number, shown: string) =>
      plural(count, { one: `Show ${shown} new conversation`, other: `Show ${shown} new conversations` }),
    none: 'Replies to what you write, and conversations that you follow, appear here.',
    nothingNew: 'Nothing new.',
    offline: "Your conversations will appear when you're back online.",
  },

  emoji: {
    title: 'Emoji',
    addReaction: 'Add reaction',
    find: 'Find an emoji',
    none: 'No emoji found',
    loadFailed: "Couldn't load the emoji. Check your connection and open this again.",
    recent: 'Recent',
    results: 'Results',
    groups: [
      'Smileys',
      'People',
      'Animals and nature',
      'Food and drink',
      'Travel and places',
      'Activities',
      'Objects',
      'Symbols',
      'Flags',
    ],
    skinTone: 'Skin tone',
    tones: ['Default', 'Light', 'Medium-light', 'Medium', 'Medium-dark', 'Dark'],
    /** Names of people who reacted. */
    others: (count: number) => plural(count, { one: `and ${count} more`, other: `and ${count} more` }),
    namesFailed: "Couldn't load the names. Try again.",
  },

  mentions: {
    people: 'People',
    everyone: 'Everyone in this room',
    notifyTitle: (count: number, hasMore: boolean) =>
      plural(count, {
        one: 'Notify 1 person?',
        other: `Notify ${count}${hasMore ? '+' : ''} people?`,
      }),
    notifyDescription: 'Your message will mention everyone in this room.',
    cannotSee: (name: string) => `${name} can't see this room`,
    notify: 'Notify',
    goToMessage: 'Go to message',
    none: 'Messages that mention you or answer you appear here',
    offline: "Your mentions will appear when you're back online.",
  },

  goToDate: {
    title: 'Go to date',
    date: 'Date',
    go: 'Go',
    invalid: 'Choose a date',
    none: 'No messages on that day or later. Choose an earlier date.',
  },

  /** Lists of pinned and saved messages, of mentions and of the files of a room. */
  messageLists: {
    goTo: 'Go to message',
    showMore: 'Show more',
    offline: "This list will appear when you're back online.",
    gone: 'This message is no longer here',
    hidden: "You can't read this message any more",
  },

  pins: {
    pin: 'Pin',
    unpin: 'Unpin',
    pinnedBy: (name: string, date: string) => `Pinned by ${name}, ${date}`,
    none: 'Nothing is pinned here',
  },

  saved: {
    save: 'Save for later',
    unsave: 'Remove from saved',
    saved: 'Saved for later',
    unsaved: 'Removed from saved',
    none: 'Messages that you save for later appear here',
    offline: "Your saved messages will appear when you're back online.",
  },

  reminders: {
    action: 'Remind me',
    in20Minutes: 'In 20 minutes',
    inAnHour: 'In an hour',
    tomorrow: 'Tomorrow at 9:00',
    nextMonday: 'Next Monday at 9:00',
    otherTime: 'Date and time',
    set: 'Set reminder',
    laterTime: 'Choose a time in the future',
    isSet: (time: string) => `Reminder set for ${time}`,
    at: (time: string) => `Reminder: ${time}`,
    due: 'Reminder due',
    dismiss: 'Dismiss reminder',
    of: (author: string, text: string) => `Reminder: ${author}: ${text}`,
    messageGone: 'Reminder: that message is no longer here',
  },
};
