import { MAX_EMOJI } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { setTimer } from '../../../ui/browser/set-timer.ts';
import { showError, showInfo, showSuccess } from '../../../ui/feedback/toast.ts';
import { emojiData, loadEmojiData } from '../emoji-data.ts';
import { addDrafts } from './add-drafts.ts';
import { collectPictures } from './collect-pictures.ts';
import { checkNames, createDrafts, type EmojiDraft } from './emoji-drafts.ts';

/** `onAllAdded`: nothing is left to do. */
export function useEmojiDrafts(onAllAdded: () => void) {
  const chat = useChat();
  const [drafts, setDrafts] = useState<readonly EmojiDraft[]>([]);
  const [isReading, setReading] = useState(false);
  const adding = useRef<AbortController>(undefined);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    // Its shortcodes are taken. Without them, the server says so.
    loadEmojiData().catch(() => {});
    return () => adding.current?.abort();
  }, []);

  const change = (id: string, change: Partial<EmojiDraft>) =>
    setDrafts(now => now.map(draft => (draft.id === id ? { ...draft, ...change } : draft)));

  async function choose(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    setReading(true);
    try {
      const { pictures, isCut } = await collectPictures(
        files,
        async () => (await import('./read-zip.ts')).readZip,
      );
      if (isCut) showInfo(lazyStrings.addEmoji.tooMany(formatNumber(MAX_EMOJI)));
      setDrafts(now => {
        const kept = now.filter(({ state }) => state !== 'added');
        return [...kept, ...createDrafts(pictures, kept, chat.newId)].slice(0, MAX_EMOJI);
      });
    } catch {
      showError(strings.shell.loadFailed);
    }
    setReading(false);
  }

  const isTaken = (name: string) =>
    chat.emoji.known.get().find(name) !== undefined || emojiData.get()?.byShortcode.has(name) === true;

  async function add(): Promise<void> {
    const checked = checkNames(drafts, isTaken);
    setDrafts(checked);
    const ready = checked.filter(({ state, problem }) => state === 'ready' && problem === undefined);
    if (isAdding || ready.length === 0) return;
    const control = new AbortController();
    adding.current = control;
    setAdding(true);
    const added: string[] = [];
    await addDrafts(ready, {
      chat,
      signal: control.signal,
      onChange: (id, changed) => {
        const draft = ready.find(one => one.id === id);
        if (changed.state === 'added' && draft) added.push(draft.name);
        change(id, changed);
      },
      wait: seconds => new Promise(resolve => void setTimer(resolve, seconds * 1_000)),
    });
    setAdding(false);
    const [name = ''] = added;
    const { added: addedOne, allAdded } = lazyStrings.addEmoji;
    if (added.length > 0) showSuccess(added.length === 1 ? addedOne(name) : allAdded(added.length));
    if (added.length === checked.filter(({ state }) => state !== 'added').length) onAllAdded();
  }

  return {
    drafts,
    isReading,
    isAdding,
    choose: (files: readonly File[]) => void choose(files),
    rename: (id: string, name: string) => change(id, { name, problem: undefined }),
    change,
    remove: (id: string) => setDrafts(now => now.filter(draft => draft.id !== id)),
    add: () => void add(),
    cancel: () => adding.current?.abort(),
  };
}
