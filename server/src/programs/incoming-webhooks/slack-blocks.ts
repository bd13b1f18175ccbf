import { type Fields, listFields, readNumber, readText, toFields } from './json-fields.ts';
import { boldHeadings, formatTime, joinLines, joinWords } from './message-parts.ts';
import {
  quoteLines,
  toEmojiSigns,
  translateSlackMarks,
  translateSlackWords,
  writeButton,
  writeLink,
} from './slack-marks.ts';

/** Blocks have no more levels in Slack. */
const MAX_DEPTH = 4;

/** The text of Block Kit's blocks (https://docs.slack.dev/reference/block-kit/blocks). Empty for none with a text. */
export function readSlackBlocks(blocks: unknown): string {
  return readBlocks(blocks, 1);
}

function readBlocks(blocks: unknown, depth: number): string {
  return depth > MAX_DEPTH ? '' : joinLines(listFields(blocks).map(block => readBlock(block, depth)));
}

function readBlock(block: Fields, depth: number): string {
  switch (block['type']) {
    case 'header':
      return toBold(readTextObject(block['text']));
    case 'markdown':
      return toEmojiSigns(boldHeadings(readText(block['text'])));
    case 'section':
      return joinLines([
        readTextObject(block['text']),
        ...listFields(block['fields']).map(readTextObject),
        readButton(toFields(block['accessory'])),
      ]);
    case 'context':
      return joinWords(listFields(block['elements']).map(readTextObject));
    case 'actions':
      return readButtons(block['elements']);
    case 'button':
      return readButton(block);
    case 'image':
    case 'video':
      return readPicture(block);
    case 'rich_text':
      return readRichText(block);
    default:
      return readOtherBlock(block, depth);
  }
}

/** Cards, carousels, containers, alerts, tables, and later kinds, whose words most often have these names. */
function readOtherBlock(block: Fields, depth: number): string {
  const title = readRichText(toFields(block['rich_text_title'])) || readTextObject(block['title']);
  const words = [block['subtitle'], block['caption'], block['text'], block['body']].map(readTextObject);
  return joinLines([
    toBold(title),
    ...words,
    readTable(block['rows']),
    readBlocks(block['child_blocks'] ?? block['elements'], depth + 1),
    readButtons(block['actions']),
  ]);
}

function readRichText({ elements }: Fields): string {
  return joinLines(listFields(elements).map(readRichElement));
}

/** `{ "type": "mrkdwn", "text": "..." }`, or with the type `plain_text`. */
function readTextObject(value: unknown): string {
  if (typeof value === 'string') return translateSlackMarks(value);
  const { type, text } = toFields(value);
  return type === 'plain_text' ? translateSlackWords(readText(text)) : translateSlackMarks(readText(text));
}

function readButton({ type, text, url }: Fields): string {
  return type === 'button' ? writeButton(readTextObject(text), readText(url)) : '';
}

function readButtons(buttons: unknown): string {
  return joinWords(listFields(buttons).map(readButton));
}

function readPicture({
  title,
  alt_text: alternative,
  image_url: picture,
  title_url: page,
  video_url: video,
}: Fields): string {
  const label = readTextObject(title) || translateSlackWords(readText(alternative));
  return writeLink(label, readText(page) || readText(picture) || readText(video));
}

function readTable(rows: unknown): string {
  if (!Array.isArray(rows)) return '';
  return joinLines(rows.map(row => listFields(row).map(readCell).join(' | ')));
}

function readCell(cell: Fields): string {
  return cell['type'] === 'rich_text'
    ? readRichText(cell)
    : readText(cell['text']) || readText(cell['value']);
}

function readRichElement(element: Fields): string {
  const parts = listFields(element['elements']);
  switch (element['type']) {
    case 'rich_text_preformatted':
      return `\`\`\`\n${readPlainParts(parts)}\n\`\`\``;
    case 'rich_text_quote':
      return quoteLines(readParts(parts));
    case 'rich_text_list':
      return readList(element, parts);
    default:
      return readParts(parts);
  }
}

function readList({ style, indent, offset }: Fields, items: readonly Fields[]): string {
  const space = '  '.repeat(Math.min(Math.max(readNumber(indent) || 0, 0), 8));
  const first = (readNumber(offset) || 0) + 1;
  return joinLines(
    items.map((item, index) => {
      const mark = style === 'ordered' ? `${first + index}.` : '-';
      return `${space}${mark} ${readParts(listFields(item['elements']))}`;
    }),
  );
}

function readParts(parts: readonly Fields[]): string {
  return parts.map(readPart).join('');
}

function readPlainParts(parts: readonly Fields[]): string {
  return parts.map(({ text, url }) => readRaw(text) || readText(url)).join('');
}

function readPart(part: Fields): string {
  const text = readRaw(part['text']);
  switch (part['type']) {
    case 'text':
      return addStyles(text, toFields(part['style']));
    case 'link':
      return writeLink(text, readText(part['url']));
    case 'emoji':
      return readEmoji(part);
    case 'user':
      return `@${readText(part['user_id'])}`;
    case 'usergroup':
      return `@${readText(part['usergroup_id'])}`;
    case 'broadcast':
      return `@${readText(part['range'])}`;
    case 'channel':
      return `#${readText(part['channel_id'])}`;
    case 'date':
      return readText(part['fallback']) || formatTime(readNumber(part['timestamp']));
    case 'color':
      return readText(part['value']);
    default:
      return text;
  }
}

/** With the white space at its ends, which separates it from its neighbours. */
function readRaw(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `unicode`: code points in hexadecimal, with hyphens between them. */
function readEmoji({ name, unicode }: Fields): string {
  const points = readText(unicode)
    .split('-')
    .map(point => Number.parseInt(point, 16));
  const areValid = points.every(point => point > 0 && point <= 0x10_ff_ff);
  return areValid ? String.fromCodePoint(...points) : toEmojiSigns(`:${readText(name)}:`);
}

/** A mark needs a letter beside it, so white space at the ends stays outside. */
function addStyles(text: string, { code, bold, italic, strike }: Fields): string {
  const word = text.trim();
  if (word === '' || word.includes('\n')) return text;
  const marks = code
    ? ['`']
    : [bold && '**', italic && '_', strike && '~~'].filter(mark => typeof mark === 'string');
  const styled = marks.reduceRight((inner, mark) => `${mark}${inner}${mark}`, word);
  return text.replace(word, () => styled);
}

function toBold(text: string): string {
  return text === '' || text.includes('**') ? text : `**${text.trim()}**`;
}
