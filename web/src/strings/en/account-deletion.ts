export const accountDeletion = {
  label: 'Your account',
  value: 'Delete it, with or without your messages',
  heading: 'Delete account',
  action: 'Delete account',
  explanation:
    "You're signed out everywhere, and your name, picture and settings are erased. You can't undo this, so download your data before. Your email is free for a new account.",
  rooms: 'If you are the only admin of a room, the member who joined first becomes its admin.',
  messages: 'Your messages and files',
  keep: 'Keep them',
  erase: 'Erase them',
  hints: {
    keep: 'They stay where they are, under “Someone who left”.',
    erase: 'They disappear for everyone. That can take a while.',
  },
  deleted: 'Your account is deleted',
};
