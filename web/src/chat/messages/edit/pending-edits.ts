import type { Action, OutboxItem } from '@snug/client';
import type { CommandArguments, Message } from '@snug/protocol';

interface PendingEdit {
  /** The text is that of an edit that the log does not show yet. */
  isEditPending?: true;
}

export type ShownMessage = Message & PendingEdit;
export type ShownItem = OutboxItem & PendingEdit;

type EditInput = CommandArguments<'edit_message'>;

interface ShownEdit {
  edit: string;
  message: ShownMessage;
}

/** By message, so that a row keeps its identity while its edit waits. */
const shownEdits = new WeakMap<Message, ShownEdit>();

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
  const key = JSON.stringify([edit?.text, edit?.mentions, source?.text]);
  const known = shownEdits.get(message);
  if (known?.edit === key) return known.message;
  const shown: ShownMessage = {
    ...message,
    ...(edit && { text: edit.text, mentions: edit.mentions ?? [], isEditPending: true }),
    ...(source && message.reply && { reply: { ...message.reply, text: source.text } }),
  };
  shownEdits.set(message, { edit: key, message: shown });
  return shown;
}
