import { decodeEntities } from '../../../programs/incoming-webhooks/slack-marks.ts';
import { StyledText, type TextStyles } from '../../text/styled-text.ts';
import { Markdown, type MarkdownNames } from '../markdown/markdown.ts';
import { NAMELESS_PERSON } from '../names.ts';
import { isRecord, readList, readSeconds, readText } from './slack-values.ts';

/** What texts of Slack name by id, and what they lose. */
export interface TextContext {
  findPerson: (id: string) => { id: string; name: string } | undefined;
  findRoom: (id: string) => string | undefined;
  findGroup: (id: string) => string | undefined;
  findEmoji: (name: string) => string | undefined;
  change: (what: string) => void;
}

const CODE = /(```[^]*?```|`[^`\n]+`)/;
const TOKEN = /<([^<>]*)>|:([\w+'-]+(?:::?skin-tone-[2-6])?):|([*_~])/g;
/** Of blocks with the Markdown of other programs. */
const markdown = new Markdown({
  special: /^(?:<[@#!][^<>\n]{1,200}>|:[\w+'-]{1,100}:)/,
  specialStart: /<[@#!]|:[\w+]/,
});
const STYLE_OF_MARK: Readonly<Record<string, keyof TextStyles>> = { '*': 'bold', _: 'italic', '~': 'strike' };

/** Slack's marks, with entities. Nothing inside of code is changed except for entities and links. */
export function writeMrkdwn(
  source: string,
  out: StyledText,
  context: TextContext,
  base: TextStyles = {},
): void {
  let quotesAll = false;
  let isAfterQuote = false;
  for (const [index, part] of source.split(CODE).entries()) {
    if (index % 2 === 1) {
      const code = decodeEntities(
        part.replaceAll(
          /<((?:https?|mailto):[^>|]*)(?:\|([^>]*))?>/g,
          (_, url: string, label?: string) => label ?? url,
        ),
      );
      if (part.startsWith('```')) out.codeBlock(code.slice(3, -3).replace(/^\n/, '').replace(/\n$/, ''));
      else out.text(code.slice(1, -1), { ...base, code: true });
      continue;
    }
    for (const [number, line] of part.split('\n').entries()) {
      // The end of a quote ends its line, too.
      if (number > 0 && !isAfterQuote) out.newLine();
      isAfterQuote = false;
      const isStart = number > 0 || index === 0;
      if (isStart && line.startsWith('&gt;&gt;&gt;')) {
        quotesAll = true;
        out.beginQuote();
        writeLine(line.slice(12).trimStart(), out, context, base);
      } else if (isStart && !quotesAll && line.startsWith('&gt;')) {
        out.beginQuote();
        writeLine(line.slice(4).trimStart(), out, context, base);
        out.endQuote();
        isAfterQuote = true;
      } else writeLine(line, out, context, base);
    }
  }
  if (quotesAll) out.endQuote();
}

/** Marks begin and end at the edges of words, on one line. */
function writeLine(line: string, out: StyledText, context: TextContext, base: TextStyles): void {
  const pairs = findPairs(line);
  let styles = base;
  let end = 0;
  for (const found of line.matchAll(TOKEN)) {
    const [token, angle, emoji, mark = ''] = found;
    out.text(decodeEntities(line.slice(end, found.index)), styles);
    end = found.index + token.length;
    const style = STYLE_OF_MARK[mark];
    if (angle !== undefined) writeAngle(angle, out, context, styles);
    else if (emoji !== undefined) out.text(context.findEmoji(emoji) ?? token, styles);
    else if (style && pairs.has(found.index))
      styles = { ...styles, [style]: pairs.get(found.index) === true || base[style] };
    else out.text(mark, styles);
  }
  out.text(decodeEntities(line.slice(end)), styles);
}

/** The places of marks that belong together; true for the first of two. */
function findPairs(line: string): Map<number, boolean> {
  const open = new Map<string, number>();
  const pairs = new Map<number, boolean>();
  for (const { index, 3: mark } of line.matchAll(TOKEN)) {
    if (mark === undefined) continue;
    const isEdgeBefore = index === 0 || /[\s\p{P}\p{S}]/u.test(line.charAt(index - 1));
    const isEdgeAfter = index === line.length - 1 || /[\s\p{P}\p{S}]/u.test(line.charAt(index + 1));
    const from = open.get(mark);
    if (from !== undefined && index > from + 1 && isEdgeAfter && /\S/.test(line.charAt(index - 1))) {
      pairs.set(from, true).set(index, false);
      open.delete(mark);
    } else if (isEdgeBefore && /\S/.test(line.charAt(index + 1))) open.set(mark, index);
  }
  return pairs;
}

/** One `<...>`. */
function writeAngle(inner: string, out: StyledText, context: TextContext, styles: TextStyles): void {
  const [head = '', ...rest] = inner.split('|');
  const label = rest.length > 0 ? decodeEntities(rest.join('|')) : undefined;
  if (head.startsWith('@')) writePerson(head.slice(1), label, out, context, styles);
  else if (head.startsWith('#')) out.text(nameRoom(head.slice(1), label, context), styles);
  else if (/^!(?:here|channel|everyone)$/.test(head)) out.mention(null, head.slice(1), styles);
  else if (head.startsWith('!subteam^')) writeGroup(head.slice(9), label, out, context, styles);
  else if (head.startsWith('!')) out.text(label ?? head.slice(1), styles);
  else out.link(decodeEntities(head), label, styles);
}

function writePerson(
  id: string,
  label: string | undefined,
  out: StyledText,
  context: TextContext,
  styles: TextStyles,
) {
  const person = context.findPerson(id);
  if (person) return out.mention(person.id, person.name, styles);
  context.change('mention.unknown');
  return out.text(`@${label?.replace(/^@/, '') || NAMELESS_PERSON}`, styles);
}

function nameRoom(id: string, label: string | undefined, context: TextContext): string {
  const name = context.findRoom(id) || label?.replace(/^#/, '');
  return name ? `#${name}` : 'a private room';
}

function writeGroup(
  id: string,
  label: string | undefined,
  out: StyledText,
  context: TextContext,
  styles: TextStyles,
): void {
  context.change('mention.role');
  out.text(`@${label?.replace(/^@/, '') || context.findGroup(id) || 'a group'}`, styles);
}

/** Blocks are what Slack showed. */
export function writeBlocks(
  blocks: readonly unknown[],
  out: StyledText,
  context: TextContext,
  base: TextStyles = {},
): void {
  for (const block of blocks.filter(isRecord)) {
    out.endLine();
    writeBlock(block, out, context, base);
  }
}

function writeBlock(
  block: Record<string, unknown>,
  out: StyledText,
  context: TextContext,
  base: TextStyles,
): void {
  switch (block.type) {
    case 'rich_text':
      for (const element of readList(block.elements)) writeRichBlock(element, out, context, base);
      break;
    case 'section':
      writeTextObject(block.text, out, context, base);
      for (const field of readList(block.fields)) {
        out.endLine();
        writeTextObject(field, out, context, base);
      }
      if (isRecord(block.accessory)) context.change('block.accessory');
      break;
    case 'header':
      writeTextObject(block.text, out, context, { ...base, bold: true });
      break;
    case 'context':
      for (const [number, element] of readList(block.elements).filter(isRecord).entries()) {
        if (number > 0) out.text(' ', base);
        if (element.type === 'image') out.text(readText(element.alt_text), base);
        else writeTextObject(element, out, context, { ...base, italic: true });
      }
      break;
    case 'divider':
      out.text('—', base);
      break;
    case 'image':
    case 'video':
      writePicture(block, out, base);
      break;
    case 'markdown':
      markdown.add(out, readText(block.text), new MarkdownPieces(context));
      break;
    case 'table':
      writeTable(block, out, context, base);
      break;
    default:
      context.change(`block.${readText(block.type) || 'unknown'}`);
      // A later kind of block, whose words most often have these names.
      for (const words of [block.title, block.text, block.body].filter(isWords)) {
        out.endLine();
        writeTextObject(words, out, context, base);
      }
  }
}

function isWords(value: unknown): boolean {
  return isRecord(value) && readText(value.text) !== '';
}

function writeTable(
  block: Record<string, unknown>,
  out: StyledText,
  context: TextContext,
  base: TextStyles,
): void {
  context.change('text.table');
  for (const row of readList(block.rows)) {
    out.endLine();
    for (const [number, cell] of readList(row).filter(isRecord).entries()) {
      if (number > 0) out.text(' | ', base);
      if (cell.type === 'rich_text')
        for (const element of readList(cell.elements)) writeRichBlock(element, out, context, base);
      else out.text(readText(cell.text), base);
    }
  }
}

/** Of a topic: Snug shows the same marks in descriptions. */
export function toDescriptionText(source: string, context: TextContext): string {
  const text = new StyledText();
  writeMrkdwn(source.trim(), text, context);
  return text.finish().text;
}

class MarkdownPieces implements MarkdownNames {
  readonly #context: TextContext;

  constructor(context: TextContext) {
    this.#context = context;
  }

  change(what: string): void {
    this.#context.change(what);
  }

  addPlain(text: StyledText, value: string, styles: TextStyles): void {
    text.text(value, styles);
  }

  addSpecial(text: StyledText, raw: string, styles: TextStyles): void {
    writeLine(raw, text, this.#context, styles);
  }
}

function writePicture(block: Record<string, unknown>, out: StyledText, base: TextStyles): void {
  const url = readText(block.image_url) || readText(block.title_url) || readText(block.video_url);
  const title = isRecord(block.title) ? readText(block.title.text) : '';
  const label = title || readText(block.alt_text);
  if (url === '') out.text(label, base);
  else out.link(removeToken(url), label, base);
}

function writeTextObject(value: unknown, out: StyledText, context: TextContext, base: TextStyles): void {
  if (!isRecord(value)) return;
  if (value.type === 'mrkdwn') writeMrkdwn(readText(value.text), out, context, base);
  else out.text(readText(value.text), base);
}

function writeRichBlock(value: unknown, out: StyledText, context: TextContext, base: TextStyles): void {
  if (!isRecord(value)) return;
  const elements = readList(value.elements);
  if (value.type === 'rich_text_section') writeRichElements(elements, out, context, base);
  else if (value.type === 'rich_text_preformatted') {
    const code = elements
      .filter(isRecord)
      .map(({ type, text, url }) => readText(type === 'link' ? (text ?? url) : text));
    out.codeBlock(code.join(''), readText(value.language));
  } else if (value.type === 'rich_text_quote') {
    out.beginQuote();
    writeRichElements(elements, out, context, base);
    out.endQuote();
  } else if (value.type === 'rich_text_list') {
    const level = Number(value.indent ?? 0) || 0;
    const first = (Number(value.offset ?? 0) || 0) + 1;
    for (const [index, item] of elements.filter(isRecord).entries()) {
      out.beginItem({ level, number: value.style === 'ordered' ? first + index : undefined });
      writeRichElements(readList(item.elements), out, context, base);
    }
    out.endList();
  } else context.change(`block.${readText(value.type) || 'unknown'}`);
}

function writeRichElements(
  elements: readonly unknown[],
  out: StyledText,
  context: TextContext,
  base: TextStyles,
): void {
  for (const element of elements.filter(isRecord)) {
    const style = isRecord(element.style) ? element.style : {};
    const isOn = (name: string) => style[name] === true;
    const styles: TextStyles = {
      bold: isOn('bold') || base.bold,
      italic: isOn('italic') || base.italic,
      strike: isOn('strike') || base.strike,
      code: isOn('code') || base.code,
    };
    if (isOn('underline')) context.change('style.underline');
    if (isOn('highlight') || isOn('client_highlight')) context.change('style.highlight');
    writeRichElement(element, styles, out, context);
  }
}

function writeRichElement(
  element: Record<string, unknown>,
  styles: TextStyles,
  out: StyledText,
  context: TextContext,
): void {
  const read = (name: string) => readText(element[name]);
  switch (element.type) {
    case 'text':
      out.text(read('text'), styles);
      break;
    case 'link':
      out.link(read('url'), read('text'), styles);
      break;
    case 'user':
      writePerson(read('user_id'), undefined, out, context, styles);
      break;
    case 'channel':
      out.text(nameRoom(read('channel_id'), undefined, context), styles);
      break;
    case 'usergroup':
      writeGroup(read('usergroup_id'), undefined, out, context, styles);
      break;
    case 'broadcast':
      out.mention(null, read('range') || 'channel', styles);
      break;
    case 'emoji': {
      const tone = Number(element.skin_tone ?? 0);
      const name = read('name') + (tone > 1 ? `::skin-tone-${tone}` : '');
      out.text(context.findEmoji(name) ?? `:${read('name')}:`, styles);
      break;
    }
    case 'date':
      out.text(read('fallback') || new Date(readSeconds(element.timestamp) ?? 0).toISOString(), styles);
      break;
    case 'color':
      out.text(read('value'), styles);
      break;
    default:
      context.change(`block.${read('type') || 'unknown'}`);
      out.text(read('text'), styles);
  }
}

/** Addresses of files have a token, which opens them for everybody who has it. */
export function removeToken(url: string): string {
  let end = url.replaceAll(/([?&])(?:t|token)=xox[^&#\s]*/g, '$1');
  while (/[?&]$/.test(end)) end = end.slice(0, -1);
  return end;
}
