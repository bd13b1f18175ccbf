import { findNamedLinks, parseAddress } from '@snug/protocol';
import { findLines, type Selection, type TextEdit } from './text-edit.ts';

const PLACEHOLDER = 'https://';

/** A named link of the selected text, whose address is then selected. Removes the link at the selection if there is one. */
export function toggleLink(text: string, selection: Selection): TextEdit {
  const [line] = findLines(text, selection);
  const { start } = selection;
  const end = Math.min(selection.end, line?.end ?? selection.end);
  const known = line && findLinkAt(line, { start, end });
  if (line && known) return unlink(line, known);
  return createLink(text, { start, end });
}

/** The selected text as a link to a pasted address, or before it if it cannot be its label; undefined without words. */
export function linkTo(text: string, { start, end }: Selection, address: string): TextEdit | undefined {
  const label = text.slice(start, end);
  if (label.trim() === '' || label.includes('\n') || parseAddress(label)) return undefined;
  const written = toLinkTarget(address);
  if (written === undefined) return undefined;
  const named = `[${label}](${written})`;
  const link = isNamedLink(named) ? named : `${label} (${written})`;
  const caret = start + link.length;
  return { start, end, text: link, selected: { start: caret, end: caret } };
}

/** Readers see no link if the brackets of the label are no pairs. */
function isNamedLink(text: string): boolean {
  return findNamedLinks(text, text).some(({ start, end }) => start === 0 && end === text.length);
}

/** As it can stand in a named link; undefined unless it is one http, https or mailto address. */
export function toLinkTarget(address: string): string | undefined {
  if (/[\s<>"\p{C}]/u.test(address) || address.length > 1_000 || !parseAddress(address)) return undefined;
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}

function createLink(text: string, { start, end }: Selection): TextEdit {
  const selected = text.slice(start, end);
  const address = toLinkTarget(selected);
  const canBeLabel = isNamedLink(`[${selected}](${PLACEHOLDER}a)`);
  const label = canBeLabel ? selected : selected.replaceAll(/[[\]]/g, '');
  return writeLink({ start, end }, address === undefined ? label : '', address);
}

function writeLink({ start, end }: Selection, label: string, address: string | undefined): TextEdit {
  const link = `[${label}](${address ?? PLACEHOLDER})`;
  const labelStart = start + 1;
  const addressStart = labelStart + label.length + 2;
  const place =
    label === ''
      ? { start: labelStart, end: labelStart }
      : { start: addressStart, end: addressStart + PLACEHOLDER.length };
  return { start, end, text: link, selected: place };
}

type NamedLink = ReturnType<typeof findNamedLinks>[number];

function findLinkAt(line: { start: number; text: string }, selection: Selection): NamedLink | undefined {
  const [start, end] = [selection.start - line.start, selection.end - line.start];
  return findNamedLinks(line.text, line.text).find(link => link.start <= start && end <= link.end);
}

function unlink(line: { start: number; text: string }, link: NamedLink): TextEdit {
  const label = line.text.slice(link.labelStart, link.labelEnd);
  const start = line.start + link.start;
  return {
    start,
    end: line.start + link.end,
    text: label,
    selected: { start, end: start + label.length },
  };
}
