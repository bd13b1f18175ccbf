import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { ArrowUp } from 'lucide-react';
import {
  memo,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSelected, useStore } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { strings } from '../../strings/strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { setKeyFallback } from '../../ui/keyboard/key-catcher.ts';
import { AttachButton } from '../files/upload/attach-button.tsx';
import { LazyReplyStrip } from '../replies/lazy-reply-strip.tsx';
import { LazyRecordingStrip } from '../voice/lazy-recording-strip.tsx';
import { RecordButton } from '../voice/record-button.tsx';
import { useRecorder } from '../voice/use-recorder.ts';
import styles from './composer.module.css';
import { COMPOSER_ID } from './focus-composer.ts';
import { isTouchDevice } from './is-send-key.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useSendText } from './use-send-text.ts';
import { WritingField } from './writing-field.tsx';

/** Needs the room's id as its key, or a parent with it. An arrival does not render it. */
export const Composer = memo(function Composer({ roomId }: { roomId: string }) {
  const { draft, update, addMention, excess, sendText } = useSendText(roomId);
  const isEmpty = useSelected(draft, ({ text }) => text === '');
  const box = useRef<HTMLTextAreaElement>(null);
  const [formatPlace, setFormatPlace] = useState<HTMLElement | null>(null);
  const noteId = useId();
  const recorder = useRecorder(roomId);
  const isBusy = useStore(recorder.state).status === 'sending';

  useFocusAtStart(box);

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    box.current?.focus();
    if (!isBusy) sendText();
  }

  const onKeyDown = useComposerKeys(roomId, send);
  return (
    <form className={styles.composer} data-empty={isEmpty || undefined} onSubmit={send}>
      <LazyRecordingStrip recorder={recorder} />
      <LazyReplyStrip roomId={roomId} />
      <WritingField
        isComposer
        {...{ box, roomId, formatPlace, onKeyDown }}
        content={draft}
        id={COMPOSER_ID}
        label={strings.messages.composer}
        placeholder={strings.messages.composer}
        onChange={update}
        onMention={addMention}
        isTooLong={excess > 0}
        noteId={excess > 0 ? noteId : undefined}
        className={styles.frame}
      >
        <AttachButton roomId={roomId} className={styles.tool} />
      </WritingField>
      <div ref={setFormatPlace} className={styles.format} />
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
});

function useFocusAtStart(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    setKeyFallback(box.current);
    return () => setKeyFallback(null);
  }, [box]);
  useEffect(() => {
    if (!isTouchDevice()) box.current?.focus();
  }, [box]);
}
