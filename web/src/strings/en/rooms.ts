import { plural } from './plural.ts';

export const rooms = {
  list: 'Rooms',
  listOptions: 'Room list options',
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
};
