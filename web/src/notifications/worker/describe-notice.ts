import type { PushLine, PushNotice } from '@snug/protocol';
import type { WorkerStrings } from '../../strings/dictionary.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';

export interface NoticeText {
  title: string;
  body: string;
}

/** The words of a message, without marks. */
export type ReadWords = (text: string, isCut: boolean) => string;

/** The server counts no further than 100. */
const MAX_COUNT = 99;

/** The server does not know the language of a device, so all words of the interface are added here. */
export function describeNotice(
  notice: PushNotice,
  { notifications: texts, times }: WorkerStrings,
  readWords: ReadWords,
): NoticeText {
  const { kind, room, lines, count: number } = notice;
  const count = number > MAX_COUNT ? `${MAX_COUNT}+` : String(number);
  if (kind === 'session_ends')
    return { title: texts.sessionEnds(times.date(new Date(notice.endsAt ?? 0))), body: texts.openToStay };
  if (kind === 'summary') return { title: texts.summary(count, notice.rooms ?? 1), body: '' };
  const name = room && isolateBidi(room.name);
  if (kind === 'reminder') {
    const title = name === undefined ? texts.reminder : texts.reminderIn(name);
    return { title, body: lines.length > 0 ? joinLines(lines) : texts.reminderHidden };
  }
  const last = lines.at(-1);
  if (name === undefined || !last)
    return { title: name ?? texts.snug, body: texts.newMessages(number, count) };
  const isDirect = room?.kind === 'direct';
  // The title names the only author.
  const isOfTwo = isDirect && lines.every(({ author }) => author === room.name);
  if (number > 1) {
    const title = isDirect ? texts.newFrom(count, name) : texts.newIn(count, name);
    return { title, body: isOfTwo ? lines.map(readLine).join('\n') : joinLines(lines) };
  }
  if (isDirect) return { title: name, body: isOfTwo ? readLine(last) : joinLines([last]) };
  return { title: texts.authorIn(isolateBidi(last.author), name), body: readLine(last) };

  function joinLines(shown: readonly PushLine[]): string {
    return shown.map(line => texts.line(isolateBidi(line.author), readLine(line))).join('\n');
  }

  function readLine({ kind, text, isCut }: PushLine): string {
    const words = kind === 'text' ? readWords(text, isCut === true) : texts.files[kind](text);
    return isCut ? `${words}…` : words;
  }
}
