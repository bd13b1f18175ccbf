import type { Inline, ItemBlock, ListItem, ParagraphBlock, TextBlock } from '@snug/protocol';
import { toPlainBlocks, toPlainInline, toPlainItems } from './plain-blocks.ts';

/** With the button that copies it. */
const CODE_ELEMENTS = 7;
/** Of one that moves: whether it does is unknown here. */
const EMOJI_ELEMENTS = 3;
const LETTERS_PER_TOKEN = 4;
const MIN_TOKENS = 20;
/** The paragraphs of plain text: at most one for an item, a list, each of three quotes and the message. */
const REST_ELEMENTS = 6;

export interface LimitedText {
  blocks: TextBlock[];
  /** The rest of the text is plain. */
  isCut: boolean;
}

interface Budget {
  left: number;
  tokens: number;
  isCut: boolean;
}

/**
 * Formats the start of a text with at most `max` elements, and as many for highlighted words of code. The rest is plain, with all words
 * and the addresses of named links.
 */
export function limitElements(blocks: readonly TextBlock[], max: number): LimitedText {
  const budget = { left: max - REST_ELEMENTS, tokens: max, isCut: false };
  return { blocks: limitEach(blocks, limitBlock, budget), isCut: budget.isCut };
}

/** Undefined if the block has no room. */
type Limit<Block> = (block: Block, budget: Budget) => (Block | ParagraphBlock)[] | undefined;

function limitEach<Block extends TextBlock>(
  blocks: readonly Block[],
  limit: Limit<Block>,
  budget: Budget,
): (Block | ParagraphBlock)[] {
  const kept: (Block | ParagraphBlock)[] = [];
  for (const [index, block] of blocks.entries()) {
    const limited = limit(block, budget);
    if (!limited) return [...kept, toParagraph(toPlainBlocks(blocks.slice(index)))];
    kept.push(...limited);
  }
  return kept;
}

function limitBlock(block: TextBlock, budget: Budget): TextBlock[] | undefined {
  if (block.kind === 'list') return limitList(block.items, budget);
  if (block.kind !== 'quote') return limitItemBlock(block, budget);
  return take(1, budget) ? [{ ...block, blocks: limitEach(block.blocks, limitBlock, budget) }] : undefined;
}

function limitList(items: readonly ListItem[], budget: Budget): TextBlock[] | undefined {
  if (!take(1, budget)) return undefined;
  const kept: ListItem[] = [];
  for (const item of items) {
    if (!take(1, budget)) break;
    kept.push({ ...item, blocks: limitItem(item.blocks, budget) });
  }
  const rest = items.slice(kept.length);
  const list: TextBlock[] = kept.length > 0 ? [{ kind: 'list', items: kept }] : [];
  return rest.length > 0 ? [...list, toParagraph(toPlainItems(rest))] : list;
}

function limitItem(blocks: readonly ItemBlock[], budget: Budget): ItemBlock[] {
  const [first] = blocks;
  // A single paragraph has no element of its own.
  return blocks.length === 1 && first?.kind === 'paragraph'
    ? [toParagraph(limitContent(first.content, budget))]
    : limitEach(blocks, limitItemBlock, budget);
}

function limitItemBlock(block: ItemBlock, budget: Budget): ItemBlock[] | undefined {
  if (!take(block.kind === 'code' ? CODE_ELEMENTS : 1, budget)) return undefined;
  return block.kind === 'code'
    ? [{ ...block, maxTokens: block.language ? takeTokens(block.text.length, budget) : 0 }]
    : [toParagraph(limitContent(block.content, budget))];
}

/** The tokens are unknown until the code is highlighted. */
function takeTokens(length: number, budget: Budget): number {
  const tokens = Math.min(MIN_TOKENS + Math.ceil(length / LETTERS_PER_TOKEN), budget.tokens);
  budget.tokens -= tokens;
  return tokens;
}

function limitContent(content: readonly Inline[], budget: Budget): Inline[] {
  const kept: Inline[] = [];
  for (const part of content) {
    const limited = limitInline(part, budget);
    const last = kept.at(-1);
    if (limited.kind === 'text' && last?.kind === 'text')
      kept[kept.length - 1] = { ...last, text: last.text + limited.text };
    else kept.push(limited);
  }
  return kept;
}

function limitInline(part: Inline, budget: Budget): Inline {
  if (part.kind === 'text') return part;
  if (!take(countOwnElements(part), budget)) return toText(toPlainInline([part]));
  return 'content' in part ? { ...part, content: limitContent(part.content, budget) } : part;
}

/** If one part has no room, all later ones are plain, too. */
function take(count: number, budget: Budget): boolean {
  budget.isCut ||= count > budget.left;
  if (budget.isCut) return false;
  budget.left -= count;
  return true;
}

function countOwnElements(part: Inline): number {
  if (part.kind === 'emoji') return EMOJI_ELEMENTS;
  return part.kind === 'mention' || (part.kind === 'link' && part.isNamed) ? 2 : 1;
}

function toText(text: string): Inline {
  return { kind: 'text', text, start: 0 };
}

function toParagraph(content: string | Inline[]): ParagraphBlock {
  return { kind: 'paragraph', content: typeof content === 'string' ? [toText(content)] : content };
}
