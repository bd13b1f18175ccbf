import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { AttachButton } from '../files/upload/attach-button.tsx';
import { formatNumber } from '../strings/format-number.ts';
import { strings } from '../strings/strings.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { RecordButton } from '../voice/record-button.tsx';
import { RecordingStrip } from '../voice/recording-strip.tsx';
import { useRecorder } from '../voice/use-recorder.ts';
import styles from './composer.module.css';
import { countExcessCharacters } from './excess-characters.ts';
import { COMPOSER_ID } from './focus-composer.ts';
import { useDraft } from './use-draft.ts';

/** Where a message to a room is written. Give it the room's id as its key, or inside something that has it. */
export function Composer({ roomId }: { roomId: string }) {
  const { outbox } = useChat();
  const { text, update, send: sendDraft } = useDraft(roomId);
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
    // What no database can hold (half of a pair, NUL) would be refused for good.
    const message = text.toWellFormed().replaceAll('\0', '').trim();
    if (message === '' || excess > 0 || isBusy) return;
    sendDraft(outbox.send(roomId, { text: message }));
  }

  return (
    <form className={styles.composer} data-empty={text === '' || undefined} onSubmit={send}>
      <RecordingStrip recorder={recorder} />
      <AttachButton roomId={roomId} className={styles.tool} />
      {/* The frame repeats the text unseen, which makes it as high as the text. */}
      <div className={styles.frame} data-text={text}>
        <textarea
          ref={box}
          id={COMPOSER_ID}
          className={styles.box}
          rows={1}
          // Nothing has no direction but that of the page.
          dir={text === '' ? undefined : 'auto'}
          placeholder={strings.messages.composer}
          aria-label={strings.messages.composer}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? noteId : undefined}
          value={text}
          onChange={event => update(event.target.value)}
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
        // A press keeps the focus, and with it the keyboard on the screen, in the box.
        onPointerDown={event => event.preventDefault()}
      />
      <output id={noteId} className={styles.note}>
        {excess > 0 && strings.messages.tooLong(excess, formatNumber(excess), formatNumber(MAX_TEXT_LENGTH))}
      </output>
    </form>
  );
}

function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Enter, where it does not break the line and does not choose a word of an input method (keyCode 229). */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
  return key === 'Enter' && !shiftKey && !isComposing && !isTouchDevice();
}
