import type { MessageContent } from '@snug/client';
import { MAX_TEXT_LENGTH, type Mention, selectMentions } from '@snug/protocol';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { AttachButton } from '../files/upload/attach-button.tsx';
import { LazyPeopleCompletion } from '../mentions/lazy-people-completion.ts';
import { trimMentions } from '../mentions/move-mentions.ts';
import { formatNumber } from '../strings/format-number.ts';
import { strings } from '../strings/strings.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { LazyRecordingStrip } from '../voice/lazy-recording-strip.tsx';
import { RecordButton } from '../voice/record-button.tsx';
import { useRecorder } from '../voice/use-recorder.ts';
import styles from './composer.module.css';
import { countExcessCharacters } from './excess-characters.ts';
import { COMPOSER_ID } from './focus-composer.ts';
import { LazyEmojiCompletion } from './lazy-emoji-completion.ts';
import { useDraft } from './use-draft.ts';

/** Needs the room's id as its key, or a parent with it. */
export function Composer({ roomId }: { roomId: string }) {
  const { outbox } = useChat();
  const { text, mentions, update, addMention, send: sendDraft } = useDraft(roomId);
  const box = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const excess = countExcessCharacters(text);
  const recorder = useRecorder(roomId);
  const isBusy = useStore(recorder.state).status === 'sending';

  useEffect(() => {
    if (!isTouchDevice()) box.current?.focus();
  }, []);

  function send(event: FormEvent): void {
    event.preventDefault();
    box.current?.focus();
    // The server would reject unpaired surrogates and NUL for good, because its database cannot store them.
    const message = text.toWellFormed().replaceAll('\0', '').trim();
    if (message === '' || excess > 0 || isBusy) return;
    sendDraft(outbox.send(roomId, toContent(text, message, mentions)));
  }

  return (
    <form className={styles.composer} data-empty={text === '' || undefined} onSubmit={send}>
      <LazyRecordingStrip recorder={recorder} />
      <div className={styles.completion}>
        <LazyEmojiCompletion box={box} />
        <LazyPeopleCompletion box={box} roomId={roomId} onMention={addMention} />
      </div>
      <AttachButton roomId={roomId} className={styles.tool} />
      {/* A pseudo-element repeats the text invisibly, which makes the frame as high as the text. */}
      <div className={styles.frame} data-text={text}>
        <textarea
          ref={box}
          id={COMPOSER_ID}
          className={styles.box}
          rows={1}
          // An empty field follows the direction of the page.
          dir={text === '' ? undefined : 'auto'}
          placeholder={strings.messages.composer}
          aria-label={strings.messages.composer}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? noteId : undefined}
          value={text}
          onChange={({ target }) => update(target.value, target.selectionEnd)}
          onKeyDown={event => isSendKey(event) && send(event)}
        />
      </div>
      <RecordButton recorder={recorder} className={styles.tool} />
      <IconButton
        className={styles.send}
        label={strings.messages.send}
        icon={ArrowUp}
        variant="main"
        tooltip="none"
        type="submit"
        isBusy={isBusy}
        // Keeps the focus, and with it the on-screen keyboard, in the text field.
        onPointerDown={event => event.preventDefault()}
      />
      <output id={noteId} className={styles.note}>
        {excess > 0 && strings.messages.tooLong(excess, formatNumber(excess), formatNumber(MAX_TEXT_LENGTH))}
      </output>
    </form>
  );
}

function toContent(typed: string, text: string, mentions: readonly Mention[]): MessageContent {
  const ranges = selectMentions(text, trimMentions(mentions, typed.toWellFormed(), '\0'));
  return { text, ...(ranges.length > 0 && { mentions: ranges }) };
}

function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Enter without Shift, and not as the end of a composition in an input method (keyCode 229). */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
  return key === 'Enter' && !shiftKey && !isComposing && !isTouchDevice();
}
