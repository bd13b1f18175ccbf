export const newRoom = {
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
};

export const roomSearch = {
  find: 'Find a room',
  findBy: 'Room, person or link',
  found: 'Results',
  rooms: 'Rooms',
  people: 'People',
  noneFound: 'No rooms or people match.',
  moreRooms: 'Show more rooms',
  morePeople: 'Show more people',
  openThis: 'Open this room',
};

export const profiles = {
  title: (firstName: string) => `${firstName} profile`,
  memberSince: (date: string) => `Member since : ${date}`,
  giveAdmin: 'Give admin permission in this room',
  removeAdmin: 'Remove admin permission in this room',
  adminGiven: 'Admin permission granted',
  adminRemoved: 'Admin permission removed',
  block: 'Block',
  unblock: 'Unblock',
  blocked: "Blocked. Their messages are folded now, and they won't know.",
  unblocked: 'No longer blocked',
};

export const deletion = {
  title: 'Delete this message?',
  description: 'It will be removed for everyone.',
  action: 'Delete',
  done: 'Message has been deleted',
  fileLeft: "The message is gone, but its file couldn't be deleted",
};
