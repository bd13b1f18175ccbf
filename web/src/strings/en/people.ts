export const people = {
  online: 'Online',
  lastOnline: (date: string) => `Last online ${date}`,
  unknown: 'Unknown state',
  bot: 'Bot',
};
