import { cleanName, cleanText, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@snug/protocol';

const MAX_FILE_NAME_LENGTH = 255;

/** Of people and bots whose name the archive does not have. */
export const NAMELESS_PERSON = 'Former member';
export const NAMELESS_BOT = 'Integration';
/** Of messages without an author. */
export const NOBODY = 'Unknown person';

/** A name of a person or room as Snug stores it, from a foreign text. */
export function toName(text: string, otherwise: string): string {
  return toLine(text, MAX_NAME_LENGTH) || toLine(otherwise, MAX_NAME_LENGTH) || '?';
}

export function toDescription(text: string): string {
  return cleanText(text.toWellFormed().replaceAll('\0', '')).slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed();
}

/** Of a topic and a purpose, which a header shows in one line. */
export function joinDescriptions(texts: readonly string[]): string {
  return [...new Set(texts.map(text => text.trim()))].filter(text => text !== '').join(' · ');
}

export function toFileName(name: string, path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return toLine(name, MAX_FILE_NAME_LENGTH) || toLine(last, MAX_FILE_NAME_LENGTH) || 'file';
}

/** The end of a longer name is cut off, between two characters. */
function toLine(text: string, max: number): string {
  const line = cleanName(text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' '));
  return line.length <= max
    ? line
    : line
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
}
