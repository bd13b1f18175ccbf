import { parseEmojiReaction } from '@snug/protocol';
import type { FileLine, MessageLine } from '../format/lines.ts';
import { toSlackId } from './slack-ids.ts';
import { toSlackText } from './slack-text.ts';

/** What the first message of a conversation has of its replies. */
export interface SlackThread {
  /** Of the first message, once it is written. */
  ts: string | undefined;
  author: string;
  count: number;
  /** The first of those who replied, at most `MAX_REPLY_PEOPLE`. */
  people: Set<string>;
  latest: string;
}

export const MAX_REPLY_PEOPLE = 5;

interface MessageParts {
  ts: string;
  /** The conversation that the message begins or belongs to. */
  thread: SlackThread | undefined;
  file: FileLine | undefined;
  reactions: { name: string; users: string[]; count: number }[];
}

export function toSlackMessage(message: MessageLine, { ts, thread, file, reactions }: MessageParts): object {
  const place = toThreadFields(message, ts, thread);
  if (message.deleted !== undefined)
    return {
      type: 'message',
      subtype: 'tombstone',
      user: 'USLACKBOT',
      text: 'This message was deleted.',
      hidden: true,
      ts,
      ...place,
    };
  const { text = '', mentions = [], edited } = message;
  return {
    type: 'message',
    user: toSlackId('U', message.by),
    ts,
    client_msg_id: message.id,
    ...(text === '' ? { text } : toSlackText(text, mentions)),
    ...place,
    ...(edited && {
      edited: { user: toSlackId('U', message.by), ts: toTimestamp(Date.parse(edited.at) * 1000) },
    }),
    ...(file && { files: [toSlackFile(file, message)], upload: false }),
    ...(reactions.length > 0 && { reactions }),
  };
}

function toThreadFields(message: MessageLine, ts: string, thread: SlackThread | undefined): object {
  if (!thread) return {};
  if (message.root !== undefined)
    return thread.ts === undefined
      ? {}
      : { thread_ts: thread.ts, parent_user_id: toSlackId('U', thread.author) };
  const people = [...thread.people].map(uid => toSlackId('U', uid));
  return {
    thread_ts: ts,
    reply_count: thread.count,
    reply_users_count: people.length,
    reply_users: people,
    latest_reply: thread.latest,
  };
}

/** Of microseconds since 1970: seconds with six digits. */
export function toTimestamp(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

function toSlackFile({ id, name, contentType, size }: FileLine, message: MessageLine): object {
  const seconds = Math.floor(Date.parse(message.at) / 1000);
  return {
    id: toSlackId('F', id),
    created: seconds,
    timestamp: seconds,
    name: toFileName(name),
    title: name,
    mimetype: contentType ?? 'application/octet-stream',
    filetype: /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? 'binary',
    user: toSlackId('U', message.by),
    mode: 'hosted',
    is_external: false,
    ...(size !== undefined && { size }),
  };
}

const MAX_FILE_NAME_LENGTH = 120;

/** A name that is no path. */
export function toFileName(name: string): string {
  const clean = name.replaceAll(/[/\\\p{Cc}\p{Cf}:*?"<>|]/gu, '_').replace(/^\.+/, '');
  return clean.slice(-MAX_FILE_NAME_LENGTH).toWellFormed() || 'file';
}

/** Those with a name in Slack, and the number of the others. */
export function toSlackReactions(
  reactions: MessageLine['reactions'] = {},
  toShortcode: (emoji: string) => string | undefined,
): { reactions: MessageParts['reactions']; lost: number } {
  const named: MessageParts['reactions'] = [];
  let lost = 0;
  for (const [emoji, uids] of Object.entries(reactions)) {
    const name = parseEmojiReaction(emoji) ?? toShortcode(emoji);
    if (name === undefined) lost += uids.length;
    else named.push({ name, users: uids.map(uid => toSlackId('U', uid)), count: uids.length });
  }
  return { reactions: named, lost };
}
