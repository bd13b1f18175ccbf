import type { Chat } from '@snug/client';
import { CommandError } from '@snug/protocol';
import { errorText } from '../../../strings/error-text.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { uploadFile } from '../../files/upload/upload-file.ts';
import type { EmojiDraft } from './emoji-drafts.ts';

const MAX_WAITS = 200;

interface AddOptions {
  chat: Chat;
  signal: AbortSignal;
  onChange: (id: string, change: Partial<EmojiDraft>) => void;
  wait: (seconds: number) => Promise<void>;
}

/** One after the other: the server keeps few unsent uploads of a person. A bad one does not stop the others. */
export async function addDrafts(drafts: readonly EmojiDraft[], options: AddOptions): Promise<void> {
  const { signal, onChange } = options;
  for (const draft of drafts) {
    if (signal.aborted) return;
    onChange(draft.id, { state: 'adding', problem: undefined });
    try {
      await addPatiently(draft, options);
      onChange(draft.id, { state: 'added' });
    } catch (error) {
      onChange(draft.id, { state: 'ready', fileId: undefined, problem: getProblem(error, signal) });
      if (error instanceof CommandError && isFinal(error)) return;
    }
  }
}

/** The limits of uploads and commands are far lower than a large zip. */
async function addPatiently(draft: EmojiDraft, options: AddOptions): Promise<void> {
  for (let waits = 0; ; waits++) {
    try {
      return await addOne(draft, options);
    } catch (error) {
      const { retryAfter } = error instanceof CommandError ? error : {};
      if (retryAfter === undefined || waits >= MAX_WAITS || options.signal.aborted) throw error;
      await options.wait(retryAfter);
    }
  }
}

async function addOne({ file, name, fileId }: EmojiDraft, { chat, signal }: AddOptions): Promise<void> {
  const id = fileId ?? (await uploadFile(file, { name: file.name }, { signal })).id;
  await chat.connection.command('add_emoji', { name, fileId: id });
}

/** All others would fail, too. */
function isFinal({ code }: CommandError): boolean {
  return code === 'limit_exceeded' || code === 'forbidden' || code === 'unavailable';
}

export function getProblem(error: unknown, signal?: AbortSignal): string | undefined {
  if (signal?.aborted) return undefined;
  if (!(error instanceof CommandError)) throw error;
  const { addEmoji } = lazyStrings;
  if (error.code === 'invalid_input') return addEmoji.unreadable;
  if (error.code === 'too_large') return addEmoji.tooLarge;
  if (error.code === 'id_taken') return addEmoji.nameTaken;
  return errorText(error);
}
