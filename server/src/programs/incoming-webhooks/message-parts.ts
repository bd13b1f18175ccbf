import { isVisible } from '@snug/protocol';

export function joinLines(lines: readonly string[]): string {
  return lines.filter(line => line !== '').join('\n');
}

export function joinWords(words: readonly string[]): string {
  return words.filter(word => word !== '').join(' · ');
}

/** A name with its value, in one line if the value has one. Programs leave the name out, or send a space without a width. */
export function writeField(name: string, value: string): string {
  if (!isVisible(name)) return value;
  if (!isVisible(value)) return `**${name}**`;
  return `**${name}**${value.includes('\n') ? '\n' : ': '}${value}`;
}
