import type { Action, OutboxItem } from '@snug/client';
import type { CommandArguments, Message, Reply } from '@snug/protocol';

interface PendingEdit {
  /** The text is that of an edit that the log does not show yet. */
  isEditPending?: true;
}

export type ShownMessage = Message & PendingEdit;
export type ShownItem = OutboxItem & PendingEdit;

type EditInput = CommandArguments<'edit_message'>;

/** By message, so that a row keeps its identity while its edit waits. */
const shownEdits = new WeakMap<Message, ShownMessage>();

/** The messages with the edits that the log does not show yet. */
export function applyPendingEdits(
  messages: readonly Message[],
  actions: readonly Action[],
): readonly ShownMessage[] {
  const edits = listEdits(actions);
  return edits.size === 0 ? messages : messages.map(message => applyEdits(message, edits));
}

/** The messages of the outbox with the edits that are sent after them. */
export function editPendingItems(
  items: readonly OutboxItem[],
  actions: readonly Action[],
): readonly ShownItem[] {
  const edits = listEdits(actions);
  if (edits.size === 0) return items;
  return items.map(item => {
    const edit = edits.get(item.id);
    return edit ? { ...item, text: edit.text, mentions: edit.mentions ?? [], isEditPending: true } : item;
  });
}

function listEdits(actions: readonly Action[]): ReadonlyMap<string, EditInput> {
  const edits = actions.filter(({ command }) => command === 'edit_message');
  return new Map(edits.map(({ input }) => [(input as EditInput).id, input as EditInput]));
}

function applyEdits(message: Message, edits: ReadonlyMap<string, EditInput>): ShownMessage {
  const edit = edits.get(message.id);
  const source = message.reply && edits.get(message.reply.id);
  if (!edit && !source) return message;
  const text = edit?.text ?? message.text;
  const reply = source && message.reply ? { ...message.reply, text: source.text } : message.reply;
  const known = shownEdits.get(message);
  if (known && known.text === text && hasSameText(known.reply, reply)) return known;
  const shown: ShownMessage = {
    ...message,
    ...(text !== undefined && { text }),
    ...(reply && { reply }),
    ...(edit && { mentions: edit.mentions ?? [], isEditPending: true }),
  };
  shownEdits.set(message, shown);
  return shown;
}

function hasSameText(one: Reply | undefined, other: Reply | undefined): boolean {
  return one?.text === other?.text;
}
