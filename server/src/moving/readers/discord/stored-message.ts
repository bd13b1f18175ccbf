import type { DiscordMessage } from './discord-export.ts';

/** A message between the two passes, with people by their id of the source. */
export interface StoredMessage
  extends Pick<
    DiscordMessage,
    | 'id'
    | 'content'
    | 'timestampEdited'
    | 'callEndedTimestamp'
    | 'isPinned'
    | 'attachments'
    | 'embeds'
    | 'forwardedMessage'
    | 'inlineEmojis'
    | 'poll'
  > {
  channel: string;
  /** Of the file, with a slash at its end. */
  folder: string;
  kind: string;
  isNotice: boolean;
  at: number;
  author: string;
  isBot: boolean;
  mentions: { id: string; names: string[] }[];
  reactions: { emoji: { id: string; name: string }; count: number; users: string[] }[];
  /** Pictures that the export has. */
  stickers: DiscordMessage['stickers'];
  textStickers: { name: string }[];
  /** Of an answer in the same channel. */
  answered: string | undefined;
}
