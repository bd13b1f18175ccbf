import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/form/button.tsx';
import { passKeysTo } from '../../../ui/keyboard/key-catcher.ts';
import { isSendKey, isTouchDevice } from '../../composer/is-send-key.ts';
import { WritingField } from '../../composer/writing-field.tsx';
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
  const { content, excess, isStale, isDeleting, askToDelete, change, addMention, save, cancel } = edit;
  const box = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const [formatPlace, setFormatPlace] = useState<HTMLElement | null>(null);
  // Before the next key, which is for this field.
  useLayoutEffect(() => showField(box.current, session.isStale), [session.isStale]);

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
      <WritingField
        {...{ box, content, formatPlace, noteId, onKeyDown }}
        roomId={session.roomId}
        id={`${noteId}-field`}
        label={lazyStrings.replies.editText}
        onChange={change}
        onMention={addMention}
        isTooLong={excess > 0}
        className={styles.frame}
      />
      <div className={styles.buttons}>
        <Button onClick={cancel}>{lazyStrings.replies.cancel}</Button>
        <Button type="submit" variant="main" aria-disabled={excess > 0 || undefined}>
          {lazyStrings.replies.save}
        </Button>
        <div ref={setFormatPlace} />
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

/** A rejected edit that returns does not interrupt somebody who writes. */
function showField(box: HTMLTextAreaElement | null, isStale = false): void {
  if (!box || (isStale && isWriting())) return;
  box.setSelectionRange(box.value.length, box.value.length);
  if (!passKeysTo(box)) box.focus({ preventScroll: true });
  box.form?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

function isWriting(): boolean {
  const { activeElement } = document;
  const isTextField =
    activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  return isTextField && activeElement.value !== '';
}
