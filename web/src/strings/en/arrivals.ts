import { plural } from './plural.ts';

export const arrivals = {
  jump: 'Jump to latest',
  toFirstUnread: 'Jump to first unread',
  markRead: 'Mark as read',
  backToReply: 'Back to reply',
  /** `shown`: the count as on a badge, "7" or "99+". */
  arrived: (count: number, shown: string) =>
    plural(count, { one: `${shown} new message`, other: `${shown} new messages` }),
  /** For screen readers. */
  announced: (author: string, text: string) => `${author}: ${text}`,
  textAndFile: (text: string, file: string) => `${text}, ${file}`,
};
