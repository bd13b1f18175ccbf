/** The message that a command is about. */
export function getMessageId(input: unknown): string | undefined {
  const { messageId, id } = input as { messageId?: string; id?: string };
  return messageId ?? id;
}

/** The step of the room's log that shows the result of a command. */
export function getStep(output: unknown): number | undefined {
  const { message, room } = (output ?? {}) as {
    message?: { changedSeq?: number };
    room?: { seq?: number };
  };
  return message?.changedSeq ?? room?.seq;
}

const lengths = new WeakMap<object, number>();

/** In UTF-16 units, as JSON. */
export function getInputLength(input: unknown): number {
  const length = lengths.get(input as object) ?? JSON.stringify(input).length;
  lengths.set(input as object, length);
  return length;
}
