import { plural } from './plural.ts';

export const writing = {
  format: 'Format',
  formatting: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  strike: 'Strikethrough',
  code: 'Code',
  quote: 'Quote',
  list: 'List',
  link: 'Link',
  withKeys: (action: string, keys: string) => `${action} (${keys})`,
  pasted: (count: number, shown: string) =>
    plural(count, { one: `${shown} line pasted`, other: `${shown} lines pasted` }),
  characters: (count: number, shown: string) =>
    plural(count, { one: `${shown} character`, other: `${shown} characters` }),
  sendAsFile: 'Send as a file',
  fileName: 'Pasted text.txt',
  messageFileName: 'Message.txt',
};
