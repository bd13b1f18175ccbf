import { toEmoji } from '../../../chat/emoji/shortcodes.ts';
import type { Ledger } from '../../import/ledger.ts';
import { type FinishedText, StyledText, type TextStyles } from '../../text/styled-text.ts';
import { Markdown, type MarkdownNames } from '../markdown/markdown.ts';
import { writeMissingFile } from '../missing-file.ts';
import type { SourceEmoji } from '../source-emoji.ts';
import type { MattermostAttachment, MattermostPost } from './mattermost-export.ts';
import type { MattermostPeople } from './mattermost-people.ts';

const markdown = new Markdown({ special: /^:[a-zA-Z0-9_+-]{1,64}:/, specialStart: /:[a-zA-Z0-9_+-]/ });
const NAMES = /(?<![\p{L}\p{N}@/.])(?:@([a-zA-Z0-9][a-zA-Z0-9._-]{0,63})|~([a-z0-9][a-z0-9_-]{0,63}))/gu;
const EVERYONE = new Set(['here', 'all', 'channel']);
const ITALIC = { italic: true };

export interface MattermostNames {
  people: MattermostPeople;
  emoji: SourceEmoji;
  ledger: Ledger;
}

/** The words of a post, with its attachments of webhooks as quotes. `missing`: the names of files that the export does not have. */
export function writeMattermostText(
  { message, props, type }: Pick<MattermostPost, 'message' | 'props' | 'type'>,
  missing: readonly string[],
  names: MattermostNames,
): FinishedText[] {
  const text = new StyledText();
  const pieces = new PieceWriter(names);
  // "/me waves" comes as "*waves*".
  if (message !== '' || type !== '') markdown.add(text, message, pieces);
  for (const attachment of props.attachments) writeAttachment(text, attachment, pieces);
  for (const name of missing) {
    writeMissingFile(text, name);
    text.newLine();
  }
  if (text.replaced > 0) names.ledger.change('text.replaced', text.replaced);
  return text.finishParts();
}

/** For a text or a reaction; undefined for one that does not come along. */
export function toMattermostEmoji(name: string, emoji: SourceEmoji): string | undefined {
  return emoji.has(name) ? emoji.find(name) : toEmoji(name);
}

function writeAttachment(text: StyledText, attachment: MattermostAttachment, pieces: PieceWriter): void {
  const {
    pretext,
    author_name: author,
    title,
    title_link: link,
    fields,
    fallback,
    footer,
    image_url: picture,
  } = attachment;
  const hasWords = attachment.text !== '' || title !== '' || pretext !== '' || fields.length > 0;
  if (!hasWords && fallback === '' && picture === '') return;
  if (pretext !== '') {
    markdown.add(text, pretext, pieces);
  }
  text.beginQuote();
  if (author !== '') text.text(author).newLine();
  if (title !== '') (link === '' ? text.text(title, { bold: true }) : text.link(link, title)).newLine();
  const lines = [
    hasWords ? attachment.text : fallback,
    ...fields.map(({ title, value }) => `**${title}**\n${value}`),
  ];
  for (const line of lines) {
    if (line === '') continue;
    markdown.add(text, line, pieces);
  }
  if (picture !== '') text.link(picture).newLine();
  if (footer !== '') text.text(footer, ITALIC).newLine();
  text.endQuote();
}

class PieceWriter implements MarkdownNames {
  readonly #names: MattermostNames;

  constructor(names: MattermostNames) {
    this.#names = names;
  }

  change(what: string): void {
    this.#names.ledger.change(what);
  }

  addPlain(text: StyledText, value: string, styles: TextStyles): void {
    let at = 0;
    for (const match of value.matchAll(NAMES)) {
      const [raw, typed = '', channel] = match;
      text.text(value.slice(at, match.index), styles);
      at = match.index + raw.length;
      if (channel !== undefined) {
        this.change('mention.channel');
        text.text(`#${channel}`, styles);
      } else at -= this.#addMention(text, typed, styles);
    }
    text.text(value.slice(at), styles);
  }

  addSpecial(text: StyledText, raw: string, styles: TextStyles): void {
    const shown = toMattermostEmoji(raw.slice(1, -1), this.#names.emoji);
    if (shown === undefined) this.addPlain(text, raw, styles);
    else text.text(shown, styles);
  }

  /** Returns how many characters of the typed name are not of it: "@ann." has one. */
  #addMention(text: StyledText, typed: string, styles: TextStyles): number {
    const { people } = this.#names;
    const lower = typed.toLowerCase();
    for (let length = typed.length; length > 0; length = findNameEnd(lower, length)) {
      const name = lower.slice(0, length);
      const person = people.find(name);
      if (!EVERYONE.has(name) && (!person || person.placeholder)) continue;
      if (person) text.mention(person.id, person.name, styles);
      else text.mention(null, name, styles);
      return typed.length - length;
    }
    text.text(`@${typed}`, styles);
    return 0;
  }
}

/** Without the signs at the end of the first `length` letters; 0 if there are none at the end. */
function findNameEnd(name: string, length: number): number {
  let end = length;
  while (end > 0 && '._-'.includes(name[end - 1] ?? '')) end--;
  return end === length ? 0 : end;
}
