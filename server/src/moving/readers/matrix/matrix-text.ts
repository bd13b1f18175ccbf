import { isEmoji } from '@snug/protocol';
import { toEmoji } from '../../../chat/emoji/shortcodes.ts';
import type { Ledger } from '../../import/ledger.ts';
import { type FinishedText, StyledText, type TextStyles } from '../../text/styled-text.ts';
import { addHtml, type HtmlNames } from '../html/html.ts';
import { writeMissingFile } from '../missing-file.ts';
import type { MatrixContent, MatrixPoll } from './matrix-export.ts';
import type { MatrixPeople } from './matrix-people.ts';

/** Of what Element shows in words of its own. */
const ITALIC = { italic: true };
const MENTION = /@room(?![\p{L}\p{N}_])|@[\w.=/+-]{1,100}:[\w.-]{1,100}(?::\d{1,5})?/gu;
const PERSON_LINK = /^(?:https:\/\/matrix\.to\/#\/|matrix:u\/)(.+)$/;
const MEDIA = new Set(['m.image', 'm.file', 'm.audio', 'm.video']);

export interface MatrixNames {
  people: MatrixPeople;
  ledger: Ledger;
}

export interface ShownMessage {
  content: MatrixContent;
  poll: MatrixPoll | undefined;
  isSticker: boolean;
  isAnswer: boolean;
  /** Its file, which the archive does not have. */
  missing: string | undefined;
}

/** The words of a message, without the copy of what it answers. */
export function writeMatrixText(shown: ShownMessage, names: MatrixNames): FinishedText[] {
  const { content, poll, isSticker, isAnswer, missing } = shown;
  const text = new StyledText();
  const pieces = new Pieces(names);
  if (poll) writePoll(text, poll);
  else if (content.msgtype === 'm.location')
    text.text('Location: ', ITALIC).text(content.geo_uri || content.body);
  else if (!isSticker && (!isMedia(content) || hasCaption(content)))
    writeBody(text, content, { isAnswer, pieces });
  if (missing !== undefined) {
    text.endLine();
    writeMissingFile(text, missing, isSticker ? 'Sticker' : undefined);
  }
  if (text.replaced > 0) names.ledger.change('text.replaced', text.replaced);
  return text.finishParts();
}

export function isMedia({ msgtype }: MatrixContent): boolean {
  return MEDIA.has(msgtype);
}

/** Of a file. Older clients have its name only in the body. */
export function readFileName({ filename, body }: MatrixContent): string {
  return filename || body;
}

/** The key of a reaction; undefined for words and pictures. */
export function toMatrixEmoji(key: string): string | undefined {
  const plain = key.replaceAll('\ufe0f', '');
  return [key, plain, `${plain}\ufe0f`, toEmoji(key.replaceAll(':', ''))].find(
    emoji => emoji !== undefined && isEmoji(emoji),
  );
}

function hasCaption({ filename, body }: MatrixContent): boolean {
  return filename !== '' && filename !== body;
}

function writeBody(
  text: StyledText,
  { msgtype, format, formatted_body: html, body }: MatrixContent,
  { isAnswer, pieces }: { isAnswer: boolean; pieces: Pieces },
): void {
  pieces.base = msgtype === 'm.emote' ? ITALIC : {};
  if (format === 'org.matrix.custom.html' && html !== '') return addHtml(text, html, pieces);
  return pieces.addPlain(text, isAnswer ? removeQuote(body) : body, {});
}

function writePoll(text: StyledText, { question, answers }: MatrixPoll): void {
  text.text('Poll:', ITALIC).text(` ${question}`, { bold: true }).newLine();
  for (const answer of answers) text.beginItem().text(answer);
  text.endList();
}

/** Clients put what they answer before their words. */
function removeQuote(body: string): string {
  if (!body.startsWith('> <')) return body;
  const lines = body.split('\n');
  const end = lines.findIndex(line => !line.startsWith('>'));
  return end < 0 ? body : lines.slice(lines[end] === '' ? end + 1 : end).join('\n');
}

class Pieces implements HtmlNames {
  readonly #names: MatrixNames;
  base: TextStyles = {};

  constructor(names: MatrixNames) {
    this.#names = names;
  }

  change(what: string): void {
    this.#names.ledger.change(what);
  }

  addPlain(text: StyledText, value: string, styles: TextStyles): void {
    const shown = { ...styles, ...this.base };
    let at = 0;
    for (const match of value.matchAll(MENTION)) {
      const [raw] = match;
      const person = this.#names.people.find(raw);
      if (raw !== '@room' && !person) continue;
      text.text(value.slice(at, match.index), shown);
      text.mention(person?.id ?? null, person?.name ?? 'room', shown);
      at = match.index + raw.length;
    }
    text.text(value.slice(at), shown);
  }

  addMention(text: StyledText, href: string, label: string, styles: TextStyles): boolean {
    const found = PERSON_LINK.exec(href)?.[1]?.split('?')[0];
    if (found === undefined) return false;
    const id = decode(href.startsWith('matrix:') ? `@${found}` : found);
    const shown = { ...styles, ...this.base };
    const person = this.#names.people.find(id);
    if (person) text.mention(person.id, person.name, shown);
    else if (id.startsWith('@')) {
      this.change('mention.unknown');
      text.text(`@${label.replace(/^@/, '')}`, shown);
    } else if (id.startsWith('#')) {
      this.change('mention.channel');
      text.text(label || id, shown);
    } else return false;
    return true;
  }

  addElement(): boolean {
    return false;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
