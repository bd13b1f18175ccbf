// SQL that leaves out what a trim took from a log, also while its rows are still to be erased. A constant of each statement, unless the
// room is a column.

/** The seq below which the messages of the room are trimmed; 0 without a trim. `roomId`: a parameter, or a column with its table. */
export function trimmedBefore(roomId: string): string {
  return `coalesce((select t."trimmedBefore" from "rooms" t where t."id" = ${roomId}), 0)`;
}

/** In the same way, of a joined row of "rooms". */
export function trimmedBeforeOf(room: string): string {
  return `coalesce(${room}."trimmedBefore", 0)`;
}

/**
 * The later one of the seq `after` and the end of the trimmed messages; null without `after`. One bound for the index: with two of them, the
 * engine could begin at the lower one, and read all trimmed rows.
 */
export function afterTrimmed(after: string, roomId: string): string {
  return toLater(after, trimmedBefore(roomId));
}

/** In the same way, of a joined row of "rooms". */
export function afterTrimmedOf(after: string, room: string): string {
  return toLater(after, trimmedBeforeOf(room));
}

function toLater(after: string, before: string): string {
  return `case when ${after} < ${before} - 1 then ${before} - 1 else ${after} end`;
}

/** SQL: whether the pinned message of a room is in its list of pins. */
export function isPinKept(message: string, room: string): string {
  return `(${room}."trimmedPins" = 1 or ${message}."seq" >= ${trimmedBeforeOf(room)})`;
}

/** SQL: whether the message of a sent file is in the log of its room, or in the list of pins. */
export function isFileKept(file: string, room: string): string {
  return `(${room}."trimmedBefore" is null or exists (
    select 1 from "messages" s where s."fileId" = ${file}."id" and s."roomId" = ${room}."id" and (
      s."seq" >= ${room}."trimmedBefore" or (${room}."trimmedPins" = 1 and s."pinnedAt" is not null)
    )
  ))`;
}

/** Of a source in a reply, in place of a seq that nobody knows any more. */
export const TRIMMED_SEQ = 0;
