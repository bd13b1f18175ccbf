import type { Mail } from './mail.ts';

const MAX_LENGTH = 240;
/** Of the text that is searched, so that a long one costs little. */
const MAX_READ_LENGTH = 10_000;
const ADDRESS = /(?<![^\s<>()"',;:])[^\s<>()"',;:]+@[^\s<>()"',;]+/g;
const CONTROL = /[\p{C}\s]+/gu;
const LETTER_AT_START = /^[\p{L}\p{N}]/u;
const LETTER_AT_END = /[\p{L}\p{N}]$/u;
const HIDDEN = '…';
/** No line has one. */
const MARK = '\0';

/** A text of the mail server in one line, which may repeat what the client sent: without addresses of people, and without the password. */
export function toPublicText(text: string, url: string, { to }: Pick<Mail, 'to'>): string {
  const [localPart = ''] = to.split('@');
  const line = text.slice(0, MAX_READ_LENGTH).replaceAll(CONTROL, ' ').trim();
  const marked = listSecrets(url).reduce((rest, secret) => rest.replaceAll(secret, MARK), line);
  // With the rest of its word, which could show where it ends.
  const words = marked.split(' ').map(word => (word.includes(MARK) ? HIDDEN : word));
  return hideWord(cutLine(words.join(' ').replaceAll(ADDRESS, HIDDEN)), localPart);
}

/** After a whole word: a part of a person's mailbox, or of the password, is not recognised. */
function cutLine(line: string): string {
  if (line.length <= MAX_LENGTH) return line;
  const end = line.lastIndexOf(' ', MAX_LENGTH);
  return end < 0 ? HIDDEN : line.slice(0, end);
}

/** A mailbox without its domain is a person, too. */
function hideWord(text: string, word: string): string {
  const at = word === '' ? -1 : findWord(text, word);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
  const isWhole = !LETTER_AT_END.test(before) && !LETTER_AT_START.test(after);
  return `${before}${isWhole ? HIDDEN : text.slice(at, at + word.length)}${hideWord(after, word)}`;
}

/** Without a lower case of the whole text, which can be longer than the text. */
function findWord(text: string, word: string): number {
  const lowered = word.toLowerCase();
  for (let at = 0; at + word.length <= text.length; at++)
    if (text.slice(at, at + word.length).toLowerCase() === lowered) return at;
  return -1;
}

/** The password, and the forms in which it and the user cross the network. */
function listSecrets(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, secret] = [decode(username), decode(password)];
  const sent = [user, secret, `\0${user}\0${secret}`].map(part => Buffer.from(part).toString('base64'));
  return user === '' ? [] : [...sent, secret].filter(text => text !== '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
