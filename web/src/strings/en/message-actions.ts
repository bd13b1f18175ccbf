/** The entries of a message's menu, and their toasts. */
export const messageActions = {
  reply: 'Reply',
  undo: 'Undo',
  more: 'More',
  delete: 'Delete message',
  menu: 'More actions',
  copyText: 'Copy text',
  textCopied: 'Text copied',
  textNotCopied: "Couldn't copy the text. Try again.",
  copyCode: 'Copy code',
  codeCopied: 'Code copied',
  codeNotCopied: "Couldn't copy the code. Try again.",
  copyLink: 'Copy link',
  markUnread: 'Mark unread from here',

  report: 'Report',
  reportTitle: 'Report this message?',
  reportDescription:
    'The people who look after this server get a copy of this message, with your name. They erase it when they are done, after 30 days at the latest.',
  reason: 'Reason (optional)',
  reported: 'Message has been reported',

  remove: 'Remove message',
  removeTitle: 'Remove this message?',
  removeDescription:
    'Its text, file and reactions will be lost for everyone. "Removed by an admin" stays in its place.',
  confirmRemove: 'Remove',
  removed: 'Message has been removed',
  removedFileLeft: "The message is removed, but its file couldn't be deleted",
};
