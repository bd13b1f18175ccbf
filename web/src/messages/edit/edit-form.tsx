import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isSendKey, isTouchDevice } from '../../composer/is-send-key.ts';
import { LazyEmojiCompletion } from '../../composer/lazy-emoji-completion.ts';
import { LazyPeopleCompletion } from '../../mentions/lazy-people-completion.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { controlledInput } from '../../ui/form/controlled-input.ts';
import field from '../../ui/form/growing-text.module.css';
import { LazyDeleteDialog } from '../row/lazy-delete-dialog.tsx';
import styles from './edit-form.module.css';
import type { EditSession } from './edit-session.ts';
import { useEdit } from './use-edit.ts';

interface EditFormProps {
  session: EditSession;
  isInComposer: boolean;
}

/** In place of the text of a row, or of the composer. Needs the id of the message as its key. */
export function EditForm({ session, isInComposer }: EditFormProps) {
  const edit = useEdit(session);
  const { text, excess, isStale, isDeleting, askToDelete, change, addMention, save, cancel } = edit;
  const box = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  useEffect(() => showField(box.current), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isSendKey(event)) submit(event);
    else if (event.key === 'Escape' && !event.nativeEvent.isComposing) cancel();
  }

  return (
    <form className={classNames(styles.form, isInComposer && styles.inComposer)} onSubmit={submit}>
      {isInComposer && <p className={styles.title}>{lazyStrings.replies.editing}</p>}
      <div className={styles.completion}>
        <LazyEmojiCompletion box={box} />
        <LazyPeopleCompletion box={box} roomId={session.roomId} onMention={addMention} />
      </div>
      <div className={classNames(field.frame, styles.frame)} data-text={text} data-words>
        <textarea
          ref={box}
          className={field.box}
          rows={1}
          dir="auto"
          aria-label={lazyStrings.replies.editText}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={noteId}
          value={text}
          {...controlledInput(({ value, selectionEnd }) => change(value, selectionEnd))}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.buttons}>
        <Button onClick={cancel}>{lazyStrings.replies.cancel}</Button>
        <Button type="submit" variant="main" aria-disabled={excess > 0 || undefined}>
          {lazyStrings.replies.save}
        </Button>
      </div>
      <output id={noteId} className={styles.note} data-error={excess > 0 || isStale || undefined}>
        {excess > 0
          ? strings.messages.tooLong(excess, formatNumber(excess), formatNumber(MAX_TEXT_LENGTH))
          : isStale
            ? lazyStrings.replies.stale
            : !isTouchDevice() && lazyStrings.replies.editHint}
      </output>
      {/* A message without a text is deleted. */}
      <LazyDeleteDialog
        roomId={session.roomId}
        messageId={isDeleting ? session.id : undefined}
        onClose={() => askToDelete(false)}
        getReturnFocus={() => box.current}
      />
    </form>
  );
}

function showField(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.focus({ preventScroll: true });
  box.setSelectionRange(box.value.length, box.value.length);
  box.form?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
