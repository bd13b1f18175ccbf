import { plural } from './plural.ts';

export const roomsTexts = {
  newRoom: {
    title: 'New chat room',
    name: 'Room name',
    description: 'Description',
    audience: 'Who can see it',
    audiences: { open: 'Everyone', private: 'Only people you invite' },
    audienceHints: {
      open: 'Everyone can find, read and join it.',
      private: 'Nobody else knows that it exists.',
    },
    onlyPrivate: 'Only people you invite can see it. Here, workspace admins create the open rooms.',
    create: 'Create',
    nameRequired: 'Chat name is required',
    descriptionRequired: 'Description is required',
    firstHeading: "It's quiet in here",
    firstDescription: 'There are no rooms yet. Create the first one and share its link.',
    createFirst: 'Create the first room',
    created: (room: string) => `${room} has been created`,
  },

  roomSearch: {
    find: 'Find a room',
    findBy: 'Room, person or link',
    found: 'Results',
    rooms: 'Rooms',
    people: 'People',
    noneFound: 'No rooms or people match.',
    moreRooms: 'Show more rooms',
    morePeople: 'Show more people',
    openThis: 'Open this room',
  },

  roomDetails: {
    edit: 'Edit Room',
    updated: 'Successfully updated',
    name: {
      label: 'Name',
      placeholder: 'Write your name',
      edit: 'Edit name',
      save: 'Save name',
      cancel: 'Cancel editing name',
      empty: 'Message can not be empty',
    },
    description: {
      label: 'Description',
      placeholder: 'What is this room about?',
      edit: 'Edit description',
      save: 'Save description',
      cancel: 'Cancel editing description',
      empty: 'Description can not be empty',
    },

    membersInvite: 'Members may invite people',

    invitation: 'Invitation',
    inviteDescription: 'Share this link or let people scan the code.',
    qrCode: 'QR code for this link',
    copyLink: 'Copy link',

    about: (room: string) => `About ${room}`,
    peopleIn: (room: string) => `People in ${room}`,
    viewing: 'Here now',
    findPeople: 'Find people',
    noneFound: 'No one here has that name.',
    you: 'you',
    admin: 'Admin',
    invite: 'Invite people',
    /** `count`: a minimum. */
    more: (count: number) => `and at least ${count} more`,
  },

  roomOptions: {
    addFavourite: 'Add to favourites',
    removeFavourite: 'Remove from favourites',
    notifications: 'Notifications',
    levels: {
      everything: 'Everything',
      mentions: 'Mentions and replies',
      nothing: 'Nothing',
    },
    markRead: 'Mark as read',
    markAllRead: 'Mark all as read',
    allRead: 'All rooms are marked as read',
    copyLink: 'Copy link',
    hide: 'Hide conversation',
    hidden: 'Hidden until the next message',
    leave: 'Leave room',
    export: 'Export room',
    archive: 'Archive room',
    unarchive: 'Unarchive room',
    archivedHere: 'This room is archived',
    silenced: "You can't write here",
    silencedUntil: (time: string) => `You can't write here until ${time}`,
    delete: 'Delete room',

    leaveTitle: (room: string) => `Leave ${room}?`,
    leaveOpen: 'You can join again at any time.',
    leavePrivate: "Only its members see this room. To come back, you'll need to be added again.",
    left: (room: string) => `You left ${room}`,
    archived: (room: string) => `${room} is archived`,
    unarchived: (room: string) => `${room} is open again`,

    deleteTitle: (room: string) => `Delete ${room}?`,
    deleteDescription: "Its messages and files will be erased for everyone. This can't be undone.",
    confirmName: 'Room name',
    /** The room's name stands in the place of `room`. */
    typeName: (room: string) => `Type ${room} to confirm.`,
    wrongName: "That isn't the name of this room",
    deleted: (room: string) => `${room} has been deleted`,
  },

  roomExport: {
    title: 'Export room',
    contents:
      'You get a ZIP archive with all messages and files of this room. Unpack it and open index.html: it needs no server.',
    seen: 'Everyone in this room sees that you exported it.',
    recorded: 'Workspace admins see in the audit log that you exported it.',
    openTitle: 'Export open rooms',
    openContents:
      "You get a ZIP archive with all open rooms, their messages, people and files. Snug can import it. It doesn't have private and direct rooms, email addresses and passwords.",
    openRecorded: 'Workspace admins see in the audit log that you exported them.',
    start: 'Export',
    started: 'The export has started. Your browser saves it.',
  },

  retention: {
    keep: 'Keep messages',
    keepAtMost: 'Keep messages at most',
    forever: 'Forever',
    year: '1 year',
    /** `number`: formatted. The sentences have the result as `time`. */
    days: (count: number, number: string) => plural(count, { one: `${number} day`, other: `${number} days` }),
    other: 'Other...',
    number: 'Number of days',
    save: 'Save',
    saved: 'Saved',
    wrongNumber: (most: string) => `Write a whole number from 1 to ${most}`,
    longest: (time: string) =>
      `This workspace keeps messages for ${time} at most. A room can't keep them longer.`,
    everywhere: 'In all rooms and direct messages. A room can keep its messages for a shorter time.',
    keepPins: 'Keep pinned messages',

    ask: 'Remove older messages?',
    /** `shown`: the formatted count. */
    older: (count: number, shown: string, time: string) =>
      plural(count, {
        one: `About ${shown} message is older than ${time}.`,
        other: `About ${shown} messages are older than ${time}.`,
      }),
    noneOlder: (time: string) => `No messages are older than ${time}.`,
    pinsToo: 'Pinned messages are removed, too.',
    seenBefore: 'Everyone sees this for seven days before it begins. Until then, you can undo it.',

    from: (date: string, time: string) => `From ${date} on, messages older than ${time} are removed.`,
    pinsFrom: (date: string, time: string) =>
      `From ${date} on, pinned messages older than ${time} are removed, too.`,
    undo: 'Undo',
    undone: 'Messages are kept as before',
    heading: 'How long messages are kept',
    rule: (time: string) => `Messages older than ${time} are removed.`,
    ruleWithPins: (time: string) => `Messages older than ${time} are removed. Pinned messages stay.`,
  },

  requests: {
    explanation: "These people aren't in your conversations yet. They won't see if you decline.",
    note: "Accept to answer. They won't see if you decline.",
    added: (name: string, room: string) => `${name} added you to ${room}`,
    roomNote: (name: string) => `${name} added you to this room. They won't see if you decline.`,
    accept: 'Accept',
    decline: 'Decline',
  },

  listWidth: {
    label: 'Width of the room list',
    tooltip: 'Drag to resize, double-click to reset',
    pixels: (count: number) => `${count} pixels`,
  },
};
