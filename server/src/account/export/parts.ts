import type { ExportSource } from './export-source.ts';
import { exportMentions, exportPins, exportSaved } from './kept-rows.ts';
import { exportMessages } from './own-messages.ts';
import { exportRooms } from './own-rooms.ts';
import {
  exportBlocks,
  exportConversations,
  exportCursors,
  exportEmoji,
  exportInvites,
  exportReactions,
  exportReports,
} from './own-rows.ts';

interface Part {
  name: string;
  /** For people who open the archive. */
  description: string;
  read: (source: ExportSource) => AsyncIterable<readonly object[]>;
}

/** Each is a file of JSON Lines. */
export const PARTS: readonly Part[] = [
  {
    name: 'rooms.jsonl',
    description:
      'your rooms, your role and your options there. Rooms that you can no longer read have no name.',
    read: exportRooms,
  },
  {
    name: 'messages.jsonl',
    description: 'your messages, also in rooms that you left.',
    read: exportMessages,
  },
  { name: 'cursors.jsonl', description: 'how far you have read each room.', read: exportCursors },
  {
    name: 'conversations.jsonl',
    description: 'the conversations that you follow, and how far you have read conversations.',
    read: exportConversations,
  },
  { name: 'reactions.jsonl', description: 'your reactions.', read: exportReactions },
  {
    name: 'mentions.jsonl',
    description: 'messages that mention you, and answers to yours, in rooms that you can read.',
    read: exportMentions,
  },
  { name: 'saved.jsonl', description: 'your saved messages and reminders.', read: exportSaved },
  { name: 'pins.jsonl', description: 'the messages that you pinned.', read: exportPins },
  { name: 'blocks.jsonl', description: 'the people whom you blocked.', read: exportBlocks },
  {
    name: 'reports.jsonl',
    description: 'your open reports, without the reported messages.',
    read: exportReports,
  },
  {
    name: 'emoji.jsonl',
    description:
      'the names of emoji that you added to the workspace. `key` is the first name of the picture.',
    read: exportEmoji,
  },
  { name: 'invitations.jsonl', description: 'the invitations that you created.', read: exportInvites },
];

export function describeParts(name: string, at: string): string {
  return [
    `The data of ${name} on this Snug server, downloaded at ${at}.`,
    '',
    'A file that ends in .jsonl has one JSON object a line. Times are in UTC. The ids of rooms and messages connect the files.',
    '',
    '- account.json: your profile, your ways to sign in, your signed-in devices and those with notifications, your notification settings, your bots and the names of your passkeys and access tokens.',
    ...PARTS.map(part => `- ${part.name}: ${part.description}`),
    '- files/: the files that you sent. Each message with a file names its path.',
    '- avatar.png: your picture, if you chose one.',
    '',
    'Passwords, codes, the keys of passkeys and of notifications and the secrets of access tokens are not in this archive. Keep it private anyway.',
    '',
  ].join('\n');
}
