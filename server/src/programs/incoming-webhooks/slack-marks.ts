const LINK = String.raw`<[^<>\n]*>`;
const INLINE_CODE = '`[^`\\n]*`';
const CODE = `\`\`\`[^]*?\`\`\`|${INLINE_CODE}`;
const WORD = String.raw`\p{L}\p{N}`;

const BOLD = new RegExp(createMarkSource(String.raw`\*`), 'gu');
const STRIKE = new RegExp(createMarkSource('~'), 'gu');
const CODE_OR_LINK = new RegExp(`${CODE}|${LINK}`, 'g');
const LINKS = new RegExp(LINK, 'g');

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const WEB_ADDRESS = /^(?:https?|mailto):/i;

/** A text with Slack's marks, links and entities (https://docs.slack.dev/messaging/formatting-message-text), as Snug writes them. */
export function translateSlackMarks(text: string): string {
  return decodeEntities(
    doubleMarks(doubleMarks(text, BOLD, '**'), STRIKE, '~~').replace(CODE_OR_LINK, found =>
      found.startsWith('<')
        ? translateLink(found)
        : found.replace(LINKS, link => splitLink(link).label ?? splitLink(link).target),
    ),
  );
}

/** In a text without marks, such as a title. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, entity => ENTITIES[entity] ?? entity);
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
  return text.replace(pattern, (found, content?: string) =>
    content === undefined ? found : `${mark}${content}${mark}`,
  );
}

function splitLink(link: string): { target: string; label: string | undefined } {
  const [target = '', ...label] = link.slice(1, -1).split('|');
  return { target, label: label.length > 0 ? label.join('|') : undefined };
}

/** Mentions become words: nobody here has an account of Slack. */
function translateLink(link: string): string {
  const { target, label } = splitLink(link);
  const [kind, name] = [target.charAt(0), target.slice(1)];
  if (kind === '@') return `@${withoutMark(label ?? name, '@')}`;
  if (kind === '#') return `#${withoutMark(label ?? name, '#')}`;
  if (kind === '!') return translateCommand(name, label);
  if (WEB_ADDRESS.test(target)) return writeLink(label ?? '', target);
  return label ?? link;
}

function translateCommand(command: string, label: string | undefined): string {
  const [name = ''] = command.split('^');
  if (label === undefined) return `@${name}`;
  return name === 'date' ? label : `@${withoutMark(label, '@')}`;
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
