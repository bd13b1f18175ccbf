import type { Row } from './campfire-database.ts';

/** Empty for other types. */
export function readText(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

/** 0 for other types. */
export function readNumber(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : 0;
}

/** In ms, of a time in UTC such as "2023-11-14 22:13:20.123456"; undefined for another text. */
export function readTime(row: Row, name: string): number | undefined {
  const text = readText(row, name);
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?/.exec(text);
  if (!match) return undefined;
  const at = Date.parse(`${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`);
  return at >= 0 ? at : undefined;
}

/** What a signed id of Rails names, such as "User/3". Nobody can check its signature here. */
export function readSignedId(sgid: string): string | undefined {
  const [data = ''] = sgid.split('--');
  const decoded = decode(data);
  const nested = /"message":"([\w+/=-]+)"/.exec(decoded)?.[1];
  const found = /gid:\/\/[\w-]+\/((?:\w|::)+\/\d+)/.exec(nested === undefined ? decoded : decode(nested));
  return found?.[1];
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
