import { toEmoji } from '../../chat/emoji/shortcodes.ts';
import { formatTime } from './message-parts.ts';

const LINK = String.raw`<[^<>\n]*>`;
const INLINE_CODE = '`[^`\\n]*`';
const CODE = `\`\`\`[^]*?\`\`\`|${INLINE_CODE}`;
const WORD = String.raw`\p{L}\p{N}`;
const EMOJI_NAME = ":[a-z\\d_+'-]+(?:::?skin-tone-[2-6])?:";

const BOLD = new RegExp(createMarkSource(String.raw`\*`), 'gu');
const STRIKE = new RegExp(createMarkSource('~'), 'gu');
const CODE_OR_LINK = new RegExp(`${CODE}|${LINK}`, 'g');
const LINKS = new RegExp(LINK, 'g');
/** Not within times, addresses and paths. */
const EMOJI_NAMES = new RegExp(`(?<![${WORD}:/])(?:${EMOJI_NAME})+(?![${WORD}:/])`, 'gu');
const EMOJI_OF_NAMES = new RegExp(EMOJI_NAME, 'g');
const CODE_OR_QUOTED_REST = new RegExp(`${CODE}|^>>> ?([^]*)`, 'gm');

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const WEB_ADDRESS = /^(?:https?|mailto):/i;
/** Of a person, a channel, a group, everyone, or a time. */
const MENTION = /^(?:[@#][A-Z\d]+$|!(?:channel|here|everyone|subteam|date)\b)/;
/** Not the start of HTML, such as `<!DOCTYPE html>`. */
const COMMAND_NAME = /^[a-z]\w*$/i;
const ADDRESS = /^[a-z][a-z\d+.-]*:(?!:)/i;

/** A text with Slack's marks, links, emoji and entities (https://docs.slack.dev/messaging/formatting-message-text), as Snug writes them. */
export function translateSlackMarks(text: string): string {
  if (text === '') return '';
  const marked = doubleMarks(doubleMarks(text, BOLD, '**'), STRIKE, '~~');
  return quoteRest(decodeEntities(translateOutside(marked, CODE_OR_LINK, translateCodeOrLink)));
}

/** A text without marks, such as a title. It cannot have links of its own, and its mentions become words, too. */
export function translateSlackWords(text: string): string {
  return toEmojiSigns(decodeEntities(text.replace(LINKS, toWords)));
}

function toWords(link: string): string {
  const { target, label } = splitLink(link);
  if (WEB_ADDRESS.test(target)) return label || target;
  return MENTION.test(target) ? translateLink(link) : link;
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, entity => ENTITIES[entity] ?? entity);
}

/** Names of standard emoji between colons, as Slack, Mattermost and Discord know them, become the emoji. */
export function toEmojiSigns(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(EMOJI_NAMES, names =>
    names.replace(EMOJI_OF_NAMES, name => toEmoji(name.slice(1, -1)) ?? name),
  );
}

/** A named link, or the address alone if the label only repeats it. */
export function writeLink(label: string, address: string): string {
  if (!WEB_ADDRESS.test(address)) return label;
  const target = address.replaceAll(' ', '%20');
  const name = label.replace(/\s+/g, ' ').trim();
  if (name === '') return target;
  if (isSameAddress(name, address)) return target.replace(/^mailto:/i, '');
  const safeTarget = isBalanced(target, '(', ')')
    ? target
    : target.replaceAll('(', '%28').replaceAll(')', '%29');
  const safeName = isBalanced(name, '[', ']') ? name : name.replaceAll('[', '(').replaceAll(']', ')');
  return `[${safeName}](${safeTarget})`;
}

/** Empty without an address: such a button does nothing outside of Slack. */
export function writeButton(label: string, address: string): string {
  return address === '' ? '' : writeLink(label, address);
}

/** Also matches code and links, which keep their marks. */
function createMarkSource(mark: string): string {
  const content = `(?:${LINK}|${INLINE_CODE}|[^${mark}\\n<\`])+`;
  const marked = `(?<![${WORD}${mark}])${mark}(?![\\s${mark}])(${content})(?<!\\s)${mark}(?![${WORD}${mark}])`;
  return `${CODE}|${LINK}|${marked}`;
}

function doubleMarks(text: string, pattern: RegExp, mark: string): string {
  if (!text.includes(mark.charAt(0))) return text;
  return text.replace(pattern, (found, content?: string) =>
    content === undefined ? found : `${mark}${content}${mark}`,
  );
}

/** Translates what the pattern finds, and the names of emoji in the rest. */
function translateOutside(text: string, pattern: RegExp, translate: (found: string) => string): string {
  let translated = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    translated += toEmojiSigns(text.slice(end, index)) + translate(found);
    end = index + found.length;
  }
  return translated + toEmojiSigns(text.slice(end));
}

/** Links in code lose their address. */
function translateCodeOrLink(found: string): string {
  return found.startsWith('<')
    ? translateLink(found)
    : found.replace(LINKS, link => splitLink(link).label || splitLink(link).target);
}

/** `>>>` quotes all lines after it. */
function quoteRest(text: string): string {
  if (!text.includes('>>>')) return text;
  return text.replace(CODE_OR_QUOTED_REST, (found, rest?: string) =>
    rest === undefined ? found : quoteLines(rest),
  );
}

export function quoteLines(text: string): string {
  return text === '' ? '' : `> ${text.replaceAll('\n', '\n> ')}`;
}

function splitLink(link: string): { target: string; label: string | undefined } {
  const [target = '', ...label] = link.slice(1, -1).split('|');
  return { target, label: label.length > 0 ? label.join('|') : undefined };
}

/** Mentions become words: nobody here has an account of Slack. Channels can have an empty label. */
function translateLink(link: string): string {
  const { target, label } = splitLink(link);
  const [kind, name] = [target.charAt(0), target.slice(1)];
  if (kind === '@') return `@${withoutMark(label || name, '@')}`;
  if (kind === '#') return `#${withoutMark(label || name, '#')}`;
  if (kind === '!') return translateCommand(name, label) ?? link;
  const words = toEmojiSigns(label ?? '');
  if (WEB_ADDRESS.test(target)) return writeLink(words, target);
  if (words === '') return link;
  return ADDRESS.test(target) ? `${words} (${target})` : words;
}

/** Undefined if the text is not a command. */
function translateCommand(command: string, label: string | undefined): string | undefined {
  const [name = '', seconds = '', , address = ''] = command.split('^');
  if (!COMMAND_NAME.test(name)) return undefined;
  if (name === 'date') return writeLink(label || formatTime(Number(seconds)), address);
  return `@${label ? withoutMark(label, '@') : name}`;
}

function withoutMark(name: string, mark: string): string {
  return name.startsWith(mark) ? name.slice(1) : name;
}

function isSameAddress(label: string, address: string): boolean {
  const normalize = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
  return normalize(label) === normalize(address);
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === open) depth++;
    if (character === close && depth-- === 0) return false;
  }
  return depth === 0;
}
