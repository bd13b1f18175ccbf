interface Range {
  start: number;
  end: number;
}

const SCHEMES = ['https://', 'http://', 'mailto:'];

/** The marks at the end of a cut line whose rest is missing: of a link, and the signs of a style. */
export function findCutMarks(line: string): Range[] {
  const [link] = [...line.matchAll(/!?\[([^[\]]*)(?:\]\(([^\s]*))?$/g)];
  const ranges: Range[] = [];
  if (link && isLink(link[2])) {
    const labelStart = link.index + link[0].indexOf('[') + 1;
    ranges.push({ start: link.index, end: labelStart });
    if (link[2] !== undefined) ranges.push({ start: labelStart + (link[1] ?? '').length, end: line.length });
  }
  const [signs = ''] = /[*_~]+$/.exec(line.slice(-3)) ?? [];
  if (signs !== '') ranges.push({ start: line.length - signs.length, end: line.length });
  return ranges;
}

function isLink(address: string | undefined): boolean {
  if (address === undefined) return true;
  return SCHEMES.some(scheme => scheme.startsWith(address) || address.startsWith(scheme));
}
