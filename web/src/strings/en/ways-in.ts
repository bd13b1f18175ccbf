export const waysIn = {
  title: 'What still opens your account',
  explanation:
    "Your other devices are signed out. These still get in, or act or read for you. Remove everything that you don't know.",
  none: 'Nothing besides your password opens your account.',
  kinds: {
    provider: 'Linked account',
    passkey: 'Passkey',
    token: 'Access token',
    botToken: 'Access token of a bot',
    webhook: 'Outgoing webhook',
  },
  addedOn: (date: string) => `Added ${date}`,
  revoking: (token: string) => `Programs that use ${token} stop working at once.`,
  deleting: (address: string) => `${address} gets nothing more.`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  done: 'Done',
};
