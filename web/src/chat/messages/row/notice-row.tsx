import { usePerson } from '../../../people/profiles/use-person.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { isolateBidi } from '../../../ui/text/bidi.ts';
import { formatDate } from '../../../ui/text/format-time.ts';
import { LineRow, type LineRowProps } from './line-row.tsx';

/** Something that the server posted. */
export function NoticeRow({ row, focus }: LineRowProps) {
  const { name } = usePerson(row.author);
  return <LineRow row={row} focus={focus} label={describe(isolateBidi(name), row)} />;
}

function describe(name: string, { line, text, createdAt }: LineRowProps['row']): string {
  const { adminJoined, exported, exportedByOperator } = lazyStrings.notices;
  const date = formatDate(createdAt);
  if (line === 'person') return exported(name, date);
  if (line === 'operator') return exportedByOperator(date);
  return adminJoined(name, text);
}
