import { plural } from './plural.ts';

export const rooms = {
  list: 'Rooms',
  none: 'No rooms yet',
  noMessages: 'No messages yet...',
  /** What a room's newest message is, where that is a file. */
  lastFile: {
    photo: (name: string) => `Photo · ${name}`,
    voice: (name: string) => `Voice message · ${name}`,
    audio: (name: string) => `Audio · ${name}`,
    video: (name: string) => `Video · ${name}`,
    file: (name: string) => `File · ${name}`,
  },
  listOffline: 'Your rooms show as soon as Snug can be reached.',
  /** `shown`: the count as a badge shows it, "7" or "99+". */
  unread: (count: number, shown: string) =>
    plural(count, { one: `${shown} unread message`, other: `${shown} unread messages` }),

  firstHeading: 'It is quiet in here',
  firstWords: 'Snug has no rooms yet. Make the first one, and invite your people with its link.',
  createFirst: 'Create the first room',

  createNew: 'Create new chat room',
  newRoom: 'New chat room',
  roomName: 'Room name',
  description: 'Description',
  create: 'Create',
  nameRequired: 'Chat name is required',
  descriptionRequired: 'Description is required',
  created: (room: string) => `${room} has been created`,

  join: 'Join conversation',
  find: 'Find a room',
  findBy: 'Its name, link or id',
  found: 'Rooms found',
  noneFound: 'No room has that name.',
  openThis: 'Open this room',

  back: 'Back to rooms',
  information: 'Room Information',
  about: (room: string) => `About ${room}`,
  notFound: (id: string) => `Chat ${id} not found`,
  notFoundWhy: 'The link may be cut off: ask for it again, or choose another room.',
  offline: 'Offline',
  showsLater: 'This room shows as soon as Snug can be reached.',
  sentLater: 'What you write until then is sent by itself.',
  messageGone: 'That message is not in this room any more',
};
