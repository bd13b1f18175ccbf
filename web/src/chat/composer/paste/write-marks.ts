import { type Inline, parseAddress, parseBlocks, type TextBlock } from '@snug/protocol';
import { toLinkTarget } from '../formatting/toggle-link.ts';
import type { RichBlock, RichLine, Run } from './rich-line.ts';

/** `hasMarks`: the text has more than the words of the blocks. */
export function writeMarks(blocks: readonly RichBlock[]): { text: string; hasMarks: boolean } {
  let hasMarks = false;
  const lines = blocks.flatMap(block => {
    if ('code' in block) {
      hasMarks = true;
      return [writeCode(block.code)];
    }
    const plain = block.runs.map(({ text }) => text).join('');
    const line = writeLine(block, plain);
    hasMarks ||= line !== plain.trim();
    return block.isAfterBlank ? ['', line] : [line];
  });
  return { text: lines.join('\n'), hasMarks };
}

function writeCode(code: string): string {
  const longest = [...code.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Fewer marks if they would change a character of what readers see; addresses stay. */
function writeLine({ prefix, runs }: RichLine, plain: string): string {
  const trimmed = trimRuns(runs);
  const groups = groupByHref(trimmed);
  const words = readWords(plain.trim());
  const forms = [groups, groupByHref(trimmed.map(({ text, href }) => toLinkRun(text, href)))];
  for (const form of forms) {
    const marked = writeGroups(form);
    if (readWords(marked) === words) return prefix + marked;
  }
  return prefix + groups.map(writeAddress).join('').trim();
}

function toLinkRun(text: string, href: string | undefined): Run {
  return { text, ...(href !== undefined && { href }) };
}

function writeGroups(groups: readonly Run[][]): string {
  return groups.reduce((line, group) => line + writeGroup(group, line), '');
}

/** Of a link whose label cannot be that of a named link. */
function writeAddress(runs: readonly Run[]): string {
  const label = joinRuns(runs);
  const target = readTarget(runs);
  return target === undefined ? label : label.replace(/\s*$/, space => ` (${target})${space}`);
}

/** The address of a link whose label does not show it. */
function readTarget(runs: readonly Run[]): string | undefined {
  const label = joinRuns(runs).trim();
  return label === '' || parseAddress(label) ? undefined : toLinkTarget(runs[0]?.href ?? '');
}

function joinRuns(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}

function trimRuns(runs: readonly Run[]): Run[] {
  const first = runs.findIndex(({ text }) => /\S/.test(text));
  const last = runs.findLastIndex(({ text }) => /\S/.test(text));
  return runs.slice(first, last + 1).map((run, index, { length }) => {
    const text = index === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: index === length - 1 ? text.trimEnd() : text };
  });
}

function groupByHref(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last[0]?.href === run.href) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

function writeGroup(runs: readonly Run[], before: string): string {
  const target = readTarget(runs);
  return target === undefined ? writeRuns(runs, before) : `[${writeRuns(runs, '[')}](${target})`;
}

function writeRuns(runs: readonly Run[], before: string): string {
  let line = before;
  for (const [index, run] of runs.entries()) line += writeRun(run, line, runs[index + 1]?.text ?? '');
  return line.slice(before.length);
}

function writeRun(run: Run, before: string, after: string): string {
  const [, lead = '', core = '', trail = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.text) ?? [];
  const mark = getMark(run, core);
  const left = (before + lead).at(-1) ?? '';
  const right = (trail + after).at(0) ?? '';
  // Marks stand at the edges of words, and next to another mark they would join it.
  const isPossible = !/[\p{L}\p{N}]/u.test(left + right) && left !== mark.charAt(0);
  if (core === '' || mark === '' || !(isPossible || mark === '`')) return run.text;
  return (
    lead +
    mark +
    core +
    [...mark.matchAll(/\*\*|~~|_|`+/g)]
      .map(([part]) => part)
      .toReversed()
      .join('') +
    trail
  );
}

/** Bold is inside the others, so that its marks never touch those of italic text. */
function getMark({ italic, strike, bold, code }: Run, core: string): string {
  const ticks = core.includes('`') ? '``' : '`';
  const isCode = code && !core.includes('``') && !/^`|`$/.test(core);
  return (italic ? '_' : '') + (strike ? '~~' : '') + (bold ? '**' : '') + (isCode ? ticks : '');
}

function readWords(text: string): string {
  return listTexts(parseBlocks(text)).join('');
}

function listTexts(nodes: readonly (Inline | TextBlock)[]): string[] {
  return nodes.flatMap(node => {
    if ('text' in node) return [node.text];
    if ('items' in node) return node.items.flatMap(item => listTexts(item.blocks));
    return listTexts('blocks' in node ? node.blocks : node.content);
  });
}
