import { describeCount } from '../../base/describe-count.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { isolate } from '../../base/html-text.ts';
import type { Mail } from '../../mail/mail.ts';

export interface MissedRoom {
  /** Of a direct room, that of its people. */
  name: string;
  isDirect: boolean;
  /** How many unread messages are for the receiver. */
  count: number;
  url: string;
  /** What was written, if the receiver wants it in mails. */
  lines: readonly MissedLine[];
}

export interface MissedLine {
  author: string;
  text: string;
}

/** In Unicode characters. */
const MAX_LINE_LENGTH = 300;

interface MissedMailOptions {
  /** Of the workspace. */
  name: string;
  rooms: readonly MissedRoom[];
  origin: string;
  /** Leads to a page that ends these mails. */
  stopUrl: string;
}

/** Names are allowed here, because the receiver has confirmed the address. They are in no header. */
export function createMissedMail(options: MissedMailOptions): Omit<Mail, 'to'> {
  const { name, rooms } = options;
  const total = rooms.reduce((sum, { count }) => sum + count, 0);
  return {
    subject: `${countMessages(total)} for you in ${name}`,
    text: toText(options),
    html: toHtml(options),
  };
}

function toText({ name, rooms, origin, stopUrl }: MissedMailOptions): string {
  return [
    'Hi,',
    'These messages are for you, and you have not read them yet:',
    rooms.map(room => [describe(room, String), ...room.lines.map(toLine), room.url].join('\n')).join('\n\n'),
    `${name}\n${origin}`,
    `To get no more mails about missed messages, open ${stopUrl}`,
  ].join('\n\n');
}

/** Isolates names and texts: otherwise, a name from right to left reorders the words around it. */
function toHtml({ name, rooms, origin, stopUrl }: MissedMailOptions): string {
  const items = rooms.map(toItem).join('');
  return [
    '<!doctype html><html><body>',
    '<p>Hi,</p><p>These messages are for you, and you have not read them yet:</p>',
    `<ul>${items}</ul>`,
    `<p>${toLink(origin, isolate(name))}</p>`,
    `<p><small>${toLink(stopUrl, 'Get no more mails about missed messages')}</small></p>`,
    '</body></html>',
  ].join('\n');
}

function toItem(room: MissedRoom): string {
  const lines = room.lines.map(({ author, text }) => `<br>${isolate(author)}: ${isolate(cutText(text))}`);
  return `<li>${toLink(room.url, describe(room, isolate))}${lines.join('')}</li>`;
}

function toLine({ author, text }: MissedLine): string {
  return `${author}: ${cutText(text)}`;
}

function cutText(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  const shown = characters.slice(0, MAX_LINE_LENGTH).join('');
  return `${shown}${characters.length > MAX_LINE_LENGTH ? '…' : ''}`;
}

function describe({ name, isDirect, count }: MissedRoom, format: (name: string) => string): string {
  return `${countMessages(count)} ${isDirect ? 'from' : 'in'} ${format(name)}`;
}

/** A count ends at 100. */
function countMessages(count: number): string {
  return count >= 100 ? '100 or more messages' : describeCount(count, 'message');
}

function toLink(url: string, html: string): string {
  return `<a href="${escapeHtml(url)}">${html}</a>`;
}
