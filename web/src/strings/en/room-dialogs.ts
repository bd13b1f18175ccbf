export const newRoom = {
  title: 'New chat room',
  name: 'Room name',
  description: 'Description',
  create: 'Create',
  nameRequired: 'Chat name is required',
  descriptionRequired: 'Description is required',
  created: (room: string) => `${room} has been created`,
};

export const roomSearch = {
  find: 'Find a room',
  findBy: 'Room name or link',
  found: 'Rooms found',
  noneFound: 'No rooms match.',
  showMore: 'Show more',
  openThis: 'Open this room',
};

export const profiles = {
  title: (firstName: string) => `${firstName} profile`,
  memberSince: (date: string) => `Member since : ${date}`,
  giveAdmin: 'Give admin permission in this room',
  removeAdmin: 'Remove admin permission in this room',
  adminGiven: 'Admin permission granted',
  adminRemoved: 'Admin permission removed',
};

export const deletion = {
  title: 'Delete this message?',
  description: 'It will be removed for everyone.',
  action: 'Delete',
  done: 'Message has been deleted',
  fileLeft: "The message is gone, but its file couldn't be deleted",
};
