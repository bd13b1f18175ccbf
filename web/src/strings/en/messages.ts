import { plural } from './plural.ts';

export const messages = {
  list: 'Messages',
  none: 'No messages yet',
  writeFirst: 'Write the first one below.',
  loadMore: 'Load more',
  beginning: (room: string) => `This is where ${room} begins.`,
  jump: 'Jump to latest',
  new: 'New',
  newMessages: 'New messages',
  /** `shown`: the count as on a badge, "7" or "99+". */
  arrived: (count: number, shown: string) =>
    plural(count, { one: `${shown} new message`, other: `${shown} new messages` }),

  rowAt: (author: string, time: string) => `${author}, ${time}`,
  rowPending: (author: string) => `${author}, not sent yet`,
  code: 'Code',
  codeIn: (language: string) => `Code, ${language}`,
  copyCode: 'Copy code',
  codeCopied: 'Code copied',
  codeNotCopied: "Couldn't copy the code. Try again.",
  like: 'Like',
  reply: 'Reply',
  source: 'Answers',
  sourceDeleted: 'Message deleted',
  edited: 'edited',
  editedAt: (time: string) => `Edited ${time}`,
  undo: 'Undo',
  backToReply: 'Back to reply',
  more: 'More',
  delete: 'Delete message',
  showMore: 'Show more',
  showLess: 'Show less',

  pinned: 'Pinned',
  removed: 'Removed by an admin',
  fromBlocked: 'Message from someone you blocked',
  showBlocked: 'Show',

  notSent: 'Not sent',
  tryAgain: 'Try again',
  discard: 'Discard',

  composer: 'Write a new message here...',
  send: 'Send',
  /** `excess` and `most`: formatted numbers. */
  tooLong: (count: number, excess: string, most: string) =>
    plural(count, {
      one: `${excess} character too long (limit ${most})`,
      other: `${excess} characters too long (limit ${most})`,
    }),
};
