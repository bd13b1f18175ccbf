export const people = {
  profile: (firstName: string) => `${firstName} profile`,
  memberSince: (date: string) => `Member since : ${date}`,
  online: 'Online',
  lastOnline: (date: string) => `Last online ${date}`,
  unknown: 'Unknown state',
  giveAdmin: 'Give admin permission in this room',
  removeAdmin: 'Remove admin permission in this room',
  adminGiven: 'Admin permission granted',
  adminRemoved: 'Admin permission removed',
};
