import { type Fields, listFields, readText, toFields } from './json-fields.ts';
import { joinLines, joinWords } from './message-parts.ts';
import { decodeEntities, translateSlackMarks, writeButton, writeLink } from './slack-marks.ts';

/** The text of Block Kit's blocks (https://docs.slack.dev/reference/block-kit/blocks). Empty for none with a text. */
export function readSlackBlocks(blocks: unknown): string {
  return joinLines(listFields(blocks).map(readBlock));
}

function readBlock(block: Fields): string {
  switch (block['type']) {
    case 'header':
      return toBold(readTextObject(block['text']));
    case 'markdown':
      return readText(block['text']);
    case 'section':
      return joinLines([
        readTextObject(block['text']),
        ...listFields(block['fields']).map(readTextObject),
        readButton(toFields(block['accessory'])),
      ]);
    case 'context':
      return joinWords(listFields(block['elements']).map(readTextObject));
    case 'actions':
      return joinWords(listFields(block['elements']).map(readButton));
    case 'image':
    case 'video':
      return readPicture(block);
    case 'rich_text':
      return joinLines(listFields(block['elements']).map(readRichElement));
    case 'table':
      return readTable(block['rows']);
    default:
      return readTextObject(block['text']);
  }
}

/** `{ "type": "mrkdwn", "text": "..." }`, or with the type `plain_text`. */
function readTextObject(value: unknown): string {
  if (typeof value === 'string') return translateSlackMarks(value);
  const { type, text } = toFields(value);
  return type === 'plain_text' ? decodeEntities(readText(text)) : translateSlackMarks(readText(text));
}

function readButton({ type, text, url }: Fields): string {
  return type === 'button' ? writeButton(readTextObject(text), readText(url)) : '';
}

function readPicture({
  title,
  alt_text: alternative,
  image_url: picture,
  title_url: page,
  video_url: video,
}: Fields): string {
  const label = readTextObject(title) || decodeEntities(readText(alternative));
  return writeLink(label, readText(page) || readText(picture) || readText(video));
}

function readTable(rows: unknown): string {
  if (!Array.isArray(rows)) return '';
  return joinLines(rows.map(row => listFields(row).map(readCell).join(' | ')));
}

function readCell(cell: Fields): string {
  return cell['type'] === 'rich_text' ? readBlock(cell) : readText(cell['text']);
}

function readRichElement(element: Fields): string {
  const parts = listFields(element['elements']);
  switch (element['type']) {
    case 'rich_text_preformatted':
      return `\`\`\`\n${readPlainParts(parts)}\n\`\`\``;
    case 'rich_text_quote':
      return quote(readParts(parts));
    case 'rich_text_list':
      return readList(element, parts);
    default:
      return readParts(parts);
  }
}

function readList({ style, indent, offset }: Fields, items: readonly Fields[]): string {
  const space = '  '.repeat(Math.min(Number(indent) || 0, 8));
  const first = (Number(offset) || 0) + 1;
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
      return readText(part['fallback']);
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
  return areValid ? String.fromCodePoint(...points) : `:${readText(name)}:`;
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
  return text === '' ? '' : `**${text.trim()}**`;
}

function quote(text: string): string {
  return text === ''
    ? ''
    : text
        .split('\n')
        .map(line => `> ${line}`)
        .join('\n');
}
