import { isVisible } from '@snug/protocol';
import { type Fields, readText } from './json-fields.ts';

export function joinLines(lines: readonly string[]): string {
  return lines.filter(line => line !== '').join('\n');
}

export function joinWords(words: readonly string[]): string {
  return words.filter(word => word !== '').join(' · ');
}

/** Some programs begin their text with the title, and some have no more than a title. */
export function addTitle(fields: Fields, text: string): string {
  const title = readText(fields['title']) || readText(fields['subject']);
  return title === '' || text.startsWith(title) ? text : joinLines([`**${title}**`, text]);
}

/** A name with its value, in one line if the value has one. Programs leave the name out, or send a space without a width. */
export function writeField(name: string, value: string): string {
  if (!isVisible(name)) return value;
  if (!isVisible(value)) return `**${name}**`;
  return `**${name}**${value.includes('\n') ? '\n' : ': '}${value}`;
}

/** Headings of Markdown, which Snug does not have, become bold lines. */
export function boldHeadings(markdown: string): string {
  return markdown.replace(/```[^]*?```|^#{1,6} +(\S.*)$/gm, (found, heading?: string) => {
    if (heading === undefined) return found;
    return heading.includes('**') ? heading : `**${heading.trimEnd()}**`;
  });
}

/** `seconds`: since 1970. Empty for none. */
export function formatTime(seconds: number): string {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
