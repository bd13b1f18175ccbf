import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { showInfo } from '../feedback/toast.ts';
import { IconButton } from './icon-button.tsx';
import styles from './inline-editor.module.css';
import fieldStyles from './text-field.module.css';

interface EditorStrings {
  label: string;
  placeholder: string;
  edit: string;
  save: string;
  cancel: string;
  empty: string;
}

interface InlineEditorProps {
  strings: EditorStrings;
  value: string;
  maxLength: number;
  /** Whether Shift+Enter breaks the line. */
  isMultiline?: boolean;
  /** Receives a trimmed, changed value. Resolves to false if it was not saved. */
  onSave: (value: string) => Promise<boolean>;
}

export function InlineEditor(props: InlineEditorProps) {
  const { strings, value, isMultiline = false } = props;
  const Field = isMultiline ? 'textarea' : 'input';
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isEditing = draft !== undefined;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isEditing) field.current?.focus();
    // A focus that moved elsewhere while the value was saved stays there.
    else if (wasEditing.current && (activeElement === body || activeElement === field.current))
      editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || draft === undefined) return;
    const trimmed = draft.trim();
    if (trimmed === '') {
      field.current?.focus();
      return showInfo(strings.empty);
    }
    if (trimmed === value) return setDraft(undefined);
    setBusy(true);
    const isSaved = await props.onSave(trimmed).finally(() => setBusy(false));
    // What was typed meanwhile stays.
    if (isSaved) setDraft(now => (now === draft ? undefined : now));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isEditing || event.nativeEvent.isComposing) return;
    const { current } = field;
    if (isMultiline && event.key === 'Enter' && !event.shiftKey && event.target === current) {
      event.preventDefault();
      current.form?.requestSubmit();
    }
    if (event.key !== 'Escape') return;
    // The dialog around it must stay open.
    event.stopPropagation();
    setDraft(undefined);
  }

  return (
    <form className={fieldStyles.field} onSubmit={event => void save(event)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {strings.label}
      </label>
      <div className={styles.line}>
        <Field
          id={id}
          ref={field}
          className={fieldStyles.box}
          rows={isMultiline ? 3 : undefined}
          dir={(draft ?? value) === '' ? undefined : 'auto'}
          autoComplete="off"
          readOnly={!isEditing}
          maxLength={props.maxLength}
          placeholder={strings.placeholder}
          value={draft ?? value}
          onChange={event => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isEditing ? (
          <EditorActions
            strings={strings}
            isBusy={isBusy}
            onKeyDown={onKeyDown}
            onCancel={() => setDraft(undefined)}
          />
        ) : (
          <IconButton
            ref={editButton}
            label={strings.edit}
            icon={Pencil}
            tooltip="none"
            onClick={() => setDraft(value)}
          />
        )}
      </div>
    </form>
  );
}

interface EditorActionsProps {
  strings: EditorStrings;
  isBusy: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onCancel: () => void;
}

function EditorActions({ strings, isBusy, onKeyDown, onCancel }: EditorActionsProps) {
  return (
    <>
      <IconButton
        label={strings.save}
        icon={Check}
        variant="main"
        type="submit"
        tooltip="none"
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
      />
      <IconButton label={strings.cancel} icon={X} tooltip="none" onKeyDown={onKeyDown} onClick={onCancel} />
    </>
  );
}
