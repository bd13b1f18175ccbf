import type { LineSource } from '../export/format/line-source.ts';
import type { EmojiLine, FileLine, MessageLine, PersonLine, RoomLine } from '../export/format/lines.ts';

export interface AllLines {
  people: PersonLine[];
  rooms: RoomLine[];
  /** By room. */
  messages: Map<string, MessageLine[]>;
  files: FileLine[];
  emoji: EmojiLine[];
  /** By name. */
  parts: Map<string, object[]>;
}

export async function collectLines(source: LineSource): Promise<AllLines> {
  const rooms = await collect(source.rooms());
  const messages = new Map<string, MessageLine[]>();
  for (const { id } of rooms) messages.set(id, await collect(source.messages(id)));
  const parts = new Map<string, object[]>();
  for (const { name, read } of source.parts ?? []) parts.set(name, await collect(read()));
  return {
    people: await collect(source.people()),
    rooms,
    messages,
    files: await collect(source.files()),
    emoji: await collect(source.emoji()),
    parts,
  };
}

async function collect<Line>(pages: AsyncIterable<readonly Line[]>): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const page of pages) lines.push(...page);
  return lines;
}
