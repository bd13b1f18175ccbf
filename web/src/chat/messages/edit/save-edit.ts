import { actionKeys, type Chat } from '@snug/client';
import type { Mention } from '@snug/protocol';
import type { EditSession } from './edit-session.ts';
import { type EditRef, keepEdit, readKeptEdit } from './kept-edits.ts';

interface SavedEdit {
  chat: Pick<Chat, 'actions' | 'newId' | 'room'>;
  uid: string;
  session: EditSession;
  text: string;
  mentions: Mention[];
}

/** The kept text stays until the edit is stored: a crash or a rejection in between would lose it. Resolves then. */
export async function saveEdit({ chat, uid, session, text, mentions }: SavedEdit): Promise<void> {
  const { roomId, id, revision, isStale } = session;
  const stored = chat
    .room(roomId)
    .view.get()
    .log?.messages.find(message => message.id === id);
  const input = {
    roomId,
    id,
    text,
    ...(mentions.length > 0 && { mentions }),
    // The person has seen the rejection, and the text as it is now.
    revision: isStale ? (stored?.revision ?? revision) : revision,
    editId: chat.newId(),
  };
  const ref: EditRef = { uid, roomId, id };
  const kept = JSON.stringify(readKeptEdit(ref));
  const action = { id: chat.newId(), key: actionKeys.edit(roomId, id), roomId };
  let isRejected = false;
  const stop = chat.actions.onRejected.subscribe(rejection => {
    isRejected ||= rejection.action.id === action.id && rejection.error.code !== 'not_found';
  });
  try {
    await chat.actions.enqueue({ ...action, command: 'edit_message', input });
    await waitWhileVolatile(chat.actions, action.id);
  } finally {
    stop();
  }
  // The person may have begun another edit of the message meanwhile.
  if (!isRejected && JSON.stringify(readKeptEdit(ref)) === kept) keepEdit(ref, undefined);
}

/** The browser could not store the action: until it ends, only this page has it. */
async function waitWhileVolatile({ pending }: Pick<Chat['actions'], 'pending'>, id: string): Promise<void> {
  const isAtRisk = () =>
    pending.get().some(action => action.id === id && action.isVolatile && action.status === 'waiting');
  if (!isAtRisk()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = pending.subscribe(() => {
    if (!isAtRisk()) resolve();
  });
  await promise;
  stop();
}
