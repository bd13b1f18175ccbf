import { ERRORS, type ErrorCode } from '@snug/protocol';
import { plural } from './plural.ts';

/** Error texts by code. The English texts come from the protocol. */
const errors: Record<ErrorCode, string> & { rateLimitedFor: (seconds: number) => string } = {
  ...(Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])) as Record<
    ErrorCode,
    string
  >),
  rateLimitedFor: seconds =>
    plural(seconds, {
      one: `You're going a bit fast. Try again in ${seconds} second.`,
      other: `You're going a bit fast. Try again in ${seconds} seconds.`,
    }),
};

export const firstLoadTexts = {
  shell: {
    loading: 'Loading',
    loadingPage: 'Loading...',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
    notifications: 'Notifications',
    unreachable: "Can't reach Snug",
    unreachableDescription: "The server isn't responding. It may be starting up, or you may be offline.",
    genericError: 'Something went wrong',
    /** Of a failure, to find it in the server's log: "Reference 3f9c0a1b2d4e". */
    reference: (id: string) => `Reference ${id}`,
    unreachableNow: "Can't reach Snug right now. Try again.",
    loadFailed: "This part couldn't be loaded. Try again or reload the page.",
    dashboard: 'Dashboard',
    skip: 'Skip to conversation',
    pageNotFound: 'Page not found',
    pageNotFoundDescription: "There's nothing at this address. The link may be old or incomplete.",
    toRooms: 'Go to your rooms',
    selectChat: 'Please select chat',
  },

  errors,

  rooms: {
    list: 'Rooms',
    listOptions: 'Room list options',
    conversations: 'Conversations',
    mentions: 'Mentions',
    own: 'Your rooms',
    other: 'Other open rooms',
    requests: 'Requests',
    noneJoined: 'Rooms that you join appear here',
    privateRoom: (room: string) => `${room}, private`,
    favouriteRoom: (room: string) => `${room}, favourite`,
    mutedRoom: (room: string) => `${room}, muted`,
    notes: 'Notes to self',
    /** First names. */
    twoPeople: (one: string, other: string) => `${one} and ${other}`,
    morePeople: (one: string, other: string, count: number) => `${one}, ${other} and ${count} more`,
    none: 'No rooms yet',
    noneForGuest: 'Ask the person who invited you to add you to a room.',
    noMessages: 'No messages yet...',
    lastFile: {
      photo: (name: string) => `Photo · ${name}`,
      /** `duration`: "0:02". */
      voice: (name: string, duration: string) => `Voice message ${duration} · ${name}`,
      audio: (name: string) => `Audio · ${name}`,
      video: (name: string) => `Video · ${name}`,
      file: (name: string) => `File · ${name}`,
    },
    listOffline: "Your rooms will appear when you're back online.",
    /** `shown`: the count as on a badge, "7" or "99+". */
    unreadRoom: (name: string, shown: string) => `${name}, ${shown} unread`,
    /** `name`: with the number of unread messages. */
    mentionedRoom: (name: string, count: number, shown: string) =>
      plural(count, { one: `${name}, ${shown} mention`, other: `${name}, ${shown} mentions` }),

    findTheRest: 'Use “Join conversation” to find older rooms.',

    createNew: 'Create new chat room',
    newMessage: 'New message',

    saved: 'Saved',
    search: 'Search',

    join: 'Join conversation',

    notJoined: 'Join to keep this room in your list',
    joinRoom: 'Join room',

    back: 'Back to rooms',
    information: 'Room Information',
    notFound: (id: string) => `Chat ${id} not found`,
    notFoundDescription: 'The link may be incomplete. Ask for it again, or pick another room.',
    offline: 'Offline',
    showsLater: "This room will appear when you're back online.",
    sentLater: 'Anything you write will be sent automatically.',
    messageGone: 'That message is no longer here',
  },

  roomHeader: {
    editByAdmin: 'Admin: edit room',
    editTooltip: 'Edit room',
    adminLetter: 'A',
    people: 'People',
    pins: 'Pinned messages',
    files: 'Files',
    search: 'Search in this room',
    options: 'Room options',
    viewerCount: (count: number) => `${count} here now`,
  },

  messages: {
    list: 'Messages',
    none: 'No messages yet',
    writeFirst: 'Write the first one below.',
    loadMore: 'Load more',
    beginning: (room: string) => `This is where ${room} begins.`,
    trimmed: (date: string) => `Messages before ${date} were removed`,
    new: 'New',
    newMessages: 'New messages',

    rowAt: (author: string, time: string) => `${author}, ${time}`,
    rowPending: (author: string) => `${author}, not sent yet`,
    code: 'Code',
    codeIn: (language: string) => `Code, ${language}`,
    like: 'Like',
    source: 'Answers',
    sourceDeleted: 'Message deleted',
    edited: 'edited',
    editedAt: (time: string) => `Edited ${time}`,
    showMore: 'Show more',
    showLess: 'Show less',

    pinned: 'Pinned',
    removed: 'Removed by an admin',
    fromBlocked: 'Message from someone you blocked',
    showBlocked: 'Show',

    composer: 'Write a new message here...',
    send: 'Send',
    /** `excess` and `most`: formatted numbers. */
    tooLong: (count: number, excess: string, most: string) =>
      plural(count, {
        one: `${excess} character too long (limit ${most})`,
        other: `${excess} characters too long (limit ${most})`,
      }),
  },

  files: {
    attach: 'Attach files',
    download: (file: string) => `Download ${file}`,
    downloadTooltip: 'Download',
    /** Each unit is 1,024 of the previous one. */
    units: ['B', 'KB', 'MB', 'GB'],
    tooLargeToShow: 'Too large to show here',
    tooManyPixels: (megapixels: string) => `Too large to show here: ${megapixels} megapixels`,
    kindAndSize: (extension: string, size: string) => `${extension} · ${size}`,
    size: (amount: string, unit: string) => `${amount} ${unit}`,

    voiceMessage: 'Voice message',
  },

  voice: {
    record: 'Record voice message',
    stop: 'Stop and send',
  },

  people: {
    online: 'Online',
    lastOnline: (date: string) => `Last online ${date}`,
    neverOnline: 'Not online yet',
    unknown: 'Unknown state',
    paused: 'Notifications paused',
    bot: 'Bot',
    guest: 'Guest',
  },

  reactions: {
    /** `emoji`: its name, or the emoji itself. */
    people: (emoji: string, count: number) =>
      plural(count, { one: `${emoji}, ${count} person`, other: `${emoji}, ${count} people` }),
    more: (count: number) =>
      plural(count, { one: `Show ${count} more reaction`, other: `Show ${count} more reactions` }),
  },
};
