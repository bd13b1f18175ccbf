import { type Person, parseMentionBlocks, type TextBlock } from '@snug/protocol';
import { isolate, toHtmlText } from '../../base/html-text.ts';
import type { FileLine, MessageLine } from '../format/lines.ts';
import { getArchivePath, toAddress } from './file-paths.ts';
import type { PageTimes } from './page-times.ts';
import { formatBlocks } from './text-html.ts';

/** What the line of a message people. */
export interface MessageContext {
  people: ReadonlyMap<string, Person>;
  times: PageTimes;
  /** Its text. */
  blocks: readonly TextBlock[];
  file: FileLine | undefined;
  /** The answered message, if it is not far away. */
  quote: Quote | undefined;
}

export interface Quote {
  /** Of its page. */
  page: string;
  by: string;
  words: string;
}

/** Further people are a number. */
const MAX_NAMES = 5;
const UNKNOWN = 'Unknown person';

function getAnchor(id: string): string {
  return `m-${id}`;
}

export function formatMessage(line: MessageLine, context: MessageContext): string {
  const { times } = context;
  const at = new Date(line.at);
  const anchor = getAnchor(toHtmlText(line.id));
  const time = `<a class="time" href="#${anchor}"><time datetime="${toHtmlText(line.at)}">${times.time(at)}</time></a>`;
  const notice = describeLine(line, context.people);
  if (notice !== undefined)
    return `<article id="${anchor}" class="line"><p dir="auto">${notice}</p> ${time}</article>\n`;
  return [
    `<article id="${anchor}">`,
    `<header><h3>${isolate(findName(context.people, line.by))}</h3> ${time}${formatMarks(line, context)}</header>`,
    formatReply(line, context),
    line.text === undefined ? '' : `<div class="text">${formatBlocks(context.blocks)}</div>`,
    line.file === undefined ? '' : formatFile(context.file),
    formatReactions(line, context.people),
    '</article>\n',
  ].join('');
}

/** One line in place of a message that an admin removed or the server posted. */
function describeLine({ removed, notice, by, text = '' }: MessageLine, people: MessageContext['people']) {
  const name = isolate(findName(people, by));
  if (removed === true) return 'Removed by an admin';
  if (notice === undefined) return undefined;
  if (notice === 'exported') return `${name} exported this room`;
  if (notice === 'exported_by_operator') return 'The admin of this server exported this room';
  if (notice === 'admin_joined') return `${name} joined as a workspace admin: ${isolate(text)}`;
  return `${name}: ${isolate(text)}`;
}

export function parseText(
  { text = '', mentions = [] }: MessageLine,
  people: MessageContext['people'],
): TextBlock[] {
  const known = mentions.map(({ uid, start, length }) => {
    return { uid, start, length, person: uid === null ? undefined : people.get(uid) };
  });
  return parseMentionBlocks(text, known);
}

function formatMarks({ edited, pinned }: MessageLine, { people, times }: MessageContext): string {
  const marks: string[] = [];
  if (edited) {
    const at = new Date(edited.at);
    marks.push(`<span class="mark" title="${times.day(at)}, ${times.time(at)}">edited</span>`);
  }
  if (pinned) marks.push(`<span class="mark">pinned by ${isolate(findName(people, pinned.by))}</span>`);
  return marks.map(mark => ` ${mark}`).join('');
}

function formatReply({ replyTo }: MessageLine, { quote, people }: MessageContext): string {
  if (replyTo === undefined) return '';
  if (!quote) return '<p class="reply">Answers an earlier message</p>';
  const address = `${toAddress(quote.page)}#${getAnchor(encodeURIComponent(replyTo))}`;
  const name = isolate(findName(people, quote.by));
  return `<p class="reply"><a href="${address}">${name}: ${isolate(quote.words)}</a></p>`;
}

function formatFile(file: FileLine | undefined): string {
  if (!file) return '<p class="gone">The file is gone</p>';
  const { id, name, contentType = '', width, height } = file;
  const address = toHtmlText(toAddress(getArchivePath(id, name)));
  const label = toHtmlText(name);
  const link = `<a href="${address}" download="${label}">${isolate(name)}</a>`;
  if (/^image\/(?!svg)/.test(contentType)) {
    const size = width && height ? ` width="${width}" height="${height}"` : '';
    return `<figure><a href="${address}"><img src="${address}" alt="${label}"${size} loading="lazy"></a></figure>`;
  }
  const kind = /^(audio|video)\//.exec(contentType)?.[1];
  if (kind === undefined) return `<p class="file">${link}</p>`;
  return `<figure><${kind} src="${address}" controls preload="none" aria-label="${label}"></${kind}><figcaption>${link}</figcaption></figure>`;
}

function formatReactions({ reactions = {} }: MessageLine, people: MessageContext['people']): string {
  const items = Object.entries(reactions).map(([emoji, uids]) => {
    const shown = uids.slice(0, MAX_NAMES).map(uid => isolate(findName(people, uid)));
    const more = uids.length > MAX_NAMES ? ` and ${uids.length - MAX_NAMES} more` : '';
    return `<li>${isolate(emoji)} <span>${shown.join(', ')}${more}</span></li>`;
  });
  return items.length === 0 ? '' : `<ul class="reactions" aria-label="Reactions">${items.join('')}</ul>`;
}

function findName(people: MessageContext['people'], uid: string): string {
  return people.get(uid)?.name ?? UNKNOWN;
}

/** The people whose names the line shows. */
export function listNamedPeople({ by, mentions = [], reactions = {}, pinned }: MessageLine): string[] {
  const reacted = Object.values(reactions).flatMap(uids => uids.slice(0, MAX_NAMES));
  const mentioned = mentions.flatMap(({ uid }) => uid ?? []);
  return [by, ...mentioned, ...reacted, ...(pinned ? [pinned.by] : [])];
}
