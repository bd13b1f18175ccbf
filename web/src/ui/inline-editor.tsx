import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './inline-editor.module.css';
import fieldStyles from './text-field.module.css';
import { showInfo } from './toast.ts';

interface InlineEditorProps {
  label: string;
  /** What its buttons call it: "Edit {noun}", "Save {noun}", "Cancel editing {noun}". */
  noun: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** Said when it is saved empty; then nothing is saved. */
  emptyWords?: string;
  /** Called with a trimmed value that is another one. Resolves to whether it was saved. */
  onSave: (value: string) => Promise<boolean>;
}

/** A text that can be read until its edit button is pressed, and is saved or reset by the two that take its place. */
export function InlineEditor(props: InlineEditorProps) {
  const { label, noun, value, placeholder = 'Write your name', emptyWords = 'Input is empty' } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isEditing = draft !== undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || draft === undefined) return;
    const words = draft.trim();
    if (words === '') return showInfo(emptyWords);
    if (words === value) return setDraft(undefined);
    setBusy(true);
    const isSaved = await props.onSave(words).finally(() => setBusy(false));
    if (isSaved) setDraft(undefined);
  }

  function cancelByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isEditing) return;
    // Only the editing ends, not the dialog around it.
    event.stopPropagation();
    setDraft(undefined);
  }

  return (
    <form className={fieldStyles.field} onSubmit={event => void save(event)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          id={id}
          ref={input => {
            if (isEditing) input?.focus();
          }}
          className={fieldStyles.box}
          dir="auto"
          autoComplete="off"
          readOnly={!isEditing}
          maxLength={props.maxLength}
          placeholder={placeholder}
          value={draft ?? value}
          onChange={event => setDraft(event.target.value)}
          onKeyDown={cancelByKey}
        />
        {isEditing ? (
          <>
            <IconButton label={`Save ${noun}`} icon={Check} type="submit" tip="none" aria-busy={isBusy} />
            <IconButton
              label={`Cancel editing ${noun}`}
              icon={X}
              tip="none"
              onClick={() => setDraft(undefined)}
            />
          </>
        ) : (
          <IconButton label={`Edit ${noun}`} icon={Pencil} tip="none" onClick={() => setDraft(value)} />
        )}
      </div>
    </form>
  );
}
