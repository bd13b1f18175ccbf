import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { showInfo } from '../feedback/toast.ts';
import { IconButton } from './icon-button.tsx';
import styles from './inline-editor.module.css';
import fieldStyles from './text-field.module.css';

/** What an editor says of the one thing that it edits. */
interface EditorWords {
  label: string;
  placeholder: string;
  edit: string;
  save: string;
  cancel: string;
  /** Said when it is saved empty; then nothing is saved. */
  empty: string;
}

interface InlineEditorProps {
  words: EditorWords;
  value: string;
  maxLength: number;
  /** Called with a trimmed value that is another one. Resolves to whether it was saved. */
  onSave: (value: string) => Promise<boolean>;
}

/** A text that can be read until its edit button is pressed, and is saved or reset by the two that take its place. */
export function InlineEditor(props: InlineEditorProps) {
  const { words, value } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isEditing = draft !== undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || draft === undefined) return;
    const written = draft.trim();
    if (written === '') return showInfo(words.empty);
    if (written === value) return setDraft(undefined);
    setBusy(true);
    const isSaved = await props.onSave(written).finally(() => setBusy(false));
    if (isSaved) setDraft(undefined);
  }

  function cancelByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isEditing || event.nativeEvent.isComposing) return;
    // Only the editing ends, not the dialog around it.
    event.stopPropagation();
    setDraft(undefined);
  }

  return (
    <form className={fieldStyles.field} onSubmit={event => void save(event)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {words.label}
      </label>
      <div className={styles.line}>
        <input
          id={id}
          ref={input => {
            if (isEditing) input?.focus();
          }}
          className={fieldStyles.box}
          dir={(draft ?? value) === '' ? undefined : 'auto'}
          autoComplete="off"
          readOnly={!isEditing}
          maxLength={props.maxLength}
          placeholder={words.placeholder}
          value={draft ?? value}
          onChange={event => setDraft(event.target.value)}
          onKeyDown={cancelByKey}
        />
        {isEditing ? (
          <EndEditing words={words} isBusy={isBusy} onCancel={() => setDraft(undefined)} />
        ) : (
          <IconButton label={words.edit} icon={Pencil} tip="none" onClick={() => setDraft(value)} />
        )}
      </div>
    </form>
  );
}

interface EndEditingProps {
  words: EditorWords;
  isBusy: boolean;
  onCancel: () => void;
}

/** The two ways out, of which one is what most people want. */
function EndEditing({ words, isBusy, onCancel }: EndEditingProps) {
  return (
    <>
      <IconButton label={words.save} icon={Check} look="main" type="submit" tip="none" aria-busy={isBusy} />
      <IconButton label={words.cancel} icon={X} tip="none" onClick={onCancel} />
    </>
  );
}
