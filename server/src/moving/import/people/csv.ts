import { ImportError } from '../import-error.ts';

/** A spreadsheet runs a cell with such a beginning as a formula, which can send the others to somebody. */
const FORMULA = /^[=+\-@\t\r]/;
/** An apostrophe marks a text in spreadsheets. */
const ESCAPED = /^'(?=['=+\-@\t\r])/;

const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180, with a line break at the end. Never a formula. */
export function formatCsv(rows: Iterable<readonly string[]>): string {
  return Array.from(rows, row => `${row.map(formatCell).join(',')}\r\n`).join('');
}

function formatCell(value: string): string {
  const text = FORMULA.test(value) || ESCAPED.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The reverse of `formatCsv`. Also reads what spreadsheets make of it: semicolons or tabs, a byte order mark. Empty lines are left out.
 * Throws an `ImportError` with the number of the line.
 */
export function parseCsv(content: string): string[][] {
  const text = content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content;
  const separator = findSeparator(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at, line) : readPlain(text, at, separator, line);
    row.push(cell.value.replace(ESCAPED, ''));
    line += countLines(text, at, cell.end);
    at = cell.end;
    if (text[at] === separator) {
      at++;
      // The last cell of the content is empty.
      if (at < text.length) continue;
      row.push('');
    } else if (at < text.length) {
      if (!/[\r\n]/.test(text[at] ?? ''))
        throw new ImportError(`Line ${line} has text behind a closing quote.`);
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line++;
    }
    if (row.some(value => value !== '')) rows.push(row);
    row = [];
  }
  return rows;
}

function findSeparator(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find(separator => header.includes(separator)) ?? ',';
}

function readQuoted(text: string, start: number, line: number): { value: string; end: number } {
  let value = '';
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new ImportError(`Line ${line} has a quote that does not end.`);
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function readPlain(text: string, start: number, separator: string, line: number) {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++;
  const value = text.slice(start, end);
  if (value.includes('"')) throw new ImportError(`Line ${line} has a quote inside a text without quotes.`);
  return { value, end };
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
