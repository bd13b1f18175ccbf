import type { Mention } from '../chat/mention.ts';

/** ECMA-48: each begins with ESC and a letter, or has one C1 control in place of both. */
const CONTROL_SEQUENCE = String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`;
// Titles and links are on one line: a missing end must not remove the lines after it. No body contains a control that begins
// another sequence, so the search for all ends is linear.
const SYSTEM_COMMAND = String.raw`(?:\u001b\]|\u009d)[^\p{Cc}\u2028\u2029]*(?:\u0007|\u001b\\|\u009c)`;
const CONTROL_STRING = String.raw`(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\u001b\u0080-\u009f]*(?:\u001b\\|\u009c)`;
const ESCAPE = String.raw`\u001b(?:[ -/]{0,2}[0-~])?`;
const LINE_END = String.raw`\r\n|[\r\v\f\u0085\u2028\u2029]`;
const CONTROL = String.raw`[^\P{Cc}\t\n]`;

const UNCLEAN = new RegExp(
  [`(${LINE_END})`, CONTROL_SEQUENCE, SYSTEM_COMMAND, CONTROL_STRING, ESCAPE, CONTROL].join('|'),
  'gu',
);

/**
 * A text of several lines as the server stores it: each line end is a line feed, terminal sequences and control characters other
 * than tab are gone, and so are white space at the end and empty lines at both ends. The first line keeps its indent.
 */
export function cleanText(text: string): string {
  const lines = cleanLines(text);
  return lines.slice(countEmptyLines(lines)).trimEnd();
}

/** Moves the mentions with the words that they cover. */
export function cleanMessage<Message extends { text?: string | undefined; mentions?: Mention[] | undefined }>(
  message: Message,
): Message {
  const { text, mentions } = message;
  const clean = text === undefined ? undefined : cleanText(text);
  if (text === undefined || clean === undefined || clean === text) return message;
  return { ...message, text: clean, ...(mentions && { mentions: moveMentions(text, clean, mentions) }) };
}

/** The same for a part of a text: white space at the ends stays. */
export function cleanLines(text: string): string {
  return text.replaceAll(UNCLEAN, (_, lineEnd?: string) => (lineEnd === undefined ? '' : '\n'));
}

/** In UTF-16 units. */
function countEmptyLines(lines: string): number {
  const first = lines.search(/\S/);
  return first === -1 ? lines.length : lines.lastIndexOf('\n', first) + 1;
}

/** Leaves out mentions that end after the text. */
function moveMentions(text: string, clean: string, mentions: readonly Mention[]): Mention[] {
  const places = findPlaces(text);
  const skipped = countEmptyLines(cleanLines(text));
  const move = (at: number) => Math.min(Math.max(0, (places[at] ?? 0) - skipped), clean.length);
  return mentions
    .filter(({ start, length }) => start + length <= text.length)
    .map(({ uid, start, length }) => ({
      uid,
      start: move(start),
      length: move(start + length) - move(start),
    }));
}

/** The place in the clean lines of each unit of the text, and of its end. */
function findPlaces(text: string): Uint32Array {
  const places = new Uint32Array(text.length + 1);
  let [at, place] = [0, 0];
  for (const { 0: unclean, 1: lineEnd, index } of text.matchAll(UNCLEAN)) {
    while (at < index) places[at++] = place++;
    places[at++] = place;
    if (lineEnd !== undefined) place++;
    while (at < index + unclean.length) places[at++] = place;
  }
  while (at <= text.length) places[at++] = place++;
  return places;
}
