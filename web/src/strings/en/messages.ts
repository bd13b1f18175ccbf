import { plural } from './plural.ts';

export const messages = {
  list: 'Messages',
  none: 'No messages yet',
  writeFirst: 'Write the first one below.',
  loadMore: 'Load more',
  beginning: (room: string) => `This is where ${room} begins.`,
  new: 'New',
  newMessages: 'New messages',

  rowAt: (author: string, time: string) => `${author}, ${time}`,
  rowPending: (author: string) => `${author}, not sent yet`,
  code: 'Code',
  codeIn: (language: string) => `Code, ${language}`,
  like: 'Like',
  source: 'Answers',
  sourceDeleted: 'Message deleted',
  edited: 'edited',
  editedAt: (time: string) => `Edited ${time}`,
  showMore: 'Show more',
  showLess: 'Show less',

  pinned: 'Pinned',
  removed: 'Removed by an admin',
  adminJoined: (name: string, reason: string) => `${name} joined as a workspace admin: ${reason}`,
  fromBlocked: 'Message from someone you blocked',
  showBlocked: 'Show',

  composer: 'Write a new message here...',
  send: 'Send',
  /** `excess` and `most`: formatted numbers. */
  tooLong: (count: number, excess: string, most: string) =>
    plural(count, {
      one: `${excess} character too long (limit ${most})`,
      other: `${excess} characters too long (limit ${most})`,
    }),
};
