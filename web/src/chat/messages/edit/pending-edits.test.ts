import type { Action, OutboxItem } from '@snug/client';
import type { Mention, Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { applyPendingEdits, editPendingItems } from './pending-edits.ts';

const AUTHOR = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };

function makeMessage(id: string, seq: number): Message {
  return { id, roomId: 'room', seq, changedSeq: seq, author: AUTHOR, createdAt: seq, text: id };
}

function makeEdit(id: string, text: string, mentions?: readonly Mention[]): Action {
  const input = { roomId: 'room', id, text, revision: 0, editId: 'edit', ...(mentions && { mentions }) };
  const key = `edit:room:${id}`;
  return { id: key, key, roomId: 'room', command: 'edit_message', input, createdAt: 0, status: 'waiting' };
}

test('a waiting edit shows in its message and in replies to it', () => {
  const source = makeMessage('source', 1);
  const reply = { id: 'source', seq: 1, author: AUTHOR, text: 'source' };
  const answer = { ...makeMessage('answer', 2), reply, rootId: 'source' };
  const other = makeMessage('other', 3);
  const shown = applyPendingEdits([source, answer, other], [makeEdit('source', 'new')]);
  expect(shown[0]).toMatchObject({ text: 'new', isEditPending: true });
  expect(shown[1]).toMatchObject({ text: 'answer', reply: { text: 'new' } });
  expect(shown[2], 'a message without an edit keeps its identity').toBe(other);
});

test('a message keeps its identity while its edit waits', () => {
  const message = makeMessage('one', 1);
  const show = (text: string) => applyPendingEdits([message], [makeEdit('one', text)])[0];
  const first = show('new');
  expect(show('new')).toBe(first);
  expect(show('newer')?.text).toBe('newer');
});

test('a second edit shows its mentions, also if the text is the same', () => {
  const message = makeMessage('one', 1);
  const mentions = [{ uid: 'ann', start: 0, length: 3 }];
  expect(applyPendingEdits([message], [makeEdit('one', 'new')])[0]?.mentions).toEqual([]);
  expect(applyPendingEdits([message], [makeEdit('one', 'new', mentions)])[0]?.mentions).toEqual(mentions);
});

test('an unsent message shows its edit', () => {
  const item: OutboxItem = { id: 'one', roomId: 'room', text: 'typo', createdAt: 0, status: 'waiting' };
  expect(editPendingItems([item], [makeEdit('one', 'fixed')])).toEqual([
    { ...item, text: 'fixed', mentions: [], isEditPending: true },
  ]);
});
