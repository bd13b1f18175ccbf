import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { ArrowUp } from 'lucide-react';
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useStore } from '../chat/use-store.ts';
import { AttachButton } from '../files/upload/attach-button.tsx';
import { LazyPeopleCompletion } from '../mentions/lazy-people-completion.ts';
import { LazyReplyStrip } from '../replies/lazy-reply-strip.tsx';
import { formatNumber } from '../strings/format-number.ts';
import { strings } from '../strings/strings.ts';
import { classNames } from '../ui/class-names.ts';
import { controlledInput } from '../ui/form/controlled-input.ts';
import field from '../ui/form/growing-text.module.css';
import { IconButton } from '../ui/form/icon-button.tsx';
import { LazyRecordingStrip } from '../voice/lazy-recording-strip.tsx';
import { RecordButton } from '../voice/record-button.tsx';
import { useRecorder } from '../voice/use-recorder.ts';
import styles from './composer.module.css';
import { COMPOSER_ID } from './focus-composer.ts';
import { isTouchDevice } from './is-send-key.ts';
import { LazyEmojiCompletion } from './lazy-emoji-completion.ts';
import { LazyWritingTools } from './lazy-writing-tools.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useSendText } from './use-send-text.ts';

/** Needs the room's id as its key, or a parent with it. */
export function Composer({ roomId }: { roomId: string }) {
  const { text, mentions, update, addMention, excess, sendText } = useSendText(roomId);
  const box = useRef<HTMLTextAreaElement>(null);
  const formatPlace = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const recorder = useRecorder(roomId);
  const isBusy = useStore(recorder.state).status === 'sending';

  useFocusAtStart(box);

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    box.current?.focus();
    if (!isBusy) sendText();
  }

  const onKeyDown = useComposerKeys(roomId, text, send);
  return (
    <form className={styles.composer} data-empty={text === '' || undefined} onSubmit={send}>
      <LazyRecordingStrip recorder={recorder} />
      <LazyReplyStrip roomId={roomId} />
      <div className={styles.completion}>
        <LazyEmojiCompletion box={box} />
        <LazyPeopleCompletion box={box} roomId={roomId} onMention={addMention} />
        <LazyWritingTools {...{ roomId, box, mentions }} buttonPlace={formatPlace} isEmpty={text === ''} />
      </div>
      <AttachButton roomId={roomId} className={styles.tool} />
      <div className={classNames(field.frame, styles.frame)} data-text={text}>
        <textarea
          ref={box}
          id={COMPOSER_ID}
          className={classNames(field.box, styles.box)}
          rows={1}
          // An empty field follows the direction of the page.
          dir={text === '' ? undefined : 'auto'}
          placeholder={strings.messages.composer}
          aria-label={strings.messages.composer}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? noteId : undefined}
          value={text}
          {...controlledInput(({ value, selectionEnd }) => update(value, selectionEnd))}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={formatPlace} className={styles.format} />
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

function useFocusAtStart(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isTouchDevice()) box.current?.focus();
  }, [box]);
}
