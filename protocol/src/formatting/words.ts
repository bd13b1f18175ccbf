import { cleanText } from '../text/clean-text.ts';
import { parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline } from './inline.ts';

/** Stands before the name of an emoji, which code has none of. A noncharacter of Unicode, which is for use within a program. */
export const EMOJI_MARK = '\ufdd0';
export const MARKED_NAME = /\ufdd0:([a-z0-9_+-]+):/g;

/**
 * A message as its readers see it, without marks. Lists keep their numbers. Mentions are as typed. `isCut`: its end is missing, and marks
 * without their ends are left out, too.
 */
export function readWords(text: string, isCut = false): string {
  return readMarkedWords(text, isCut).replaceAll(EMOJI_MARK, '');
}

/** Like `readWords`, for `ShownWords`, which shows the emoji. */
export function readMarkedWords(text: string, isCut = false): string {
  return joinBlocks(parseBlocks(cleanText(text), { isCut }));
}

function joinBlocks(blocks: readonly TextBlock[]): string {
  return blocks
    .map(block => readBlock(block).replace(/\n$/, ''))
    .join('\n')
    .trim();
}

function readBlock(block: TextBlock): string {
  if (block.kind === 'paragraph') return readInline(block.content);
  if (block.kind === 'code') return block.text.replace(/^\n/, '');
  if (block.kind === 'quote') return joinBlocks(block.blocks);
  return block.items
    .map(({ marker, isNumbered, blocks }) => `${isNumbered ? marker : '•'} ${joinBlocks(blocks)}`)
    .join('\n');
}

function readInline(of: readonly Inline[]): string {
  return of
    .map(part => {
      if ('content' in part) return readInline(part.content);
      return part.kind === 'emoji' ? EMOJI_MARK + part.text : part.text;
    })
    .join('');
}
