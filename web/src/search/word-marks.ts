import type { SearchWords } from '@snug/protocol';
import { findWords } from './excerpt.ts';

/** Of the style in hit-bar.module.css. */
const NAME = 'search-hit';
/** Texts of messages, and names of files. */
const TEXTS = '[role="log"] article :is([data-words], [data-file])';
const BLOCKS = 'p, li, pre, blockquote, div, td, th';
const MAX_MARKS = 2_000;
const MAX_CHARACTERS = 200_000;
const DELAY_MS = 100;

/** Marks the words in the messages on the page, also in those that come, until the returned function is called. */
export function markWords(words: SearchWords): () => void {
  if (!('highlights' in CSS)) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => {
    timer = undefined;
    CSS.highlights.set(NAME, new Highlight(...findRanges(words)));
  };
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(mark, DELAY_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  mark();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    CSS.highlights.delete(NAME);
  };
}

function findRanges(words: SearchWords): Range[] {
  const ranges: Range[] = [];
  let characters = 0;
  for (const element of document.querySelectorAll(TEXTS)) {
    const nodes = listTextNodes(element);
    const text = nodes.map(({ text }) => text).join('');
    characters += text.length;
    if (characters > MAX_CHARACTERS || ranges.length >= MAX_MARKS) break;
    for (const { start, end } of findWords(text, words)) {
      const range = createRange(nodes, start, end);
      if (range) ranges.push(range);
    }
  }
  return ranges.slice(0, MAX_MARKS);
}

interface TextPart {
  node: Text;
  /** With a line break before a new block, so that no word spans two of them. */
  text: string;
  /** In all texts together. */
  start: number;
  lead: number;
}

function listTextNodes(element: Element): TextPart[] {
  const parts: TextPart[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let block: Element | null | undefined;
  let start = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(BLOCKS);
    const lead = parts.length > 0 && own !== block ? 1 : 0;
    block = own;
    const text = '\n'.repeat(lead) + (node.nodeValue ?? '');
    parts.push({ node: node as Text, text, start, lead });
    start += text.length;
  }
  return parts;
}

function createRange(parts: readonly TextPart[], start: number, end: number): Range | undefined {
  const [first, last] = [findPart(parts, start), findPart(parts, end - 1)];
  if (!first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, start - first.start - first.lead));
  range.setEnd(last.node, Math.max(0, end - last.start - last.lead));
  return range;
}

function findPart(parts: readonly TextPart[], at: number): TextPart | undefined {
  return parts.findLast(({ start }) => start <= at);
}
