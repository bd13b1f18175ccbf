import { type Action, type Chat, Store } from '@snug/client';
import { CommandError } from '@snug/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EditSession } from './edit-session.ts';
import { keepEdit, readKeptEdit } from './kept-edits.ts';
import { saveEdit } from './save-edit.ts';

const REF = { uid: 'ann', roomId: 'room', id: 'message' };
const SESSION: EditSession = { ...REF, text: 'words', mentions: [], revision: 0, seq: 1, from: 'row' };

type Rejection = { action: { id: string }; error: CommandError };

/** `enqueue` ends when `saved` resolves. */
function startSaving(
  saved: Promise<void>,
  { isOverLimit = false, pending = new Store<readonly Action[]>([]) } = {},
) {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const listeners = new Set<(rejection: Rejection) => void>();
  const actions = {
    pending,
    onRejected: {
      subscribe: (listener: (rejection: Rejection) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    enqueue: (action: { id: string }) => {
      if (isOverLimit)
        for (const listener of listeners) listener({ action, error: new CommandError('limit_exceeded') });
      return saved;
    },
  };
  let ids = 0;
  const room = () => ({ view: { get: () => ({ log: undefined }) } });
  const chat = { actions, room, newId: () => `id${ids++}` } as unknown as Chat;
  keepEdit(REF, { text: 'better words', revision: 0, seq: 1 });
  return saveEdit({ chat, uid: REF.uid, session: SESSION, text: 'better words', mentions: [] });
}

const readText = () => readKeptEdit(REF)?.text;

test('keeps the text of an edit until the edit is saved', async () => {
  const saved = Promise.withResolvers<void>();
  const saving = startSaving(saved.promise);
  expect(readText(), 'a crash loses nothing').toBe('better words');
  saved.resolve();
  await saving;
  expect(readText()).toBeUndefined();
});

test('keeps the text of an edit that is rejected because too many wait', async () => {
  await startSaving(Promise.resolve(), { isOverLimit: true });
  expect(readText()).toBe('better words');
});

test('keeps another edit of the message that begins while the first one is saved', async () => {
  const saved = Promise.withResolvers<void>();
  const saving = startSaving(saved.promise);
  keepEdit(REF, { text: 'the best words', revision: 0, seq: 1 });
  saved.resolve();
  await saving;
  expect(readText()).toBe('the best words');
});

test('keeps the text of an edit that the browser cannot store until the server has it', async () => {
  const volatile = { id: 'id1', status: 'waiting', isVolatile: true } as Action;
  const pending = new Store<readonly Action[]>([volatile]);
  const saving = startSaving(Promise.resolve(), { pending });
  await Promise.resolve();
  pending.set([volatile, { ...volatile, id: 'id2' }]);
  await new Promise(resolve => setTimeout(resolve));
  expect(readText(), 'a crash loses nothing').toBe('better words');
  pending.set([{ ...volatile, status: 'done' }]);
  await saving;
  expect(readText()).toBeUndefined();
});
