import { isEmoji } from '@snug/protocol';
import { toEmoji } from '../../../chat/emoji/shortcodes.ts';
import { formatTime } from '../../../programs/incoming-webhooks/message-parts.ts';
import type { Ledger } from '../../import/ledger.ts';
import { type FinishedText, StyledText, type TextStyles } from '../../text/styled-text.ts';
import { Markdown, type MarkdownNames } from '../markdown/markdown.ts';
import { writeMissingFile } from '../missing-file.ts';
import type { SourceEmoji } from '../source-emoji.ts';
import type { DiscordEmbed, DiscordMessage } from './discord-export.ts';
import type { DiscordPeople } from './discord-people.ts';
import type { StoredMessage } from './stored-message.ts';

const markdown = new Markdown({
  special:
    /^(?:<(?:@!?\d{1,20}|@&\d{1,20}|#\d{1,20}|a?:\w{1,40}:\d{1,20}|t:-?\d{1,13}(?::[a-zA-Z])?|\/[^<>\n]{1,100}:\d{1,20})>|:\w{2,40}:)/,
  specialStart: /<(?:[@#:/]|a:|t:)|:\w/,
  isDiscord: true,
});
/** Of the parts of a poll, a call or a forwarded message, which Discord shows in words of its own. */
const ITALIC = { italic: true };

export interface DiscordNames {
  people: DiscordPeople;
  emoji: SourceEmoji;
  ledger: Ledger;
  /** Undefined for a channel that is not in the export. */
  findChannel: (id: string) => string | undefined;
}

/** The words of a message, with its embeds as quotes. `missing`: the names of files that the export does not have. */
export function writeDiscordText(
  message: StoredMessage,
  missing: readonly string[],
  names: DiscordNames,
): FinishedText[] {
  const text = new StyledText();
  const pieces = new PieceWriter(message, names);
  if (message.kind === 'Call') writeCall(text, message);
  else if (message.content !== '') markdown.add(text, message.content, pieces);
  for (const { name } of message.textStickers) text.text(`[Sticker: ${name}]`).newLine();
  if (message.poll) writePoll(text, message.poll);
  const { forwardedMessage: forwarded } = message;
  if (forwarded) {
    text.beginQuote().text('Forwarded:', ITALIC).newLine();
    markdown.add(text, forwarded.content, pieces);
    for (const embed of forwarded.embeds) writeEmbed(text, embed, pieces);
    text.endQuote();
  }
  for (const embed of message.embeds) {
    if (isPreview(embed, message)) names.ledger.change('embed.preview');
    else {
      text.beginQuote();
      writeEmbed(text, embed, pieces);
      text.endQuote();
    }
  }
  for (const name of missing) {
    writeMissingFile(text, name);
    text.newLine();
  }
  if (text.replaced > 0) names.ledger.change('text.replaced', text.replaced);
  return text.finishParts();
}

/** Of a channel. Snug shows the same marks in descriptions. */
export function writeDiscordTopic(topic: string, names: DiscordNames): string {
  const text = new StyledText();
  markdown.add(text, topic, new PieceWriter({ mentions: [], inlineEmojis: [] }, names));
  return text.finish().text;
}

/** An emoji of Discord for a text or a reaction. Undefined for one that does not come along. */
export function toDiscordEmoji(
  { id, name }: { id: string; name: string },
  emoji: SourceEmoji,
): string | undefined {
  if (id !== '') return emoji.find(id);
  return [name, `${name}\ufe0f`, toEmoji(name)].find(text => text !== undefined && isEmoji(text));
}

function writeCall(text: StyledText, { at, callEndedTimestamp }: StoredMessage): void {
  const minutes = Math.round((Date.parse(callEndedTimestamp ?? '') - at) / 60_000);
  text.text(minutes >= 0 ? `Call, ${minutes} min` : 'Call', ITALIC).newLine();
}

function writePoll(text: StyledText, { question, answers }: NonNullable<DiscordMessage['poll']>): void {
  text.text('Poll:', ITALIC).text(` ${question}`, { bold: true }).newLine();
  for (const answer of answers) text.beginItem().text(`${answer.text ?? ''} (${answer.count})`);
  text.endList();
}

/** Discord adds the description of a linked page. */
function isPreview({ url, fields }: DiscordEmbed, { content, isBot }: StoredMessage): boolean {
  return !isBot && url !== '' && fields.length === 0 && content.includes(url);
}

function writeEmbed(text: StyledText, embed: DiscordEmbed, pieces: PieceWriter): void {
  const { title, url, author, description, fields, footer } = embed;
  if (author?.name) text.text(author.name).newLine();
  if (title !== '') (url === '' ? text.text(title, { bold: true }) : text.link(url, title)).newLine();
  else if (url !== '') text.link(url).newLine();
  if (description !== '') {
    markdown.add(text, description, pieces);
  }
  for (const { name, value } of fields) {
    text.text(name, { bold: true }).newLine();
    markdown.add(text, value, pieces);
  }
  // `url` is a file of the export, which nobody can open later.
  const addresses = [embed.image, embed.video, ...embed.images].map(
    picture => picture?.canonicalUrl || picture?.url,
  );
  for (const address of new Set(addresses)) {
    if (address && /^https?:/.test(address) && address !== url) text.link(address).newLine();
  }
  if (footer?.text) text.text(footer.text, ITALIC).newLine();
}

class PieceWriter implements MarkdownNames {
  readonly #message: Pick<StoredMessage, 'mentions' | 'inlineEmojis'>;
  readonly #names: DiscordNames;
  readonly #mentions: RegExp;

  constructor(message: Pick<StoredMessage, 'mentions' | 'inlineEmojis'>, names: DiscordNames) {
    this.#message = message;
    this.#names = names;
    // DiscordChatExporter writes "@name" by default, and lists who was meant.
    const shown = message.mentions.flatMap(({ names }) => names).filter(name => name.trim() !== '');
    const words = ['everyone', 'here', ...shown.toSorted((one, other) => other.length - one.length)];
    this.#mentions = new RegExp(
      String.raw`(?<![\p{L}\p{N}@])@(${words.map(word => RegExp.escape(word)).join('|')})(?![\p{L}\p{N}_])`,
      'giu',
    );
  }

  change(what: string): void {
    this.#names.ledger.change(what);
  }

  addPlain(text: StyledText, value: string, styles: TextStyles): void {
    let at = 0;
    for (const match of value.matchAll(this.#mentions)) {
      const [raw, name = ''] = match;
      text.text(value.slice(at, match.index), styles).mention(this.#findUid(name), name, styles);
      at = match.index + raw.length;
    }
    text.text(value.slice(at), styles);
  }

  addSpecial(text: StyledText, raw: string, styles: TextStyles): void {
    const { people, emoji, findChannel } = this.#names;
    const id = /\d{1,20}(?=>$)/.exec(raw)?.[0] ?? '';
    if (/^<@!?\d/.test(raw)) {
      const person = people.find(id);
      if (person) text.mention(person.id, person.name, styles);
      else {
        this.change('mention.unknown');
        text.text('@unknown', styles);
      }
    } else if (raw.startsWith('<@&')) {
      this.change('mention.role');
      text.text(`@${people.findRole(id) ?? 'unknown role'}`, styles);
    } else if (raw.startsWith('<#')) {
      this.change('mention.channel');
      text.text(`#${findChannel(id) ?? 'unknown'}`, styles);
    } else if (raw.startsWith('<t:')) text.text(toDate(raw), styles);
    else if (raw.startsWith('</')) text.text(raw.slice(1, raw.lastIndexOf(':')), styles);
    else if (raw.startsWith('<')) {
      const name = /:(\w+):/.exec(raw)?.[1] ?? '';
      text.text(emoji.find(id) ?? `:${name}:`, styles);
    } else {
      const name = raw.slice(1, -1);
      const known = this.#message.inlineEmojis.find(one => one.id !== '' && one.name === name);
      text.text((known && emoji.find(known.id)) ?? raw, styles);
    }
  }

  #findUid(name: string): string | null {
    const lower = name.toLowerCase();
    const person = this.#message.mentions.find(({ names }) => names.some(one => one.toLowerCase() === lower));
    // A person can be called "here".
    return (person && this.#names.people.find(person.id)?.id) ?? null;
  }
}

/** `<t:1700000000:R>`, for which each browser has its own words in Discord. */
function toDate(raw: string): string {
  return formatTime(Number(/-?\d+/.exec(raw)?.[0])) || 'Invalid date';
}
