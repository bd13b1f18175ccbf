import type { Chat } from '@snug/client';
import { CommandError } from '@snug/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Drafts } from '../../../state/drafts.ts';

test('the text of an edit whose message was deleted is in the composer once, also after it failed in hidden pages', async () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('window', { matchMedia: () => ({}) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { restoreEdit } = await import('./restore-edit.ts');
  const input = { roomId: 'room', id: 'message', text: 'second thoughts', revision: 0, editId: 'edit' };
  const error = new CommandError('not_found');
  const pages = [new Drafts('ann'), new Drafts('ann')];
  pages[0]?.room('room').set({ text: 'half a draft', mentions: [] });
  for (const drafts of pages) restoreEdit({ chat: {} as Chat, drafts, uid: 'ann', input, error });
  for (const drafts of pages) expect(drafts.room('room').get().text).toBe('half a draft\nsecond thoughts');
  const short = { ...input, text: 'thought' };
  restoreEdit({ chat: {} as Chat, drafts: new Drafts('ann'), uid: 'ann', input: short, error });
  expect(new Drafts('ann').room('room').get().text).toBe('half a draft\nsecond thoughts\nthought');
});
